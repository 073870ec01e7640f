import { type Grant, grants, roles, workspaceSettingRules } from '@customer-intel/contract'
import * as v from 'valibot'
import type { StoredSettings, WorkspaceDocument } from './workspace-document.ts'

const PublicKeySchema = v.looseObject({
  key: v.pipe(v.string(), v.startsWith('pk_')),
  active: v.boolean(),
  createdAt: v.string(),
})

const HashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'))
const TimeSchema = v.pipe(v.string(), v.isoTimestamp('must be a time such as 2026-11-30T12:00:00Z'))

const OAuthSessionSchema = v.looseObject({
  id: v.string(),
  clientId: v.string(),
  resource: v.string(),
  code: v.nullable(v.looseObject({ redirectUri: v.string(), challenge: v.string() })),
  ticket: v.string(),
  accessUntil: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  previous: v.nullable(v.looseObject({ ticket: v.string(), salt: v.string(), at: v.string() })),
})

const ApiKeySchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  prefix: v.string(),
  hash: HashSchema,
  grants: v.array(v.picklist(grants as readonly Grant[])),
  keyType: v.picklist(['api', 'cli', 'mcp', 'ci']),
  active: v.boolean(),
  createdAt: v.string(),
  expiresAt: v.optional(v.nullable(TimeSchema)),
  issuedBy: v.optional(v.nullable(v.string())),
  audience: v.optional(v.nullable(v.literal('mcp'))),
  session: v.optional(v.nullable(OAuthSessionSchema)),
})

const UserSchema = v.looseObject({
  id: v.string(),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  role: v.picklist(roles),
  access: v.picklist(['invited', 'active', 'disabled']),
  createdAt: v.string(),
  password: v.nullable(v.string()),
  link: v.nullable(v.looseObject({ hash: HashSchema, expiresAt: TimeSchema })),
  sessions: v.array(v.looseObject({ hash: HashSchema, createdAt: v.string(), expiresAt: TimeSchema })),
})

const ReportSchema = v.looseObject({
  chatChannelId: v.optional(v.nullable(v.string()), null),
  chatChannelName: v.optional(v.nullable(v.string()), null),
})

/** Settings that an earlier server did not write get the defaults of a new organization. */
const SettingsSchema = v.looseObject({
  ...workspaceSettingRules,
  report: v.optional(ReportSchema, {}),
})

/** Those of a new organization. */
export const newSettings = (): StoredSettings => v.parse(SettingsSchema, {})

const LimitsSchema = v.looseObject({
  plan: v.optional(v.pipe(v.string(), v.nonEmpty()), 'self-hosted'),
  apiCalls: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  connections: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
})

const RetentionSchema = v.looseObject({
  days: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(36_500))), null),
})

/** Loose: fields of a newer server, or a person's notes, are kept. */
const WorkspaceDocumentSchema = v.looseObject({
  organization: v.looseObject({
    id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be the name of its folder')),
    name: v.string(),
    slug: v.string(),
    createdAt: v.string(),
  }),
  publicKeys: v.array(PublicKeySchema),
  apiKeys: v.array(ApiKeySchema),
  users: v.optional(v.array(UserSchema), []),
  tracking: v.looseObject({ allowedOrigins: v.array(v.string()) }),
  settings: v.optional(SettingsSchema, {}),
  limits: v.optional(LimitsSchema, {}),
  retention: v.optional(RetentionSchema, {}),
  activation: v.looseObject({ eventName: v.nullable(v.string()) }),
})

/** Parses a value as an organization's configuration. Throws an error that names the place, the field and the problem. */
export function parseWorkspaceDocument(value: unknown, place: string): WorkspaceDocument {
  const result = v.safeParse(WorkspaceDocumentSchema, value)
  if (result.success) return result.output
  const issue = result.issues[0]
  throw new Error(`${place}: ${v.getDotPath(issue) ?? 'the document'}: ${issue.message}`)
}
