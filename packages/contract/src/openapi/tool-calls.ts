// A tool as the document has it: a call of it, and its answer.
import type * as v from 'valibot'
import type { JsonObject } from '../maps.ts'
import { MayBeStaleSchema } from '../staleness.ts'
import { tools, type ToolName } from '../tools/index.ts'
import { componentRef, type SchemaDescriptions } from './json-schema.ts'

/** `svc_list_customers` is called by a `ListCustomersCall`. */
const callName = (tool: ToolName) =>
  `${tool.slice('svc'.length).replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}Call`

/** The body of `POST /api/tools/call`: one of these calls. */
export function callOfAnyTool(toolNames: readonly ToolName[]): JsonObject {
  const refs = toolNames.map((name) => [name, componentRef(callName(name))] as const)
  return {
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'tool', mapping: Object.fromEntries(refs) },
    examples: [{ tool: 'svc_list_customers', input: { billingStatus: 'PAYING', limit: 5 } }],
  }
}

/** A call of each tool, with its own input. */
export function describeToolCalls(
  toolNames: readonly ToolName[],
  describe: SchemaDescriptions['describe'],
): Record<string, JsonObject> {
  return Object.fromEntries(
    toolNames.map((name) => [
      callName(name),
      {
        type: 'object',
        title: name,
        description: tools[name].description,
        properties: {
          tool: { enum: [name], type: 'string', description: 'The name of the tool.' },
          input: { ...describe(tools[name].input), description: 'What the tool takes.' },
        },
        required: acceptsNothing(tools[name].input) ? ['tool'] : ['tool', 'input'],
        additionalProperties: false,
      },
    ]),
  )
}

/** Whether a tool may be called without input. */
export function acceptsNothing(input: v.GenericSchema): boolean {
  return input['~run']({ value: {} }, {}).issues === undefined
}

/** What a tool answers: its output, and perhaps that it is stale. */
export function describeOutput(name: ToolName, describe: SchemaDescriptions['describe']): JsonObject {
  return { allOf: [describe(tools[name].output), describe(MayBeStaleSchema)] }
}
