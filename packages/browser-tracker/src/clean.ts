import type { Properties } from './event.ts'
import { attempt, warn } from './warn.ts'

/** The server accepts no longer value of a property. */
const MAX_VALUE_CHARS = 32_768
const MAX_TEXT_CHARS = 10_000

/** The part of a map that can be sent: scalars. Other values are skipped, with a warning that names them. */
export const cleanProperties = (properties: Properties | undefined): Properties => {
  const clean: Properties = {}
  for (const name of Object.keys(properties || {})) {
    // A getter may throw.
    attempt(() => {
      const value = properties![name]
      // JSON preserves text, number, boolean and null.
      if (value === undefined || JSON.parse(JSON.stringify(value)) === value)
        clean[name] = typeof value === 'string' ? value.slice(0, MAX_VALUE_CHARS) : value
    })
    if (!(name in clean)) warn('dropped: no scalar:', name)
  }
  return clean
}

/** The JSON of a value. NUL and lone surrogates, which databases reject, become U+FFFD: JSON escapes them. */
export const toJson = (value: object): string =>
  // Escaped backslashes are matched too and stay, so that the second one isn't taken for the start of an escape.
  JSON.stringify(value).replace(/(\\\\)|\\u(0000|d...)/g, (_, backslash: string) => backslash || '\ufffd')

/** An id, an address or what a field holds, as trimmed text; undefined when empty. */
export const cleanText = (value?: string | number | null): string | undefined =>
  String(value || '')
    .slice(0, MAX_TEXT_CHARS)
    .trim() || undefined

/** Whether the service accepts `text` as an e-mail address. */
export const isEmail = (text: string): boolean =>
  /^[\w'+-]+(\.[\w'+-]+)*@([\p{L}\d-]+\.)+\p{L}[\p{L}\d-]+$/iu.test(text)
