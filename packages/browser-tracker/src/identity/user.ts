import type { UserIdentity } from '../event.ts'
import { USER_KEY } from '../storage/keys.ts'
import { load } from '../storage/storage.ts'
import { attempt } from '../warn.ts'

/** As it is stored. */
export type StoredUser = UserIdentity & {
  /** Nobody but a form that the visitor filled in says so. */
  isByForm?: true
}

/**
 * What was last stated about the visitor; empty when nothing was, or when something else stands in its place. A new
 * statement replaces the one before: on a shared device the ids of two people must not become one.
 */
export const readUser = (): StoredUser => attempt(() => JSON.parse(load(USER_KEY)) as StoredUser) || {}
