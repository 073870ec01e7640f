import { operationNames, type OperationName, type routes } from './routes/index.ts'
import { tools, type ToolName } from './tools/index.ts'

/**
 * Routes of the contract that no server serves yet: not mounted, not in `/openapi.json`, without a method in the SDK.
 * Take a name out when its handler stands: server and SDK don't compile until both follow.
 */
const plannedOperations = [] as const satisfies readonly OperationName[]

/** Tools of the contract that no server offers yet. */
const plannedTools = [] as const satisfies readonly ToolName[]

/** A route that servers serve. */
export type ServedOperation = Exclude<OperationName, (typeof plannedOperations)[number]>

/** A route that servers serve to an API key. */
export type PlatformOperation = {
  [Name in ServedOperation]: (typeof routes)[Name]['auth'] extends 'apiKey' ? Name : never
}[ServedOperation]

/** A tool that servers offer. */
export type ServedTool = Exclude<ToolName, (typeof plannedTools)[number]>

export const servedOperations = /* #__PURE__ */ operationNames.filter(
  (name): name is ServedOperation => !(plannedOperations as readonly OperationName[]).includes(name),
)

export const servedTools = /* #__PURE__ */ (Object.keys(tools) as ToolName[]).filter(
  (name): name is ServedTool => !(plannedTools as readonly ToolName[]).includes(name),
)
