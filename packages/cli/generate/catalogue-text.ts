import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  type CommandLayout,
  type JsonObject,
  type ToolDefinition,
  getRoute,
  isJsonObject,
  isPlatformOperation,
  operationNames,
  toolNames,
  tools,
  trackerQueue,
} from '@customer-intel/contract'
import { describeSchemas } from '../../contract/src/openapi/json-schema.ts'
import type { Catalogue, Field, RouteEntry, ToolEntry } from '../src/catalogue/catalogue.ts'

type Schema = Parameters<typeof describeSchemas>[0] extends Iterable<infer One> ? One : never

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The text of `src/generated/catalogue.ts`, from the contract's tables. */
export function catalogueText(): string {
  const catalogue: Catalogue = { tools: toolNames.map(toolEntry), routes: routeEntries() }
  const text = [
    '// Written by `pnpm generate` from the contract; a test fails when it is out of date.',
    '',
    "import type { Catalogue } from '../catalogue/catalogue.ts'",
    '',
    `export const catalogue: Catalogue = ${JSON.stringify(catalogue, null, 2)}`,
    '',
    '/** The first line of the tag, by which pages may call `svc` before the script is there. */',
    `export const trackerQueue = ${JSON.stringify(trackerQueue)}`,
    '',
  ].join('\n')
  return execFileSync(`${root}node_modules/.bin/oxfmt`, ['--stdin-filepath=catalogue.ts'], {
    input: text,
    encoding: 'utf8',
    cwd: root,
  })
}

function toolEntry(name: (typeof toolNames)[number]): ToolEntry {
  const tool = tools[name]
  const { title, description, readOnly, grant, svc = { path: ['tools', name] } } = tool as ToolDefinition
  const list = listOf(tool.output)
  const layouts = layoutsOf(svc)
  return {
    name,
    title,
    description,
    readOnly,
    grant,
    layouts,
    fields: fieldsOf(tool.input),
    ...(list && { list }),
  }
}

function routeEntries(): RouteEntry[] {
  return operationNames.flatMap((operation) => {
    const route = getRoute(operation)
    if (!isPlatformOperation(operation) || operation === 'callTool') return []
    const { tag, summary, method, path, grant } = route
    const params = fieldsOf(route.params)
    const named = { path: ['api', operation], arguments: params.map(({ name }) => name) } as const
    const { svc = named } = route
    const list = route.data ? listOf(route.data) : listOf(successOf(route.responses))
    return {
      operation,
      tag,
      summary,
      method,
      path,
      ...(grant && { grant }),
      layouts: layoutsOf(svc),
      params,
      query: fieldsOf(route.query),
      body: fieldsOf(route.body),
      ...(list && { list }),
    }
  })
}

/** Where it stands among the commands; nowhere where one made by hand does more. */
const layoutsOf = (svc: CommandLayout | readonly CommandLayout[] | null): CommandLayout[] =>
  svc === null ? [] : [svc].flat()

function successOf(responses: Readonly<Record<number, Schema>>): Schema | undefined {
  return responses[200] ?? responses[201]
}

/** The one field of an answer that is an array of objects. */
function listOf(schema: Schema | undefined): string | undefined {
  const lists = Object.entries(propertiesOf(describe(schema))).filter(
    ([, property]) => property.type === 'array',
  )
  return lists[0]?.[0]
}

function fieldsOf(schema: Schema | undefined): Field[] {
  const described = oneShape(describe(schema))
  const required = Array.isArray(described.required) ? described.required : []
  return Object.entries(propertiesOf(described)).map(([name, property]) => ({
    name,
    ...typeOf(property),
    ...(required.includes(name) && { required: true as const }),
    ...(isScalar(property.default) && { default: property.default }),
    ...(typeof property.description === 'string' && { about: property.description }),
  }))
}

function describe(schema: Schema | undefined): JsonObject {
  if (schema === undefined) return {}
  const { describe, components } = describeSchemas([schema])
  const whole = resolved(describe(schema), components)
  const variants = whole.oneOf ?? whole.anyOf
  // Beside properties of its own, they only say which of these have to be there.
  if (!Array.isArray(variants) || isJsonObject(whole.properties)) return whole
  return { ...whole, variants: variants.filter(isJsonObject).map((variant) => resolved(variant, components)) }
}

/** Of a choice between shapes: the fields of them all and those beside them, required where all of them require it. */
function oneShape(schema: JsonObject): JsonObject {
  const { variants } = schema
  if (!Array.isArray(variants)) return schema
  const shapes = variants.filter(isJsonObject)
  const beside = propertiesOf(schema)
  const properties: Record<string, JsonObject> = { ...beside }
  for (const shape of shapes) {
    for (const [name, { const: only, ...property }] of Object.entries(propertiesOf(shape))) {
      const values = [properties[name] ?? {}, { const: only, ...property }].flatMap(
        (one) => choicesOf(one) ?? [],
      )
      properties[name] = {
        ...beside[name],
        ...property,
        ...(values.length > 0 && { enum: [...new Set(values)] }),
      }
    }
  }
  const required = Object.keys(properties).filter((name) =>
    shapes.every((shape) => Array.isArray(shape.required) && shape.required.includes(name)),
  )
  return { type: 'object', properties, required }
}

/** References to components are followed, one level deep: flags have no deeper ones. */
function resolved(schema: JsonObject, components: Record<string, JsonObject>): JsonObject {
  const reference = typeof schema.$ref === 'string' ? components[schema.$ref.split('/').at(-1)!] : undefined
  const target = reference ?? schema
  const { properties } = target
  if (!isJsonObject(properties)) return target
  const followed = Object.entries(properties).map(([name, property]) => [
    name,
    isJsonObject(property) && typeof property.$ref === 'string'
      ? { ...components[property.$ref.split('/').at(-1)!], ...property }
      : property,
  ])
  return { ...target, properties: Object.fromEntries(followed) as JsonObject }
}

function propertiesOf(schema: JsonObject): Record<string, JsonObject> {
  return (isJsonObject(schema.properties) ? schema.properties : {}) as Record<string, JsonObject>
}

function typeOf(property: JsonObject): Pick<Field, 'type' | 'values' | 'min' | 'max' | 'nullable'> {
  const { anyOf } = property
  if (Array.isArray(anyOf) && anyOf.length === 2) {
    const [stated, other] = anyOf
    if (isJsonObject(stated) && isJsonObject(other) && other.type === 'null')
      return { ...typeOf(stated), nullable: true }
  }
  const choice = choicesOf(property)
  if (choice) return { type: 'choice', values: choice }
  if (property.type === 'array' && isJsonObject(property.items)) {
    const values = choicesOf(property.items)
    if (values) return { type: 'choices', values }
    return property.items.type === 'string' ? { type: 'texts' } : { type: 'json' }
  }
  if (property.type === 'integer' || property.type === 'number') {
    const { minimum, maximum } = property
    return {
      type: property.type,
      ...(typeof minimum === 'number' && { min: minimum }),
      ...(typeof maximum === 'number' && Math.abs(maximum) < Number.MAX_SAFE_INTEGER && { max: maximum }),
    }
  }
  const { enum: only } = property
  const isTrue = Array.isArray(only) && only.length === 1 && only[0] === true
  if (property.type === 'boolean' || isTrue) return { type: 'boolean' }
  if (property.type === 'string') return { type: 'text' }
  if (property.type === 'object' && isJsonObject(property.additionalProperties) && !property.properties)
    return { type: 'traits' }
  return { type: 'json' }
}

function choicesOf({ enum: values, const: only }: JsonObject): string[] | undefined {
  if (typeof only === 'string') return [only]
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : undefined
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
