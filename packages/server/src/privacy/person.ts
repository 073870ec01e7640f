import type { PersonKey } from '../identity/keys.ts'

/** A person as they are to be erased: everything that tells what is theirs, so that a run that was killed can complete. */
export interface Person {
  /** `email:jane@acme.com`, `user:u-17`: every key that was joined with them. */
  keys: PersonKey[]
  /** Our ids of them and of the customer that they are by themselves, former ones included. */
  publicIds: string[]
  /** Full names that were stated of them. */
  names: string[]
  /** The uuids of their events, anonymous ones that were found to be theirs included. Lower case. */
  events: string[]
  /** Keys of the sources in which nobody else from outside took part, or which are about them: `CALL:c-17`. */
  sources: string[]
  /** Keys of all sources in which they took part. */
  attended: string[]
  /** E-mail addresses of the people who work here. */
  members: string[]
  /** Stands for ids of theirs where other people's events need one: random, so that it tells nothing. */
  alias: string
}

/** The values of the keys of a kind: `keysOf(person, 'email')` → `['jane@acme.com']`. */
export function keysOf({ keys }: Pick<Person, 'keys'>, kind: 'email' | 'user'): string[] {
  const prefix = `${kind}:`
  return keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
}
