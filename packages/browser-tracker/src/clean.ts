import type { Properties } from './event.ts'
import { attempt, warn } from './warn.ts'

/** The server takes no longer value. */
const MAX_TEXT_CHARS = 32_768

/** The part of a map that can be sent: scalars. What else it holds is named in a warning and left out. */
export const cleanProperties = (properties: Properties | undefined): Properties => {
  const clean: Properties = {}
  for (const name of Object.keys(properties || {})) {
    // A getter may throw.
    const isTaken = attempt(() => {
      const value = properties![name]
      const isText = typeof value === 'string'
      clean[name] = isText ? value.slice(0, MAX_TEXT_CHARS) : value
      return isText || value == null || value === !!value || Number.isFinite(value)
    })
    if (!isTaken) {
      delete clean[name]
      warn(name, 'dropped: no scalar')
    }
  }
  return clean
}

/** The JSON of a value. What no database takes, NUL and halves of surrogate pairs, becomes U+FFFD: JSON escapes them. */
export const toJson = (value: object): string =>
  JSON.stringify(value).replace(/\\(u0000|ud...|.)/g, (escape, code: string) => (code[1] ? '\ufffd' : escape))

/** An id or address as text, without blanks around it; undefined when nothing is left. */
export const cleanId = (id?: string | number | null): string | undefined =>
  String(id || '').trim() || undefined

/** Whether the service takes `text` for an e-mail address. */
export const isEmail = (text: string): boolean =>
  /^[\w'+-]+(\.[\w'+-]+)*@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text)
