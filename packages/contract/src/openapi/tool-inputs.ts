import { isJsonObject, type JsonObject } from '../maps.ts'
import { tools, type ToolName } from '../tools/index.ts'
import { componentRef, describeSchemas } from './json-schema.ts'

/** The input of each of these tools as JSON Schema 2020-12, whole by itself. */
export function describeToolInputs<Name extends ToolName>(names: readonly Name[]): Map<Name, JsonObject> {
  const { describe, components } = describeSchemas(names.map((name) => tools[name].input))
  const refStart = componentRef('')

  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (!isJsonObject(value)) return value
    const { $ref, ...rest } = value
    const own = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, inline(part)]))
    if (typeof $ref !== 'string') return own
    return { ...(inline(components[$ref.slice(refStart.length)]) as JsonObject), ...own }
  }

  return new Map(names.map((name) => [name, inline(describe(tools[name].input)) as JsonObject]))
}
