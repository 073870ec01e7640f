import * as v from 'valibot'
import { cutText } from './cut-text.ts'
import { limits } from './limits.ts'
import { describedAs } from './described-as.ts'
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
  /** Default 1,000. */
  maxKeys?: number
  /** What a key may look like; default anything of up to 500 characters. */
  keyPattern?: RegExp
  /** Length of a string value. Default 32,768. */
  maxValueLength?: number
}

/**
 * A flat map with bounds on keys and values. Counts the keys before it looks at one, so that a hostile map costs
 * little. A key `__proto__` is kept as an own property of the result and never reaches a prototype.
 */
export function mapOf<Value>(rules: MapRules<Value>) {
  const { maxKeys = limits.ingest.mapKeys, maxValueLength = limits.ingest.mapValueLength } = rules
  return v.pipe(
    v.custom<Record<string, Value>>(isJsonObject, 'must be an object'),
    describedAs({
      type: 'object',
      maxProperties: maxKeys,
      additionalProperties: rules.valueJsonSchema,
    }),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const input: Record<string, unknown> = dataset.value
      const keys = Object.keys(input)
      if (keys.length > maxKeys) {
        addIssue({ message: `must have at most ${maxKeys} keys; it has ${keys.length}` })
        return NEVER
      }
      const output: Record<string, Value> = {}
      for (const key of keys) {
        const value = input[key]
        const keyFault = findKeyFault(key, rules.keyPattern)
        if (keyFault !== null || !rules.isValue(value) || !isStorableText(value, maxValueLength)) {
          addIssue({
            message: keyFault ?? findValueFault(value, rules.expectation, maxValueLength),
            path: [{ type: 'object', origin: 'value', input, key: cutText(key, 100), value }],
          })
          return NEVER
        }
        if (key === '__proto__') {
          Object.defineProperty(output, key, { value, enumerable: true, configurable: true, writable: true })
        } else output[key] = value
      }
      return output
    }),
  )
}

function findKeyFault(key: string, pattern: RegExp | undefined): string | null {
  const max = limits.ingest.mapKeyLength
  if (key.length > max) return `has a name longer than ${max} characters`
  if (pattern !== undefined && !pattern.test(key)) return `has a name that does not match ${pattern.source}`
  return isStorable(key) ? null : 'has a name with NUL characters or lone surrogates'
}

/** Whether a value, if it is a string, is short enough and can be stored. */
function isStorableText(value: unknown, maxLength: number): boolean {
  return typeof value !== 'string' || (value.length <= maxLength && isStorable(value))
}

function findValueFault(value: unknown, expectation: string, maxLength: number): string {
  if (typeof value !== 'string' || isStorableText(value, maxLength)) return expectation
  if (value.length > maxLength) return `must be at most ${maxLength} characters long; it has ${value.length}`
  return 'must not contain NUL characters or lone surrogates'
}

function isTraitValue(value: unknown): value is TraitValue {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' || typeof value === 'boolean' || value === null
}

/** Traits and properties: a flat map to strings, finite numbers, booleans and null. */
export const TraitsSchema = mapOf<TraitValue>({
  isValue: isTraitValue,
  expectation: 'must be a string, a finite number, a boolean or null: flatten or omit what is nested',
  valueJsonSchema: { type: ['string', 'number', 'boolean', 'null'] },
})

/** Form fields: a flat map to strings. */
export const FormFieldsSchema = mapOf<string>({
  isValue: (value): value is string => typeof value === 'string',
  expectation: 'must be a string',
  valueJsonSchema: { type: 'string' },
})
