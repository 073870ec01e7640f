import type * as v from 'valibot'
import { isJsonObject, type JsonObject } from '../maps.ts'
import { MayBeStaleSchema } from '../staleness.ts'
import { tools, type ToolName } from '../tools/index.ts'
import { componentRef, describeSchemas } from './json-schema.ts'

/** The input of each of these tools as JSON Schema 2020-12, whole by itself. */
export function describeToolInputs<Name extends ToolName>(names: readonly Name[]): Map<Name, JsonObject> {
  const describe = describeWhole(names.map((name) => tools[name].input))
  return new Map(names.map((name) => [name, describe(tools[name].input)]))
}

/** The output of each of these tools as JSON Schema 2020-12, whole by itself, with what any answer may say beside. */
export function describeToolOutputs<Name extends ToolName>(names: readonly Name[]): Map<Name, JsonObject> {
  const describe = describeWhole([...names.map((name) => tools[name].output), MayBeStaleSchema])
  const beside = describe(MayBeStaleSchema)['properties'] as JsonObject
  return new Map(
    names.map((name) => {
      const { properties, ...output } = describe(tools[name].output)
      return [name, { ...output, type: 'object', properties: { ...(properties as JsonObject), ...beside } }]
    }),
  )
}

/** A schema as JSON Schema 2020-12, whole by itself. */
export function describeSchema(schema: v.GenericSchema): JsonObject {
  return describeWhole([schema])(schema)
}

/** Describes schemas with everything in its place, where the OpenAPI document has references. */
export function describeWhole(schemas: readonly v.GenericSchema[]): (schema: v.GenericSchema) => JsonObject {
  const { describe, components } = describeSchemas(schemas)
  const refStart = componentRef('')

  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (!isJsonObject(value)) return value
    const { $ref, ...rest } = value
    const own = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, inline(part)]))
    if (typeof $ref !== 'string') return own
    return { ...(inline(components[$ref.slice(refStart.length)]) as JsonObject), ...own }
  }

  return (schema) => inline(describe(schema)) as JsonObject
}
