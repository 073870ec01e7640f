import * as v from 'valibot'
import { readHost } from '../addresses.ts'
import { CurrencySchema } from '../currencies.ts'
import { listOf, needsOneOf, strictObject } from '../objects.ts'
import { limits } from '../limits.ts'
import { queryInteger } from '../query-values.ts'
import { CountSchema, DateTimeSchema, integer, text, trimmedText } from '../scalars.ts'
import type { WorkspaceSettings } from '../generated/types.ts'
import { commandRoute, defineRoutes } from './definition.ts'

/**
 * Body of `PATCH /api/settings`: at least one field.
 * @example {"defaultTimezone": "Europe/Berlin"}
 */
export type UpdateWorkspaceSettingsBody = Partial<Omit<WorkspaceSettings, 'configHash'>>

const bounds = limits.settings
/** An IANA time zone that this runtime knows. */
export const TimezoneSchema = v.pipe(
  text(bounds.timezoneLength, 1),
  v.check(isTimezone, 'must be an IANA time zone, such as Europe/Berlin'),
)

function isTimezone(value: string): boolean {
  // An offset such as +02:00 is a time zone for Intl, and none for IANA.
  if (!/^[A-Za-z]/.test(value)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

/** A domain as its name, or as the address of its website. Comes out in ASCII and lower case. */
export const OwnDomainSchema = v.pipe(
  v.string(),
  v.transform((value) => readHost(value) ?? value),
  v.maxLength(bounds.domainLength),
  v.regex(
    /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/,
    'must be a domain, such as acme.example',
  ),
)

/** What a change may be based on. */
const configHash = {
  /** Another one when, and only when, these settings were changed; for `If-Match`. */
  configHash: v.string(),
}

/** The settings of a workspace. */
export const WorkspaceSettingsSchema = v.object({
  /**
   * IANA name.
   * @example "Europe/Berlin"
   */
  defaultTimezone: v.string(),
  /** Whether customers and people that look like one are suggested for a merge. True until it is switched off. */
  identityMergeSuggestions: v.boolean(),
  /**
   * Your own domains, in ASCII; at most 50. Addresses of them and of their subdomains are internal: they make no customer
   * and no contact from synced records. Empty: members and their companies' addresses alone are.
   * @example ["ourselves.example"]
   */
  domains: v.array(v.string()),
  /**
   * ISO 4217: the currency that reports begin with where amounts are in several, which are never summed. Null: the one
   * with the most recurring revenue.
   * @example "EUR"
   */
  reportCurrency: v.nullable(v.string()),
  ...configHash,
})

/** What each of them may be, and what it is until somebody sets it. */
export const workspaceSettingRules = {
  defaultTimezone: v.optional(TimezoneSchema, 'UTC'),
  identityMergeSuggestions: v.optional(v.boolean(), true),
  domains: v.optional(listOf(OwnDomainSchema, bounds.domains), []),
  reportCurrency: v.optional(v.nullable(CurrencySchema), null),
} satisfies Record<keyof Omit<WorkspaceSettings, 'configHash'>, v.GenericSchema>

export const workspaceSettingNames = /* #__PURE__ */ Object.keys(
  workspaceSettingRules,
) as (keyof typeof workspaceSettingRules)[]

export const UpdateWorkspaceSettingsBodySchema = v.pipe(
  strictObject(withoutDefaults(workspaceSettingRules)),
  needsOneOf(...workspaceSettingNames),
  v.check(
    (settings) => Object.keys(settings).length > 0,
    `must change something: give ${workspaceSettingNames.join(', ').replace(/, (?=[^,]*$)/, ' or ')}`,
  ),
) satisfies v.GenericSchema<UpdateWorkspaceSettingsBody>

type Rules = typeof workspaceSettingRules

function withoutDefaults(rules: Rules) {
  const entries = Object.entries(rules).map(([name, { wrapped }]) => [
    name,
    v.optional(wrapped as v.GenericSchema),
  ])
  return Object.fromEntries(entries) as {
    [Name in keyof Rules]: v.OptionalSchema<Rules[Name]['wrapped'], undefined>
  }
}

/** The channel that reports go to; null until one is set. */
export const ReportSettingsSchema = v.object({
  /** The channel's id in the chat app. */
  chatChannelId: v.nullable(v.string()),
  /** What the channel is called. */
  chatChannelName: v.nullable(v.string()),
  ...configHash,
})

/**
 * The channel to send reports to.
 * @example {"chatChannelId": "C17", "chatChannelName": "customers"}
 */
export const UpdateReportSettingsBodySchema = strictObject({
  /** 1 to 191 characters. */
  chatChannelId: trimmedText(bounds.channelIdLength),
  /** 1 to 120 characters. */
  chatChannelName: trimmedText(bounds.channelNameLength),
})

/** Who may send events from a browser. */
export const TrackingSettingsSchema = v.object({
  /**
   * Origins (`https://app.acme.example`), hosts (`acme.example`), all subdomains (`*.acme.example`), or `null`, the origin
   * of files and sandboxed frames. Empty: the server's `SVC_ALLOWED_ORIGINS`, else this machine alone.
   */
  allowedOrigins: v.array(v.string()),
  ...configHash,
})

/**
 * Who may send events from a browser from now on.
 * @example {"allowedOrigins": ["acme.example", "*.acme.example"]}
 */
export const UpdateTrackingSettingsBodySchema = strictObject({
  /** All of them: what isn't there is not allowed. Empty: the server's `SVC_ALLOWED_ORIGINS`, else this machine alone. */
  allowedOrigins: listOf(trimmedText(limits.tracking.originLength), limits.tracking.origins),
})

/** How long events are kept. */
export const RetentionSettingsSchema = v.object({
  /** Events that happened before so many days go, once a day; null: none do. 1 to 36,500. */
  days: v.nullable(v.pipe(v.number(), v.integer())),
  ...configHash,
})

/** What goes where events are kept for so long. Identify events stay, and so do records. */
export const RetentionLossSchema = v.object({
  /** Events that happened before it go. ISO 8601, UTC. */
  before: DateTimeSchema,
  /** How many events that is by now. */
  events: CountSchema,
})

const RetentionDaysSchema = integer(1, 36_500)

/** What to say beside the setting. */
export const RetentionQuerySchema = v.object({
  /**
   * Says what would go if events were kept for so many days. Default: the setting's.
   * @example 365
   */
  days: v.optional(queryInteger(1, 36_500)),
})

/**
 * How long events are kept from now on. What is older is deleted for good, within a day: ask with `days` before.
 * @example {"days": 730}
 */
export const UpdateRetentionSettingsBodySchema = strictObject({
  /** 1 to 36,500; null: for ever. */
  days: v.nullable(RetentionDaysSchema),
})

/** Channels of the chat app to choose from. */
export const ChatOptionsSchema = v.object({
  /** Whether a chat app is connected. */
  connected: v.boolean(),
  /** The channels that fit. */
  channels: v.pipe(
    v.array(
      v.object({
        /** The channel's id in the chat app. */
        id: v.string(),
        /** Its name. */
        name: v.string(),
        /** Whether only invited people see it. */
        isPrivate: v.boolean(),
      }),
    ),
    v.maxLength(bounds.optionsMax),
  ),
  /** Whether there are more channels than came. */
  hasMore: v.boolean(),
  /** Null when there are none. */
  nextCursor: v.nullable(v.string()),
})

/** Narrows {@link ChatOptions}. */
export const ChatOptionsQuerySchema = v.object({
  /**
   * Part of a channel's name or id; 1 to 120 characters.
   * @example "customers"
   */
  search: v.optional(text(bounds.searchLength, 1)),
  /** 1 to 100, default 50. */
  limit: v.optional(queryInteger(1, bounds.optionsMax), bounds.optionsDefault),
})

export const settingsRoutes = defineRoutes({
  getWorkspaceSettings: commandRoute({
    method: 'GET',
    path: '/api/settings',
    sdk: 'settings.get',
    svc: { path: ['settings', 'get'] },
    summary: 'Get the workspace’s settings',
    tag: 'settings',
    grant: 'agents:read',
    commandId: 'settings.get',
    data: v.object({ settings: WorkspaceSettingsSchema }),
    failures: [500],
    idempotent: true,
  }),
  updateWorkspaceSettings: commandRoute({
    method: 'PATCH',
    path: '/api/settings',
    sdk: 'settings.update',
    svc: { path: ['settings', 'update'] },
    summary: 'Change the workspace’s settings',
    description: 'What is set to what it already is leaves no audit entry.',
    tag: 'settings',
    grant: 'agents:write',
    commandId: 'settings.update',
    body: UpdateWorkspaceSettingsBodySchema,
    data: v.object({ settings: WorkspaceSettingsSchema }),
    failures: [409, 500],
    idempotent: true,
  }),
  getTrackingSettings: commandRoute({
    method: 'GET',
    path: '/api/settings/tracking',
    sdk: 'settings.getTracking',
    svc: { path: ['settings', 'tracking', 'get'] },
    summary: 'Get who may send events from a browser',
    tag: 'settings',
    grant: 'workspace_settings:read',
    commandId: 'settings.tracking.get',
    data: v.object({ tracking: TrackingSettingsSchema }),
    failures: [500],
    idempotent: true,
  }),
  updateTrackingSettings: commandRoute({
    method: 'PATCH',
    path: '/api/settings/tracking',
    sdk: 'settings.updateTracking',
    svc: { path: ['settings', 'tracking', 'update'] },
    summary: 'Set who may send events from a browser',
    description: 'It holds within half a second.',
    tag: 'settings',
    grant: 'workspace_settings:manage',
    commandId: 'settings.tracking.update',
    body: UpdateTrackingSettingsBodySchema,
    data: v.object({ tracking: TrackingSettingsSchema }),
    failures: [409, 500],
    idempotent: true,
  }),
  getRetentionSettings: commandRoute({
    method: 'GET',
    path: '/api/settings/retention',
    sdk: 'settings.getRetention',
    svc: { path: ['settings', 'retention', 'get'] },
    summary: 'Get how long events are kept, and what goes',
    tag: 'settings',
    grant: 'workspace_settings:read',
    commandId: 'settings.retention.get',
    query: RetentionQuerySchema,
    data: v.object({ retention: RetentionSettingsSchema, loss: v.nullable(RetentionLossSchema) }),
    failures: [400, 500, 503],
    idempotent: true,
  }),
  updateRetentionSettings: commandRoute({
    method: 'PATCH',
    path: '/api/settings/retention',
    sdk: 'settings.updateRetention',
    svc: { path: ['settings', 'retention', 'update'] },
    summary: 'Set how long events are kept',
    description:
      'What is older is deleted for good, within a day: the answer says how much that is. A longer time brings nothing back.',
    tag: 'settings',
    grant: 'workspace_settings:manage',
    commandId: 'settings.retention.update',
    isForPeople: true,
    body: UpdateRetentionSettingsBodySchema,
    data: v.object({ retention: RetentionSettingsSchema, loss: v.nullable(RetentionLossSchema) }),
    failures: [409, 500, 503],
    idempotent: true,
  }),
  getReportSettings: commandRoute({
    method: 'GET',
    path: '/api/settings/report',
    sdk: 'settings.getReport',
    svc: { path: ['settings', 'report', 'get'] },
    summary: 'Get the channel that reports go to',
    description: 'Its fields are null until one is set.',
    tag: 'settings',
    grant: 'agents:read',
    commandId: 'settings.report.get',
    data: v.object({ report: ReportSettingsSchema }),
    failures: [500],
    idempotent: true,
  }),
  updateReportSettings: commandRoute({
    method: 'PATCH',
    path: '/api/settings/report',
    sdk: 'settings.updateReport',
    svc: { path: ['settings', 'report', 'update'] },
    summary: 'Set the channel that reports go to',
    tag: 'settings',
    grant: 'agents:write',
    commandId: 'settings.report.update',
    body: UpdateReportSettingsBodySchema,
    data: v.object({ report: ReportSettingsSchema }),
    failures: [409, 500],
    idempotent: true,
  }),
  getReportSettingsOptions: commandRoute({
    method: 'GET',
    path: '/api/settings/report/options',
    sdk: 'settings.getReportOptions',
    svc: { path: ['settings', 'report', 'options'] },
    summary: 'List channels that reports may go to',
    tag: 'settings',
    grant: 'agents:read',
    commandId: 'settings.report.options',
    query: ChatOptionsQuerySchema,
    data: v.object({ chat: ChatOptionsSchema }),
    failures: [400, 500],
    idempotent: true,
  }),
})
