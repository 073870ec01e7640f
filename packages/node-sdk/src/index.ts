export { ApiPromise, type ApiResponse } from './client/api-promise.ts'
export { CustomerIntel } from './client/client.ts'
export { EventStream } from './client/event-stream.ts'
export { TextStream } from './client/text-stream.ts'
export { ListPromise, type Page } from './client/list-promise.ts'
export type {
  CustomerIntelOptions,
  Hooks,
  RequestInfo,
  RequestOptions,
  TracerLike,
} from './client/options.ts'
export type { QueryOptions, QueryResult } from './client/query.ts'
export { CustomerIntelError, type ErrorFields } from './errors/error.ts'
export * from './errors/errors.ts'
export type { Issue } from './errors/issue.ts'
export type { OperationName, ToolName } from './generated/operations.ts'
export type * from './generated/resources.ts'
export type * from './generated/tools.ts'
export type * from './generated/types.ts'
export type { Open } from './open.ts'
export { normalizeSourceType, normalizeSourceTypes, sourceTypeAliases, sourceTypes } from './source-types.ts'
export { isToolName, toolNames } from './tool-names.ts'
