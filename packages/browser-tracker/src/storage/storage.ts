import { attempt } from '../warn.ts'
import { readCookie, writeCookie } from './cookie.ts'

/** A string store that can't fail. */
export interface Storage {
  get: (key: string) => string | null | undefined
  /** Sets a value, or removes it when there is none. */
  set: (key: string, value?: string) => void
  /** Keys that begin with `prefix`, in order. */
  keys: (prefix: string) => string[]
}

/** What stands in a cookie too, for the site's other subdomains and for browsers that refuse storage. */
const SHARED = /visitor|consent/

/**
 * Local storage; memory for what that refuses, because it is full, blocked or absent, and for everything when
 * `cookieless`.
 */
export const createStorage = (cookieless?: boolean): Storage => {
  const memory = new Map<string, string>()
  const onDisk = <Result>(use: () => Result) => (cookieless ? undefined : attempt(use))
  const storage: Storage = {
    get: (key) =>
      memory.get(key) ||
      onDisk(() => localStorage.getItem(key) || (SHARED.test(key) && readCookie(key)) || null),
    set(key, value = '') {
      memory.delete(key)
      onDisk(() => SHARED.test(key) && writeCookie(key, value))
      onDisk(() => localStorage[value ? 'setItem' : 'removeItem'](key, value))
      if (value && storage.get(key) !== value) memory.set(key, value)
    },
    keys: (prefix) =>
      [...memory.keys(), ...(onDisk(() => Object.keys(localStorage)) || [])]
        .filter((key) => key.startsWith(prefix))
        .sort(),
  }
  return storage
}
