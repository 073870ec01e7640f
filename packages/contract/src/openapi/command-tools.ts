// Commands as tools for assistants: derived from the routes, so that a new command is a tool by itself.
import type * as v from 'valibot'
import { limits } from '../limits.ts'
import { isJsonObject, type JsonObject } from '../maps.ts'
import {
  getRoute,
  type OperationName,
  operationNames,
  type RouteDefinition,
  takesIdempotencyKey,
  takesIfMatch,
} from '../routes/index.ts'
import { describeWhole } from './tool-schemas.ts'

/** A route that runs a command, described as a tool. */
export interface CommandTool {
  /** Such as `svc_agent_run_start`. */
  name: string
  operation: OperationName
  route: RouteDefinition
  title: string
  description: string
  /** True when a call changes nothing. */
  readOnly: boolean
  /** Parameters of the path, query and body as the fields of one object. */
  inputSchema: JsonObject & { properties: JsonObject }
  /** The answer as over HTTP. */
  outputSchema: JsonObject
  /** Which fields of the input stand in the path, and which in the query. */
  params: string[]
  query: string[]
}

/** What needs a right to read alone changes nothing, but for what people save for themselves. */
function isReadOnly(route: RouteDefinition): boolean {
  if (route.method === 'GET') return true
  return route.grant?.endsWith(':read') === true && route.idempotent && !takesIfMatch(route)
}

/** Every command that assistants are offered, as a tool. */
export function describeCommandTools(): CommandTool[] {
  const operations = operationNames.filter((name) => {
    const { command, isForPeople = false } = getRoute(name)
    return command !== undefined && !isForPeople
  })
  const describe = describeWhole(operations.flatMap((name) => schemasOf(getRoute(name))))
  return operations.map((operation) => {
    const route = getRoute(operation)
    const { params, query, body } = route
    const [path, asked, sent] = [params, query, body].map((schema) => fieldsOf(schema && describe(schema)))
    const fields = [path!, asked!, sent!, beside(route)]
    return {
      name: nameOf(route),
      operation,
      route,
      title: route.summary,
      description: [`${route.summary}.`, route.description].filter((part) => part !== undefined).join(' '),
      readOnly: isReadOnly(route),
      inputSchema: {
        type: 'object',
        properties: Object.assign({}, ...fields.map(({ properties }) => properties)) as JsonObject,
        required: fields.flatMap(({ required }) => required),
        additionalProperties: false,
      },
      outputSchema: describe(route.responses[200]!),
      params: Object.keys(path!.properties),
      query: Object.keys(asked!.properties),
    }
  })
}

function schemasOf({ params, query, body, responses }: RouteDefinition): v.GenericSchema[] {
  return [params, query, body, responses[200]].filter((schema) => schema !== undefined)
}

/** `agent.listTemplates` is `svc_agent_list_templates`; a resource's own prefix of two words is its last one. */
function nameOf({ command }: RouteDefinition): string {
  const id = command!.commandId.replace(/^customer_/, '')
  return `svc_${id.replaceAll('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
}

interface Fields {
  properties: JsonObject
  required: string[]
}

/** What goes in headers over HTTP. */
function beside(route: RouteDefinition): Fields {
  const properties: JsonObject = {}
  if (takesIdempotencyKey(route))
    properties['idempotencyKey'] = {
      type: 'string',
      minLength: 1,
      maxLength: limits.platform.idempotencyKeyLength,
      description: 'A fresh UUID: a repetition under the same key is not executed again.',
    }
  if (takesIfMatch(route))
    properties['ifMatch'] = {
      type: 'string',
      description: 'The configHash that was read: refused if it has changed since.',
    }
  return { properties, required: [] }
}

/** The fields of an object, or of an object of several forms: models refuse such a choice at the top of an input. */
function fieldsOf(schema: JsonObject | undefined): Fields {
  const forms = schema?.['oneOf'] ?? schema?.['anyOf']
  if (isJsonObject(schema?.['properties']) || !Array.isArray(forms))
    return {
      properties: (schema?.['properties'] ?? {}) as JsonObject,
      required: (schema?.['required'] ?? []) as string[],
    }
  const each = forms.filter(isJsonObject).map(fieldsOf)
  const names = new Set(each.flatMap(({ properties }) => Object.keys(properties)))
  return {
    properties: Object.fromEntries(
      [...names].map((name) => [name, anyOf(each.flatMap(({ properties }) => properties[name] ?? []))]),
    ),
    required: [...names].filter((name) => each.every(({ required }) => required.includes(name))),
  }
}

function anyOf(schemas: unknown[]): unknown {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  if (distinct.length === 1) return distinct[0]
  const words = distinct.map((schema) => (isJsonObject(schema) ? schema['enum'] : undefined))
  if (words.every((list) => Array.isArray(list)))
    return { ...(distinct[0] as JsonObject), enum: [...new Set(words.flat())] }
  return { anyOf: distinct }
}
