import { tools, type ToolName } from './generated/operations.ts'

/** The tools' names, in the contract's order. */
export function toolNames(): ToolName[] {
  return Object.keys(tools) as ToolName[]
}

/** Whether a tool has this name. */
export function isToolName(value: unknown): value is ToolName {
  return typeof value === 'string' && Object.hasOwn(tools, value)
}
