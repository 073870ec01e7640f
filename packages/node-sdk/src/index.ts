import type { methodOf } from './methods.ts'

export type { ToolInputs, ToolName, ToolOutputs } from '@customer-intel/contract'
export { ApiPromise, type ApiResponse } from './client/api-promise.ts'
export { CustomerIntel } from './client/client.ts'
export { ListPromise, type ListRules, type Page } from './client/list-promise.ts'
export type {
  CustomerIntelOptions,
  Hooks,
  RequestInfo,
  RequestOptions,
  TracerLike,
} from './client/options.ts'
export type { QueryOptions, QueryResult } from './client/query.ts'
export { isToolName, toolNames } from './contract/tool-names.ts'
export { CustomerIntelError, type ErrorFields } from './errors/error.ts'
export * from './errors/errors.ts'
export type { Issue } from './errors/issue.ts'
export type * from './generated/types.ts'
export type { ActivationResource } from './resources/activation.ts'
export type { AgentsResource } from './resources/agents.ts'
export type { AutomationsResource } from './resources/automations.ts'
export type { DestinationsResource } from './resources/destinations.ts'
export type { FeedbackResource } from './resources/feedback.ts'
export type { IdentityResource } from './resources/identity.ts'
export type { IntegrationsResource } from './resources/integrations.ts'
export type { KeysResource } from './resources/keys.ts'
export type { PeopleResource } from './resources/people.ts'
export type { RecordsResource } from './resources/records.ts'
export type { DataOf, Resource } from './resources/resource.ts'
export type { SettingsResource } from './resources/settings.ts'
export type { SignalsResource } from './resources/signals.ts'
export type { ToolsResource } from './resources/tools.ts'
export type { WaitOptions } from './resources/integrations.ts'
export { normalizeSourceType, normalizeSourceTypes, sourceTypeAliases, sourceTypes } from './source-types.ts'
/** The client's method for each route of the API, as `resource.method`. */
export type MethodOf = typeof methodOf
