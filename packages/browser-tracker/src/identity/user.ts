import type { UserIdentity } from '../event.ts'
import { USER_KEY } from '../storage/keys.ts'
import { load } from '../storage/storage.ts'
import { attempt } from '../warn.ts'

/** The stored form. */
export type StoredUser = UserIdentity & {
  /** Only stated by a form that the visitor filled in. */
  isByForm?: true
}

/**
 * The last statement about the visitor; empty without one, or if the stored value is invalid. A new statement replaces
 * the previous one: on a shared device two people's ids must not be linked.
 */
export const readUser = (): StoredUser => attempt(() => JSON.parse(load(USER_KEY)) as StoredUser) || {}
