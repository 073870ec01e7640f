import * as v from 'valibot'

/**
 * Says in JSON Schema what a schema written by hand accepts, for the OpenAPI document. Stands right behind that schema
 * in a pipe, before anything that transforms.
 */
export const describedAs = <Input>(jsonSchema: Record<string, unknown>) =>
  v.metadata<Input, { readonly jsonSchema: Record<string, unknown> }>({ jsonSchema })
