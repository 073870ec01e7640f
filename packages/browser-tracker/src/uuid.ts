/** At first the end of 2004: from then until 2527 a time has eleven hexadecimal digits. */
let lastMs = 1.1e12

/**
 * A UUID v7: 48 bits of time, and 72 random ones. No two of a page have the same time, and none an earlier one than
 * those before it, even where the clock was set back: their order is that of the events. Works in insecure contexts
 * too, where `crypto.randomUUID` doesn't exist.
 */
export const createUuid = (): string => {
  lastMs = Math.max(Date.now(), lastMs + 1)
  const time = '0' + lastMs.toString(16)
  const random = crypto.getRandomValues(new Uint8Array(18))
  const digits = random.reduce((text, byte) => text + (byte % 16).toString(16), time)
  return digits.replace(/(.{8})(.{4})(...)(...)/, '$1-$2-7$3-8$4-')
}

/** Whether a value can be a UUID: what stands in storage may have been changed by anyone. */
export const isUuid = (value: string): boolean => /^[\da-f-]{36}$/i.test(value)

/** What is stored as an id, or a new one if it can't be one. */
export const toUuid = (stored: string): string => (isUuid(stored) ? stored : createUuid())
