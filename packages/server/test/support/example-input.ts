import { tools, type ToolName } from '@customer-intel/contract'
import { exampleOf } from '@customer-intel/contract/openapi/example-of'

/** The example of a tool's input in the contract, with what exists here in place of what its fields name. */
export function exampleInput(name: ToolName, existing: Record<string, unknown>): Record<string, unknown> {
  const example = exampleOf(tools[name].input) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(example).map(([field, value]) => [field, existing[field] ?? value]),
  )
}
