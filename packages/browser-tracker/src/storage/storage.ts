import { attempt } from '../warn.ts'
import { readCookie, writeCookie } from './cookie.ts'
import { COOKIE_KEYS } from './keys.ts'

// One store for the page: local storage, and memory for what that refuses, because it is full, blocked or absent.

const memory: Record<string, string> = {}
let isMemoryOnly: boolean | undefined

const onDisk = <Result>(use: () => Result): Result | undefined | false => !isMemoryOnly && attempt(use)

/** From now on nothing is kept on the device, or again something. */
export const setMemoryOnly = (value: boolean | undefined): void => {
  isMemoryOnly = value
}

/** The value of a key; empty when it has none. Doesn't throw. */
export const load = (key: string): string => memory[key] || onDisk(() => localStorage[key] as string) || ''

/** The same, and where storage has none, the value of the key's cookie; takes longer. */
export const loadOrReadCookie = (key: string): string => load(key) || onDisk(() => readCookie(key)) || ''

/** Gives a key a value; an empty one removes it. Doesn't throw. */
export const store = (key: string, value: string): void => {
  put(memory, key, value)
  onDisk(() => {
    if (COOKIE_KEYS.includes(key)) writeCookie(key, value)
    put(localStorage, key, value)
    delete memory[key]
  })
}

const put = (texts: Record<string, string>, key: string, value: string) => {
  if (value) texts[key] = value
  else delete texts[key]
}

/** Removes keys and their values. Doesn't throw. */
export const remove = (...keys: string[]): void => keys.forEach((key) => store(key, ''))

/** Keys that begin with `prefix`, in order. */
export const listKeys = (prefix: string): string[] =>
  [memory, onDisk(() => localStorage) || {}]
    .flatMap(Object.keys)
    .filter((key) => key.startsWith(prefix))
    .sort()
