import { isJsonObject, type JsonObject } from '../maps.ts'
import { typeTexts } from '../generated/type-texts.ts'

/** What a docstring says of a field. */
export interface FieldText {
  text?: string
  /** Of its `@example` tags. */
  examples?: unknown[]
  /** Names of the types that its value may be of. */
  is?: string[]
  /** Of a value whose type has no name. */
  fields?: Record<string, FieldText>
}

/** What the docstrings of an interface say. */
export type TypeText = FieldText

const texts: Record<string, TypeText> = typeTexts

/** The text of a type of the contract, by its name. */
export const textOfType = (name: string): FieldText => ({ ...texts[name], is: [name] })

/** The text of a field of a type. */
export const textOfField = (type: string, field: string): FieldText => texts[type]?.fields?.[field] ?? {}

/** The same schema with the docstrings' descriptions and examples, as deep as they go. */
export function explain(schema: JsonObject, field: FieldText, depth = 0): JsonObject {
  const explained: JsonObject = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isJsonObject(value)) explained[key] = explainFields(value, field, depth)
    else if (inner.has(key) && isJsonObject(value)) explained[key] = explain(value, unnamed(field), depth)
    else if (inner.has(key) && Array.isArray(value)) {
      explained[key] = value.map((one: unknown) =>
        isJsonObject(one) ? explain(one, unnamed(field), depth) : one,
      )
    } else explained[key] = value
  }
  const text = field.text ?? field.is?.map((name) => texts[name]?.text).find((found) => found !== undefined)
  return {
    ...explained,
    ...(text === undefined || explained['description'] !== undefined ? {} : { description: text }),
    ...(field.examples === undefined ? {} : { examples: field.examples }),
  }
}

/** Where a schema holds the schemas of its parts. */
const inner = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'not'])

function explainFields(properties: JsonObject, field: FieldText, depth: number): JsonObject {
  const fields = [field.fields, ...(field.is ?? []).map((name) => texts[name]?.fields)]
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const field = fields.find((known) => known?.[name] !== undefined)?.[name] ?? {}
      return [name, isJsonObject(schema) && depth < 12 ? explain(schema, field, depth + 1) : schema]
    }),
  )
}

/** What is said of a whole isn't said again of its parts. */
function unnamed({ is, fields }: FieldText): FieldText {
  return {
    fields: Object.assign({}, ...(is ?? []).map((name) => allFieldsOf(name)), fields) as Record<
      string,
      FieldText
    >,
  }
}

function allFieldsOf(name: string, seen = new Set<string>()): Record<string, FieldText> {
  if (seen.has(name)) return {}
  seen.add(name)
  const { is = [], fields = {} } = texts[name] ?? {}
  return Object.assign({}, ...is.map((inner) => allFieldsOf(inner, seen)), fields) as Record<
    string,
    FieldText
  >
}
