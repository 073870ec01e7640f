import { allGrants, type Grant, readOnlyGrants } from './grants.ts'

/** What people who sign in may be, the least first. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const

/** One of {@link roles}. */
export type Role = (typeof roles)[number]

const viewer: readonly Grant[] = [...readOnlyGrants, 'events:explain', 'feedback:write']
const editor: readonly Grant[] = [
  ...viewer,
  'agents:write',
  'destinations:manage',
  'identity:write',
  'activation:manage',
  'behavior_metrics:manage',
  'notifications:send',
]

/** A role is the set of its grants, and nothing else: only an owner, however, names owners. */
export const roleGrants: Readonly<Record<Role, readonly Grant[]>> = {
  viewer,
  editor,
  admin: allGrants,
  owner: allGrants,
}
