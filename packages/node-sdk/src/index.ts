import type { methodOf } from './methods.ts'

export type { ToolInputs, ToolName, ToolOutputs } from '@customer-intel/contract'
export { ApiPromise, type ApiResponse } from './client/api-promise.ts'
export { CustomerIntel } from './client/client.ts'
export { ListPromise, type Page } from './client/list-promise.ts'
export type {
  CustomerIntelOptions,
  Hooks,
  RequestInfo,
  RequestOptions,
  TracerLike,
} from './client/options.ts'
export type { QueryOptions, QueryResult } from './client/query.ts'
export { isToolName, toolNames } from './contract/tool-names.ts'
export { CustomerIntelError } from './errors/error.ts'
export * from './errors/errors.ts'
export type { Issue } from './errors/issue.ts'
export type * from './generated/types.ts'
export type { WaitOptions } from './resources/integrations.ts'
export { normalizeSourceType, normalizeSourceTypes, sourceTypeAliases, sourceTypes } from './source-types.ts'
/** The client's method for each route of the API, as `resource.method`. */
export type MethodOf = typeof methodOf
