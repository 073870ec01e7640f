import { tools, type ToolName } from './generated/operations.ts'

/** The names of the tools, in the order in which they are told of. */
export function toolNames(): ToolName[] {
  return Object.keys(tools) as ToolName[]
}

/** Whether a tool has this name. */
export function isToolName(value: unknown): value is ToolName {
  return typeof value === 'string' && Object.hasOwn(tools, value)
}
