import type { Storage } from '../storage/storage.ts'

export const USER_KEY = 'svc_user'

/** Who the visitor is known to be: what every event states until the next identify or `clearUser()`. */
export interface KnownUser {
  email?: string
  userId?: string
  customerId?: string
}

/** The known user; empty when there is none, or when something else stands in its place. */
export const readUser = (storage: Storage): KnownUser => {
  try {
    return JSON.parse(storage.get(USER_KEY)!) || {}
  } catch {
    return {}
  }
}

/**
 * The user after `stated` was said about the visitor. Ids that weren't repeated are kept only when a shared id
 * proves that it is the same person: on a shared device two people must not become one.
 */
export const mergeUser = (known: KnownUser, stated: KnownUser): KnownUser => {
  const same =
    (stated.userId && stated.userId === known.userId) ||
    (stated.email && stated.email === known.email && !(stated.userId && known.userId))
  return same
    ? {
        email: stated.email || known.email,
        userId: stated.userId || known.userId,
        customerId: stated.customerId || known.customerId,
      }
    : stated
}
