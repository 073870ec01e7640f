import type { Properties, Scalar } from './event.ts'
import { attempt, warn } from './warn.ts'

/** The server takes no longer value. */
const MAX_TEXT_CHARS = 32_768

/** What JSON gives back as it was: text, a number, a truth value, null. */
const isScalar = (value: unknown): value is Scalar | undefined =>
  value === undefined || JSON.parse(JSON.stringify(value)) === value

/** The part of a map that can be sent: scalars. What else it holds is named in a warning and left out. */
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

/** The JSON of a value. What no database takes, NUL and halves of surrogate pairs, becomes U+FFFD: JSON escapes them. */
export const toJson = (value: object): string =>
  // Escaped backslashes are matched too, lest the second of two is taken for the beginning of an escape.
  JSON.stringify(value).replace(/(?:\\\\)+|\\(u0000|ud...)/g, (match, isUnstorable) =>
    isUnstorable ? '\ufffd' : match,
  )

/** An id or address as text, without blanks around it; undefined when nothing is left. */
export const cleanId = (id?: string | number | null): string | undefined =>
  String(id || '').trim() || undefined

/** Whether the service takes `text` for an e-mail address. */
export const isEmail = (text: string): boolean =>
  /^[\w'+-]+(\.[\w'+-]+)*@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text)
