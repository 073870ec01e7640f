import type { Properties, Scalar } from './event.ts'
import { attempt, warn } from './warn.ts'

/** The server accepts no longer value. */
const MAX_TEXT_CHARS = 32_768

/** Values that JSON preserves: text, number, boolean, null. */
const isScalar = (value: unknown): value is Scalar | undefined =>
  value === undefined || JSON.parse(JSON.stringify(value)) === value

/** The part of a map that can be sent: scalars. Other values are left out, with a warning that names them. */
export const cleanProperties = (properties: Properties | undefined): Properties => {
  const clean: Properties = {}
  for (const name of Object.keys(properties || {})) {
    // A getter may throw.
    attempt(() => {
      const value = properties![name]
      if (isScalar(value)) clean[name] = typeof value === 'string' ? value.slice(0, MAX_TEXT_CHARS) : value
    })
    if (!(name in clean)) warn(name, 'dropped: no scalar')
  }
  return clean
}

/** The JSON of a value. NUL and lone surrogates, which databases reject, become U+FFFD: JSON escapes them. */
export const toJson = (value: object): string =>
  // Escaped backslashes are matched too, so that the second one isn't taken for the start of an escape.
  JSON.stringify(value).replace(/(?:\\\\)+|\\(u0000|ud...)/g, (match, isUnstorable) =>
    isUnstorable ? '\ufffd' : match,
  )

/** An id or address as trimmed text; undefined when empty. */
export const cleanId = (id?: string | number | null): string | undefined =>
  String(id || '').trim() || undefined

/** Whether the service accepts `text` as an e-mail address. */
export const isEmail = (text: string): boolean =>
  /^[\w'+-]+(\.[\w'+-]+)*@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text)
