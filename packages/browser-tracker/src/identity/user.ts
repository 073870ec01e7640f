import type { UserIdentity } from '../event.ts'
import { load } from '../storage/storage.ts'
import { attempt } from '../warn.ts'

export const USER_KEY = 'svc_user'

/**
 * What was last stated about the visitor; empty when nothing was, or when something else stands in its place. A new
 * statement replaces the one before: on a shared device the ids of two people must not become one.
 */
export const readUser = (): UserIdentity =>
  attempt(() => JSON.parse(load(USER_KEY) || '{}') as UserIdentity) || {}
