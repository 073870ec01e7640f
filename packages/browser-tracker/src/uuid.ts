let counter = 0

/** A number's hexadecimal digits, as many as are asked for. */
export const toHex = (value: number, length = 8): string => value.toString(16).padStart(length, '0')

/**
 * A UUID v7: 48 bits of time, a 12-bit counter that keeps one page's events of a millisecond in order, and 60
 * random bits. Works in insecure contexts too, where `crypto.randomUUID` doesn't exist.
 */
export const createUuid = (): string => {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number]
  counter = (counter + 1) % 4096
  const digits = `${toHex(Date.now(), 12)}7${toHex(counter, 3)}8${toHex(high >>> 4, 7)}${toHex(low)}`
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Whether a value can be a UUID: what stands in storage may have been changed by anyone. */
export const isUuid = (value: string): boolean => /^[\da-f-]{36}$/i.test(value)
