import * as v from 'valibot'
import { describedAs } from './described-as.ts'

/** An object of an input: unknown keys are issues that name them, and a list is no object. */
export const strictObject = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  refuseLists(v.strictObject(entries))

/** An object of an input whose unknown keys are ignored. A list is no object. */
export const openObject = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  refuseLists(v.object(entries))

/** Says in the OpenAPI document that at least one of these fields is needed; a check says it to callers. */
export const needsOneOf = <Input>(...fields: string[]) =>
  describedAs<Input>({ anyOf: fields.map((field) => requires([field])) })

/** Says in the OpenAPI document that of each pair only one field may be given; a check says it to callers. */
export const excludes = <Input>(...pairs: [string, string][]) =>
  describedAs<Input>(
    pairs.length === 1 ? { not: requires(pairs[0]!) } : { not: { anyOf: pairs.map(requires) } },
  )

/** The fields stand there once more, since linters and generators look for a required one beside its name. */
function requires(fields: readonly string[]) {
  return { properties: Object.fromEntries(fields.map((field) => [field, {}])), required: fields }
}

/** A list of an input. Its length is looked at before its items, so that a hostile one costs little. */
export function listOf<const Item extends v.GenericSchema>(item: Item, max: number, min = 0) {
  const schema = v.pipe(v.array(item), v.minLength(min), v.maxLength(max))
  const tooLong = v.pipe(v.array(v.unknown()), v.maxLength(max))
  const run: (typeof schema)['~run'] = (dataset, config) => {
    const list = dataset.value
    if (!Array.isArray(list) || list.length <= max) return schema['~run'](dataset, config)
    return { ...tooLong['~run']({ value: list }, config), value: list }
  }
  return { ...schema, '~run': run }
}

/** valibot takes a list for an object, and an empty one for an empty object. */
function refuseLists<Schema extends v.GenericSchema>(schema: Schema): Schema {
  return {
    ...schema,
    '~run'(dataset, config) {
      const list = dataset.value
      if (!Array.isArray(list)) return schema['~run'](dataset, config)
      const refused = schema['~run']({ value: null }, config)
      return { ...refused, value: list, issues: refused.issues?.map((issue) => ({ ...issue, input: list })) }
    },
  }
}
