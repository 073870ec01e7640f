import {
  isPlatformOperation,
  routes,
  operationNames,
  toolNames,
  tools,
  type PlatformOperation,
  type RouteDefinition,
  type SessionOperation,
  type StreamOperation,
  type ToolName,
} from '@customer-intel/contract'
import { header } from './header.ts'

/** As much of a valibot schema as is read here. */
interface SchemaNode {
  type: string
  entries?: Record<string, SchemaNode>
  wrapped?: SchemaNode
}

/** A route that the client has a method for. */
export type ClientOperation = PlatformOperation | SessionOperation

/** The served routes that take an API key or a session, in the contract's order. */
export const clientOperations = operationNames.filter(
  (name): name is ClientOperation => isPlatformOperation(name) || routes[name].auth === 'session',
)

/** The served routes that answer with a stream. */
export const streamOperations = operationNames.filter(
  (name): name is StreamOperation => (routes[name] as RouteDefinition).media !== undefined,
)

/** Which field of an operation's data is the list that the SDK walks; undefined when it is none. */
export function listFieldOf(name: ClientOperation | ToolName): string | undefined {
  const data = dataOf(name)
  const arrays = Object.keys(data).filter((key) => data[key]!.type === 'array')
  const isList = 'pagination' in data || 'nextCursor' in data || /^(?:svc_)?list/.test(name)
  return isList && arrays.length === 1 ? arrays[0] : undefined
}

/** `src/generated/operations.ts`: what the SDK knows of each route and tool. */
export function renderOperations(): string {
  const operationLines = clientOperations.map((name) => {
    return `${name}: ${JSON.stringify({ ...entryOf(name), ...answerOf(name) })},`
  })
  const toolLines = toolNames.map((name) => {
    const { readOnly, grant } = tools[name]
    return `${name}: ${JSON.stringify({ repeatable: readOnly, grant, ...answerOf(name) })},`
  })
  return [
    header,
    "import type { Operation, Stream, Tool } from '../client/operation.ts'",
    '',
    '/** A route that takes an API key, or the session of a browser. */',
    `export type OperationName = ${union(clientOperations)}`,
    '',
    '/** The name of a tool. */',
    `export type ToolName = ${union(toolNames)}`,
    '',
    '/** The routes that take an API key, or the session of a browser. */',
    'export const operations: Record<OperationName, Operation> = {',
    ...operationLines,
    '}',
    '',
    '/** A route that answers with a stream. */',
    `export type StreamName = ${union(streamOperations)}`,
    '',
    '/** The routes that answer with a stream. */',
    'export const streams: Record<StreamName, Stream> = {',
    ...streamOperations.map((name) => `${name}: ${JSON.stringify(entryOf(name))},`),
    '}',
    '',
    '/** The tools, which `callTool` calls. */',
    'export const tools: Record<ToolName, Tool> = {',
    ...toolLines,
    '}',
  ].join('\n')
}

function entryOf(name: ClientOperation | StreamOperation) {
  const route: RouteDefinition = routes[name]
  return {
    method: route.method,
    path: route.path,
    ...(route.query && { query: Object.keys(fieldsOf(route.query)) }),
    ...(route.body && { body: true }),
    ...(route.media && { media: route.media }),
    ...(route.command && { command: true }),
    repeatable: route.idempotent,
    ...(route.grant && { grant: route.grant }),
  }
}

function answerOf(name: ClientOperation | ToolName) {
  const items = listFieldOf(name)
  const data = dataOf(name)
  const needs = Object.keys(data).filter((key) => data[key]!.type !== 'optional')
  return { ...(items && { items }), needs: name === 'callTool' ? [] : needs }
}

/** The fields that come back in every success. */
function dataOf(name: ClientOperation | ToolName): Record<string, SchemaNode> {
  if (isTool(name)) return fieldsOf(tools[name].output)
  const { data, responses }: RouteDefinition = routes[name]
  const successes = Object.keys(responses).filter((status) => status.startsWith('2'))
  const answers = data ? [data] : successes.map((status) => responses[Number(status)])
  const [first = {}, ...others] = answers.map(fieldsOf)
  return Object.fromEntries(Object.entries(first).filter(([key]) => others.every((other) => key in other)))
}

function isTool(name: string): name is ToolName {
  return name in tools
}

function fieldsOf(schema: unknown): Record<string, SchemaNode> {
  const { entries, wrapped } = (schema ?? {}) as Partial<SchemaNode>
  return entries ?? (wrapped ? fieldsOf(wrapped) : {})
}

function union(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' | ')
}
