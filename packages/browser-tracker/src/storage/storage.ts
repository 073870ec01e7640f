import { attempt } from '../warn.ts'
import { readCookie, writeCookie } from './cookie.ts'

// One store for the page: local storage, and memory for what that refuses, because it is full, blocked or absent.

const memory: Record<string, string> = {}
let memoryOnly: boolean | undefined

const onDisk = <Result>(use: () => Result) => !memoryOnly && attempt(use)

/** From now on nothing is kept on the device, or again something. */
export const setMemoryOnly = (value: boolean | undefined): void => {
  memoryOnly = value
}

/** What a key has: its value, or nothing that counts as true. */
export type Loaded = string | false | null | undefined

/** The value of a key, if it has one; with `orCookie` from its cookie too, which takes longer. Doesn't throw. */
export const load = (key: string, orCookie?: boolean): Loaded =>
  memory[key] || onDisk(() => localStorage[key] as Loaded) || (orCookie && onDisk(() => readCookie(key)))

/** Gives a key a value, which it returns, or removes it. Doesn't throw. */
export const store = (key: string, value = ''): string => {
  memory[key] = value
  onDisk(() => {
    // In a cookie too, for the site's other subdomains and for browsers that refuse storage.
    if (/visitor|consent/.test(key)) writeCookie(key, value)
    if (value) localStorage[key] = value
    else delete localStorage[key]
    delete memory[key]
  })
  if (!value) delete memory[key]
  return value
}

/** Keys that begin with `prefix`, in order. */
export const listKeys = (prefix: string): string[] =>
  [memory, onDisk(() => localStorage) || {}]
    .flatMap(Object.keys)
    .filter((key) => key.startsWith(prefix))
    .sort()
