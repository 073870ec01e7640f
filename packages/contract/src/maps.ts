import * as v from 'valibot'
import { limits } from './limits.ts'
import { isStorable } from './scalars.ts'

/** What a trait or a property may hold. */
export type TraitValue = string | number | boolean | null

/** A flat map of traits. */
export type Traits = Record<string, TraitValue>

/** An object of JSON, not an array, not null. */
export type JsonObject = Record<string, unknown>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface MapRules<Value> {
  isValue: (value: unknown) => value is Value
  /** The end of a sentence, for a value that is none. */
  expectation: string
  /** The JSON Schema of a value, for the OpenAPI document. */
  valueJsonSchema: JsonObject
}

/**
 * A flat map with bounds on keys and values. Counts the keys before it looks at one, so that a hostile map costs
 * little. A key `__proto__` is kept as an own property of the result and never reaches a prototype.
 */
function mapOf<Value>(rules: MapRules<Value>) {
  const { mapKeys, mapKeyLength } = limits.ingest
  return v.pipe(
    v.custom<Record<string, Value>>(isJsonObject, 'must be an object'),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const input: Record<string, unknown> = dataset.value
      const keys = Object.keys(input)
      if (keys.length > mapKeys) {
        addIssue({ message: `must have at most ${mapKeys} keys; it has ${keys.length}` })
        return NEVER
      }
      const output: Record<string, Value> = {}
      for (const key of keys) {
        const value = input[key]
        const keyFault = findKeyFault(key, mapKeyLength)
        if (keyFault !== null || !rules.isValue(value) || !isStorableText(value)) {
          addIssue({
            message: keyFault ?? findValueFault(value, rules.expectation),
            path: [{ type: 'object', origin: 'value', input, key: key.slice(0, 100), value }],
          })
          return NEVER
        }
        if (key === '__proto__') {
          Object.defineProperty(output, key, { value, enumerable: true, configurable: true, writable: true })
        } else output[key] = value
      }
      return output
    }),
    v.metadata({
      jsonSchema: { type: 'object', maxProperties: mapKeys, additionalProperties: rules.valueJsonSchema },
    }),
  )
}

function findKeyFault(key: string, maxLength: number): string | null {
  if (key.length > maxLength) return `has a name longer than ${maxLength} characters`
  return isStorable(key) ? null : 'has a name with NUL characters or lone surrogates'
}

/** Whether a value, if it is a string, is short enough and can be stored. */
function isStorableText(value: unknown): boolean {
  return typeof value !== 'string' || (value.length <= limits.ingest.mapValueLength && isStorable(value))
}

function findValueFault(value: unknown, expectation: string): string {
  const max = limits.ingest.mapValueLength
  if (typeof value !== 'string' || isStorableText(value)) return expectation
  if (value.length > max) return `must be at most ${max} characters long; it has ${value.length}`
  return 'must not contain NUL characters or lone surrogates'
}

function isTraitValue(value: unknown): value is TraitValue {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' || typeof value === 'boolean' || value === null
}

/** Traits and properties: a flat map to strings, finite numbers, booleans and null. */
export const TraitsSchema = mapOf<TraitValue>({
  isValue: isTraitValue,
  expectation: 'must be a string, a finite number, a boolean or null: flatten or leave out what is nested',
  valueJsonSchema: { type: ['string', 'number', 'boolean', 'null'] },
})

/** Form fields: a flat map to strings. */
export const FormFieldsSchema = mapOf<string>({
  isValue: (value): value is string => typeof value === 'string',
  expectation: 'must be a string',
  valueJsonSchema: { type: 'string' },
})
