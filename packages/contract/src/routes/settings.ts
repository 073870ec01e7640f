import * as v from 'valibot'
import { readHost } from '../addresses.ts'
import { listOf, needsOneOf, strictObject } from '../objects.ts'
import type { CommandSuccess } from '../command-envelope.ts'
import { limits } from '../limits.ts'
import { queryInteger } from '../query-values.ts'
import { text, trimmedText } from '../scalars.ts'
import { commandRoute, type NoInput, type RouteDefinition } from './definition.ts'

/** The settings of a workspace. */
export interface WorkspaceSettings {
  /**
   * IANA name.
   * @example "Europe/Berlin"
   */
  defaultTimezone: string
  /** Whether customers and people that look like one are suggested for a merge. True until it is switched off. */
  identityMergeSuggestions: boolean
  /**
   * Your own domains, in ASCII; at most 50. Addresses of them and of their subdomains are internal: they make no customer
   * and no contact from synced records. Empty: members and their companies' addresses alone are.
   * @example ["ourselves.example"]
   */
  domains: string[]
}
/** The channel that reports go to; null until one is set. */
export interface ReportSettings {
  /** The channel's id in the chat app. */
  chatChannelId: string | null
  /** What the channel is called. */
  chatChannelName: string | null
}

/**
 * The channel to send reports to.
 * @example {"chatChannelId": "C17", "chatChannelName": "customers"}
 */
export interface UpdateReportSettingsBody {
  /** 1 to 191 characters. */
  chatChannelId: string
  /** 1 to 120 characters. */
  chatChannelName: string
}
/** Channels of the chat app to choose from. */
export interface ChatOptions {
  /** Whether a chat app is connected. */
  connected: boolean
  /** The channels that fit. */
  channels: {
    /** The channel's id in the chat app. */
    id: string
    /** Its name. */
    name: string
    /** Whether only invited people see it. */
    isPrivate: boolean
  }[]
  /** Whether there are more channels than came. */
  hasMore: boolean
  /** Null when there are none. */
  nextCursor: string | null
}
/** Narrows {@link ChatOptions}. */
export interface ChatOptionsQuery {
  /**
   * Part of a channel's name or id; 1 to 120 characters.
   * @example "customers"
   */
  search?: string
  /** 1 to 100, default 50. */
  limit?: number
}
/**
 * Body of `PATCH /api/settings`: at least one field.
 * @example {"defaultTimezone": "Europe/Berlin"}
 */
export type UpdateWorkspaceSettingsBody = Partial<WorkspaceSettings>

export interface SettingsRouteInputs {
  getWorkspaceSettings: NoInput
  updateWorkspaceSettings: { body: UpdateWorkspaceSettingsBody }
  getReportSettings: NoInput
  updateReportSettings: { body: UpdateReportSettingsBody }
  getReportSettingsOptions: { query?: ChatOptionsQuery }
}

export interface SettingsRouteOutputs {
  getWorkspaceSettings: CommandSuccess<{ settings: WorkspaceSettings }>
  updateWorkspaceSettings: CommandSuccess<{ settings: WorkspaceSettings }>
  getReportSettings: CommandSuccess<{ report: ReportSettings }>
  updateReportSettings: CommandSuccess<{ report: ReportSettings }>
  getReportSettingsOptions: CommandSuccess<{ chat: ChatOptions }>
}

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

export const WorkspaceSettingsSchema = v.object({
  defaultTimezone: v.string(),
  identityMergeSuggestions: v.boolean(),
  domains: v.array(v.string()),
}) satisfies v.GenericSchema<WorkspaceSettings>

export const UpdateWorkspaceSettingsBodySchema = v.pipe(
  strictObject({
    defaultTimezone: v.optional(TimezoneSchema),
    identityMergeSuggestions: v.optional(v.boolean()),
    domains: v.optional(listOf(OwnDomainSchema, bounds.domains)),
  }),
  needsOneOf('defaultTimezone', 'identityMergeSuggestions', 'domains'),
  v.check(
    (settings) => Object.keys(settings).length > 0,
    'must change something: give defaultTimezone, identityMergeSuggestions or domains',
  ),
) satisfies v.GenericSchema<UpdateWorkspaceSettingsBody>

export const ReportSettingsSchema = v.object({
  chatChannelId: v.nullable(v.string()),
  chatChannelName: v.nullable(v.string()),
}) satisfies v.GenericSchema<ReportSettings>

export const UpdateReportSettingsBodySchema = strictObject({
  chatChannelId: trimmedText(bounds.channelIdLength),
  chatChannelName: trimmedText(bounds.channelNameLength),
}) satisfies v.GenericSchema<UpdateReportSettingsBody>

export const ChatOptionsSchema = v.object({
  connected: v.boolean(),
  channels: v.pipe(
    v.array(v.object({ id: v.string(), name: v.string(), isPrivate: v.boolean() })),
    v.maxLength(bounds.optionsMax),
  ),
  hasMore: v.boolean(),
  nextCursor: v.nullable(v.string()),
}) satisfies v.GenericSchema<ChatOptions>

export const ChatOptionsQuerySchema = v.object({
  search: v.optional(text(bounds.searchLength, 1)),
  limit: v.optional(queryInteger(1, bounds.optionsMax), bounds.optionsDefault),
}) satisfies v.GenericSchema<ChatOptionsQuery>

export const settingsRoutes = {
  getWorkspaceSettings: commandRoute({
    operation: 'getWorkspaceSettings',
    method: 'GET',
    path: '/api/settings',
    summary: 'Get the workspace’s settings',
    tag: 'settings',
    grant: 'agents:read',
    commandId: 'settings.get',
    data: v.object({ settings: WorkspaceSettingsSchema }),
    failures: [500],
    idempotent: true,
  }),
  updateWorkspaceSettings: commandRoute({
    operation: 'updateWorkspaceSettings',
    method: 'PATCH',
    path: '/api/settings',
    summary: 'Change the workspace’s settings',
    description: 'What is set to what it already is leaves no audit entry.',
    tag: 'settings',
    grant: 'agents:write',
    commandId: 'settings.update',
    body: UpdateWorkspaceSettingsBodySchema,
    data: v.object({ settings: WorkspaceSettingsSchema }),
    failures: [500],
    idempotent: true,
  }),
  getReportSettings: commandRoute({
    operation: 'getReportSettings',
    method: 'GET',
    path: '/api/settings/report',
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
    operation: 'updateReportSettings',
    method: 'PATCH',
    path: '/api/settings/report',
    summary: 'Set the channel that reports go to',
    tag: 'settings',
    grant: 'agents:write',
    commandId: 'settings.report.update',
    body: UpdateReportSettingsBodySchema,
    data: v.object({ report: ReportSettingsSchema }),
    failures: [500],
    idempotent: true,
  }),
  getReportSettingsOptions: commandRoute({
    operation: 'getReportSettingsOptions',
    method: 'GET',
    path: '/api/settings/report/options',
    summary: 'List channels that reports may go to',
    tag: 'settings',
    grant: 'agents:read',
    commandId: 'settings.report.options',
    query: ChatOptionsQuerySchema,
    data: v.object({ chat: ChatOptionsSchema }),
    failures: [400, 500],
    idempotent: true,
  }),
} as const satisfies { [Name in keyof SettingsRouteInputs]: RouteDefinition & { operation: Name } }
