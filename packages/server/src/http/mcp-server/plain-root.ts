import type { JsonObject } from '@customer-intel/contract'

/** Words that combine schemas: clients drop a tool that has one at the root of a schema, some the whole list with it. */
const combining = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  '$ref',
  'dependentSchemas',
])

/**
 * The schema with a plain object at its root. What the combining words say is checked by the server all the same, and
 * stands in the descriptions of the fields.
 */
export function plainRoot(schema: JsonObject): JsonObject & { type: 'object' } {
  const kept = Object.entries(schema).filter(([word]) => !combining.has(word))
  return { ...Object.fromEntries(kept), type: 'object' }
}
