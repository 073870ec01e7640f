import * as v from 'valibot'
import { IdentityKeySchema } from '../identity-key.ts'
import { JsonObjectSchema } from '../json.ts'
import { strictObject } from '../objects.ts'
import { DateTimeSchema } from '../scalars.ts'
import type { ToolDefinition } from './definition.ts'
import { UserSchema } from './list-users.ts'
import { userReference } from './people-filters.ts'

/**
 * Input of `svc_get_user`.
 * @example {"user": "edith.garland@alder-logistics.example"}
 */
export const GetUserInputSchema = strictObject({
  /** Id, your own id or e-mail address. */
  user: userReference(),
})

/** A person, with when they reached each stage and how they first came. */
export const UserProfileSchema = v.object({
  ...UserSchema.entries,
  /** Your own id of them. */
  externalUserId: v.nullable(v.string()),
  /** When they were first seen. ISO 8601, UTC. */
  firstSeenAt: DateTimeSchema,
  /** When they became known by e-mail address. ISO 8601, UTC. */
  discoveredAt: v.nullable(DateTimeSchema),
  /** When they signed up. ISO 8601, UTC. */
  signedUpAt: v.nullable(DateTimeSchema),
  /** Their first activation event. ISO 8601, UTC. */
  activatedAt: v.nullable(DateTimeSchema),
  /** When they first used the product on enough days. ISO 8601, UTC. */
  engagedAt: v.nullable(DateTimeSchema),
  /** When they became inactive; null while they are active. ISO 8601, UTC. */
  inactiveAt: v.nullable(DateTimeSchema),
  /** How the first visit came about. */
  firstVisitorChannel: v.nullable(v.string()),
  /** Where it came from. */
  firstVisitorSource: v.nullable(v.string()),
  /** What was stated of them. */
  traits: JsonObjectSchema,
})

/** Output of `svc_get_user`. */
export const GetUserOutputSchema = v.object({
  /** The person. */
  user: UserProfileSchema,
  /** The keys by which they are known, those of most events first; at most 200. */
  keys: v.array(IdentityKeySchema),
})

export const getUserTool = {
  name: 'svc_get_user',
  title: 'Get a user',
  description:
    'One person, named by id, your own id or e-mail address: journey, traits, and the keys by which they are known.',
  grant: 'customer_intelligence:read',
  readOnly: true,
  commandId: 'user.get',
  svc: { path: ['users', 'get'], arguments: ['user'], single: true },
  input: GetUserInputSchema,
  output: GetUserOutputSchema,
} as const satisfies ToolDefinition
