import { toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { isJsonObject, type JsonObject } from '../maps.ts'
import {
  calendarDatePattern,
  emailPattern,
  utcDateTimePattern,
  uuidPattern,
  zonedDateTimePattern,
} from '../scalars.ts'
import { components } from './components.ts'

/** A pattern is told by its format where there is one: JSON Schema knows no flags. */
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
    const { pattern: _pattern, ...rest } = jsonSchema
    return { ...rest, format }
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
      Object.keys(components).map((name) => [name, tidy(definitions[name] ?? {})]),
    ),
  }
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
