import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import { CursorSchema, PaginationSchema } from '../pagination.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, text, UtcDateTimeSchema } from '../scalars.ts'
import { commandRoute, errorResponses, defineRoutes } from './definition.ts'

const page = {
  /** How many to answer. Default 50. */
  limit: v.optional(queryInteger(1, limits.operating.listMax), limits.platform.listDefault),
  /** Where the previous page ended. */
  cursor: v.optional(CursorSchema),
}

/** Narrows the list of changes. */
export const ListAuditQuerySchema = v.object({
  /**
   * Only by this key or person: the `id` of an entry's actor.
   * @example "user:6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8"
   */
  actor: v.optional(text(limits.agents.idLength, 1)),
  /**
   * Only of resources of this type, or with this id.
   * @example "automation"
   */
  resource: v.optional(text(limits.agents.idLength, 1)),
  /**
   * Only since this time, inclusive. ISO 8601, UTC.
   * @example "2026-06-01T00:00:00Z"
   */
  from: v.optional(UtcDateTimeSchema),
  /**
   * Only before this time. ISO 8601, UTC.
   * @example "2026-07-01T00:00:00Z"
   */
  to: v.optional(UtcDateTimeSchema),
  ...page,
})

/** A change of something that is configured. */
export const AuditedChangeSchema = v.object({
  /** As `auditId` in the answer of the change. */
  id: v.string(),
  /** When. ISO 8601, UTC. */
  at: DateTimeSchema,
  /** Which command it was. */
  commandId: v.string(),
  /** Names the request, for support. */
  correlationId: v.string(),
  /** Who made it. */
  actor: v.object({
    /** The id of the API key, or `user:` and the id of the person. */
    id: v.string(),
    /** Their name; null: they are gone. */
    name: v.nullable(v.string()),
    /** Whether a person who signed in, or a key. */
    kind: v.picklist(['user', 'key']),
  }),
  /** What was changed. */
  resource: v.object({
    /** What kind of thing it is. */
    type: v.string(),
    /** Its id. */
    id: v.string(),
  }),
  /** How it was; secrets are masked. */
  before: JsonObjectSchema,
  /** How it is since. */
  after: JsonObjectSchema,
})

export const AuditListSchema = v.object({
  /** Newest first. */
  items: v.array(AuditedChangeSchema),
  /** The position in the list. */
  pagination: PaginationSchema,
})

/** What the workspace has used of the server. */
export const WorkspaceUsageSchema = v.object({
  /** The plan's name. */
  plan: v.string(),
  /** Tool calls of this billing cycle, a calendar month in UTC. */
  apiCalls: v.object({
    /** Such as `2026-11`. */
    month: v.string(),
    /** So many. */
    used: CountSchema,
    /** So many may be; null: unlimited. */
    limit: v.nullable(CountSchema),
    /** When the next cycle begins. ISO 8601, UTC. */
    resetAt: DateTimeSchema,
  }),
  /** How many services may be connected; null: unlimited. */
  connectionLimit: v.nullable(CountSchema),
  /** Events are deleted after so many days; null: never. */
  retentionDays: v.nullable(CountSchema),
  /** Bytes of the log on this machine; null: it is stored elsewhere. */
  logBytes: v.nullable(CountSchema),
  /** Each key, and each person who signed in, with their requests. */
  callers: v.array(
    v.object({
      /** The id of the API key, or `user:` and the id of the person. */
      id: v.string(),
      /** Their name; null: they are gone. */
      name: v.nullable(v.string()),
      /** Whether a person who signed in, or a key. */
      kind: v.picklist(['user', 'key']),
      /** All their requests. */
      requests: CountSchema,
      /** The last one. ISO 8601, UTC. */
      lastUsedAt: DateTimeSchema,
    }),
  ),
})

/** What was accepted and is in no answer. */
export const QuarantineListSchema = v.object({
  /** In the order of the log; at most 1,000. */
  items: v.array(
    v.object({
      /** Where in the log. */
      position: CountSchema,
      /** Its index in its batch; null: the whole batch can't be read. */
      index: v.nullable(CountSchema),
      /** The event's uuid or the record's key; null: neither can be read. */
      name: v.nullable(v.string()),
      /** Why it can't be applied. */
      reason: v.string(),
      /** When that was found. ISO 8601, UTC. */
      at: DateTimeSchema,
    }),
  ),
  /** All of them. */
  total: CountSchema,
})

/** What is tried again. */
export const QuarantineRetrySchema = v.object({
  /** So many were quarantined, and are tried again in the background: `GET` the list until it is shorter. */
  retried: CountSchema,
})

const read = {
  tag: 'settings',
  auth: 'apiKey',
  grant: 'workspace_settings:read',
  errorStyle: 'simple',
  idempotent: true,
} as const

export const operatingRoutes = defineRoutes({
  listAudit: {
    ...read,
    method: 'GET',
    path: '/api/audit',
    sdk: 'settings.listAudit',
    svc: { path: ['settings', 'audit'] },
    summary: 'List changes of what is configured',
    description: 'Who changed what, with before and after. Secrets are masked.',
    query: ListAuditQuerySchema,
    responses: { 200: AuditListSchema, ...errorResponses('simple', [400, 401, 403, 503]) },
  },
  getUsage: {
    ...read,
    method: 'GET',
    path: '/api/usage',
    sdk: 'settings.getUsage',
    svc: { path: ['settings', 'usage'] },
    summary: 'Tell what the workspace has used',
    description: 'Calls, limits, and the requests of each key and person.',
    responses: { 200: WorkspaceUsageSchema, ...errorResponses('simple', [401, 403, 503]) },
  },
  listQuarantine: {
    ...read,
    method: 'GET',
    path: '/api/quarantine',
    sdk: 'settings.listQuarantine',
    svc: { path: ['settings', 'quarantine'] },
    summary: 'List what was accepted and can not be applied',
    description: 'Events and records that are safe in the log, and in no answer, with the reason.',
    responses: { 200: QuarantineListSchema, ...errorResponses('simple', [401, 403, 503]) },
  },
  retryQuarantine: commandRoute({
    method: 'POST',
    path: '/api/quarantine/retry',
    sdk: 'settings.retryQuarantine',
    svc: { path: ['settings', 'quarantine-retry'] },
    summary: 'Try again what could not be applied',
    description:
      'Each at its place in the log, for which the read models are built anew in the background; answers go on from the old ones meanwhile.',
    tag: 'settings',
    grant: 'workspace_settings:manage',
    commandId: 'quarantine.retry',
    data: QuarantineRetrySchema,
    failures: [],
    idempotent: true,
  }),
})
