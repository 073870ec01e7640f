let counter = 0

/** A number's hexadecimal digits, as many as are asked for. */
export const toHex = (value: number, length = 8): string => value.toString(16).padStart(length, '0')

/**
 * A UUID v7: 48 bits of time, a 12-bit counter that keeps one page's events of a millisecond in order, and 60
 * random bits. Works in insecure contexts too, where `crypto.randomUUID` doesn't exist.
 */
export const createUuid = (): string => {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number]
  const digits =
    toHex(Date.now(), 12) + 7 + toHex(++counter % 4096, 3) + 8 + toHex(high >>> 4, 7) + toHex(low)
  // Before the last 24, 20, 16 and 12 digits.
  return digits.replace(/(?=(.{4}){3,6}$)/g, '-')
}

/** The value if it can be a UUID: what stands in storage may have been changed by anyone. */
export const parseUuid = (value: unknown): string | false =>
  /^[\da-f-]{36}$/i.test(value as string) && (value as string)
