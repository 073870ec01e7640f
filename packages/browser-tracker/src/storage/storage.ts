import { attempt } from '../warn.ts'
import { readCookie, writeCookie } from './cookie.ts'
import { CONSENT_KEY, VISITOR_KEY } from './keys.ts'

// The page's storage: local storage, and memory for what that refuses, since it is full, blocked or missing.

const memory: Record<string, string> = {}
let isMemoryOnly: boolean | undefined

const onDisk = <Result>(use: () => Result): Result | undefined => (isMemoryOnly ? undefined : attempt(use))

/** Whether to store in memory only from now on. */
export const setMemoryOnly = (value: boolean | undefined): void => {
  isMemoryOnly = value
}

/** The value of a key; empty when it has none. Doesn't throw. */
export const load = (key: string): string => memory[key] || onDisk(() => localStorage[key] as string) || ''

/** The same, or else the value of the key's cookie; slower. */
export const loadOrReadCookie = (key: string): string => load(key) || onDisk(() => readCookie(key)) || ''

/** Sets a key's value; an empty one removes it. Doesn't throw. */
export const store = (key: string, value: string): void => {
  memory[key] = value
  onDisk(() => {
    // For the site's other subdomains, and for browsers that block storage.
    if (key === CONSENT_KEY || key === VISITOR_KEY) writeCookie(key, value)
    if (value) localStorage[key] = value
    else delete localStorage[key]
    // A waiting event stays: pages clear their storage when people log out.
    if (!/_e:/.test(key)) delete memory[key]
  })
  if (!value) delete memory[key]
}

/** Another tab has removed a key: an event was acknowledged. Nothing tells a page what it removed itself. */
export const noteRemoval = ({ key, newValue }: StorageEvent): void => {
  if (!newValue) delete memory[key!]
}

/** Removes a key and its value. Doesn't throw. */
export const remove = (key: string): void => store(key, '')

/** Keys that begin with `prefix`, in order. */
export const listKeys = (prefix: string): string[] =>
  [...new Set([memory, onDisk(() => localStorage) || ''].flatMap(Object.keys))]
    .filter((key) => key.startsWith(prefix))
    .sort()
