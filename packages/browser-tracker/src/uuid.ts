let counter = 0

/**
 * A UUID v7: 48 bits of time, a 12-bit counter that keeps one page's events of a millisecond in order, and 62
 * random bits. Works in insecure contexts too, where `crypto.randomUUID` doesn't exist.
 */
export const createUuid = (): string => {
  const time = Date.now().toString(16).padStart(12, '0')
  const sequence = (++counter % 4096).toString(16).padStart(3, '0')
  const random = crypto.getRandomValues(new Uint8Array(16))
  let at = 0
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-yxxx-xxxxxxxxxxxx`.replace(/[xy]/g, (mark) => {
    const digit = random[at++]! % 16
    return (mark < 'y' ? digit : (digit % 4) + 8).toString(16)
  })
}

/** The value if it is a UUID: what stands in storage may have been changed by anyone. */
export const parseUuid = (value: string | null | undefined): string | undefined =>
  value && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined
