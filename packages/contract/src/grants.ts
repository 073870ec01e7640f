/** Permissions of an API key. A key has exactly the grants it was given: none implies another. */
export const grants = [
  'customer_intelligence:read',
  'workspace_members:read',
  'analytics:read',
  'integrations:read',
  'integrations:connect_own',
  'integrations:manage',
  'activation:read',
  'activation:manage',
  'workspace_settings:read',
  'workspace_settings:manage',
  'customer_access:manage',
  'behavior_metrics:manage',
  'destinations:manage',
  'agents:read',
  'agents:write',
  'identity:read',
  'identity:write',
  'notifications:send',
  'feedback:write',
  'events:explain',
  'people:export',
  'people:erase',
] as const

/** One of {@link grants}. */
export type Grant = (typeof grants)[number]

/** Preset for a key that may read everything and change nothing. */
export const readOnlyGrants = [
  'customer_intelligence:read',
  'workspace_members:read',
  'analytics:read',
  'integrations:read',
  'activation:read',
  'workspace_settings:read',
  'agents:read',
  'identity:read',
] as const satisfies readonly Grant[]

/** Preset for a key that may do everything. */
export const allGrants: readonly Grant[] = grants

export function isGrant(value: unknown): value is Grant {
  return (grants as readonly unknown[]).includes(value)
}
