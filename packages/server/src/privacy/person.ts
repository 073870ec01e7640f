import type { PersonToErase } from './erasure-documents.ts'

export type Person = PersonToErase

/** The uuids of their events, from servers or from browsers. */
export function eventsOf(person: Person, { trusted }: { trusted: boolean }): ReadonlySet<string> {
  return new Set(trusted ? person.serverEvents : person.events)
}

/** The values of the keys of a kind: `keysOf(person, 'email')` → `['jane@acme.example']`. */
export function keysOf({ keys }: Pick<Person, 'keys'>, kind: 'email' | 'user'): string[] {
  const prefix = `${kind}:`
  return keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
}
