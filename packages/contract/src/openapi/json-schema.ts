import { toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { isJsonObject, type JsonObject } from '../maps.ts'
import { emailPattern } from '../addresses.ts'
import { calendarDatePattern, utcDateTimePattern, uuidPattern, zonedDateTimePattern } from '../scalars.ts'
import { components } from './components.ts'
import { explain, textOfType } from './texts.ts'

/** A pattern that has a format is described by it too, and by it alone where it has flags: JSON Schema knows none. */
const formats = new Map<string, string>([
  [uuidPattern.source, 'uuid'],
  [emailPattern.source, 'email'],
  [calendarDatePattern.source, 'date'],
  [utcDateTimePattern.source, 'date-time'],
  [zonedDateTimePattern.source, 'date-time'],
])

const config: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // Rules that JSON Schema can't say (what two fields have to do with each other) are said in words by the server.
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => componentRef(referenceId),
  // A list of one word: tools that make requests up from the document read no `const`.
  overrideSchema({ valibotSchema, jsonSchema }) {
    if (valibotSchema.type !== 'literal' || jsonSchema.const === undefined) return undefined
    const { const: word, ...rest } = jsonSchema
    return { ...rest, enum: [word] }
  },
  overrideAction({ valibotAction, jsonSchema }) {
    if (valibotAction.type === 'metadata') {
      // The converter has copied the metadata into the schema as it was.
      const { jsonSchema: described, ...rest } = Object.fromEntries(Object.entries(jsonSchema))
      return isJsonObject(described) ? { ...rest, ...described } : undefined
    }
    if (valibotAction.type !== 'regex' || !('requirement' in valibotAction)) return undefined
    const { requirement } = valibotAction
    const format = requirement instanceof RegExp ? formats.get(requirement.source) : undefined
    if (format === undefined) return undefined
    const { pattern, ...rest } = jsonSchema
    const flags = requirement instanceof RegExp ? requirement.flags : ''
    return { ...rest, ...(flags === '' ? { pattern } : {}), format }
  },
}

export const componentRef = (name: string): string => `#/components/schemas/${name}`

/** Schemas of the contract as JSON Schema 2020-12. Named ones become references to the document's components. */
export interface SchemaDescriptions {
  describe: (schema: v.GenericSchema) => JsonObject
  /** Every named schema. */
  components: Record<string, JsonObject>
}

/** Describes these schemas and all components, in one go. */
export function describeSchemas(schemas: Iterable<v.GenericSchema>): SchemaDescriptions {
  const names = new Map(Object.entries(components).map(([name, schema]) => [schema, name]))
  const unnamed = [...new Set(schemas)].filter((schema) => !names.has(schema))
  // A copy is converted in place: a definition under its own identity would turn every use into a reference.
  const copies = Object.fromEntries(unnamed.map((schema, index) => [`#${index}`, { ...schema }]))
  const definitions = toJsonSchemaDefs<Record<string, v.GenericSchema>>({ ...components, ...copies }, config)
  const described = new Map(unnamed.map((schema, index) => [schema, tidy(definitions[`#${index}`] ?? {})]))
  return {
    describe(schema) {
      const name = names.get(schema)
      return name === undefined ? (described.get(schema) ?? {}) : { $ref: componentRef(name) }
    },
    components: Object.fromEntries(
      Object.keys(components).map((name) => [
        name,
        explain(
          { ...tidy(definitions[name] ?? {}), ...discriminatorOf(components[name], names) },
          textOfType(name),
        ),
      ]),
    ),
  }
}

/** Says by which field the options of a variant differ, so that a generated client can tell them apart. */
function discriminatorOf(
  schema: v.GenericSchema | undefined,
  names: ReadonlyMap<v.GenericSchema, string>,
): JsonObject {
  if (schema?.type !== 'variant' || !('key' in schema) || !('options' in schema)) return {}
  const key = String(schema.key)
  const options = (schema.options as v.GenericSchema[]).map((option) => {
    const { [key]: field } = (option as unknown as { entries: Record<string, { literal?: unknown }> }).entries
    return [String(field?.literal), names.get(option)] as const
  })
  if (options.some(([, name]) => name === undefined)) return {}
  const mapping = Object.fromEntries(options.map(([word, name]) => [word, componentRef(name!)]))
  return { discriminator: { propertyName: key, mapping } }
}

/** Leaves out what says nothing: empty `required` lists and a least length of 0. */
function tidy(schema: object): JsonObject {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'required' && Array.isArray(value) && value.length === 0) return undefined
    return (key === 'minLength' || key === 'minItems') && value === 0 ? undefined : value
  })
  const parsed: unknown = JSON.parse(text)
  return isJsonObject(parsed) ? parsed : {}
}
