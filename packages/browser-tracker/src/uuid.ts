let lastMs = 0

/** A number's hexadecimal digits, as many as are asked for. */
const toHex = (value: number, length: number): string => value.toString(16).padStart(length, '0')

/**
 * A UUID v7: 48 bits of time, and 72 random ones. No two of a page have the same time, and none an earlier one than
 * those before it, even where the clock was set back: their order is that of the events. Works in insecure contexts
 * too, where `crypto.randomUUID` doesn't exist.
 */
export const createUuid = (): string => {
  lastMs = Math.max(Date.now(), lastMs + 1)
  const random = crypto.getRandomValues(new Uint8Array(9))
  const digits = random.reduce((text, byte) => text + toHex(byte, 2), toHex(lastMs, 12))
  return digits.replace(/^(.{8})(.{4})(...)(...)/, '$1-$2-7$3-8$4-')
}

/** Whether a value can be a UUID: what stands in storage may have been changed by anyone. */
export const isUuid = (value: string): boolean => /^[\da-f-]{36}$/i.test(value)
