import type { ToolName } from '@customer-intel/contract'
import { findTool, listToolNames } from './table.ts'

/** The names of the tools, in the order in which they are told of. */
export function toolNames(): ToolName[] {
  return listToolNames() as ToolName[]
}

/** Whether a tool has this name. */
export function isToolName(value: unknown): value is ToolName {
  return typeof value === 'string' && findTool(value) !== undefined
}
