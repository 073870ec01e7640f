import {
  routes,
  operationNames,
  toolNames,
  tools,
  type PlatformOperation,
  type RouteDefinition,
  type SessionOperation,
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
  (name): name is ClientOperation => routes[name].auth === 'apiKey' || routes[name].auth === 'session',
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
    const route: RouteDefinition = routes[name]
    const entry = {
      method: route.method,
      path: route.path,
      ...(route.query && { query: Object.keys(fieldsOf(route.query)) }),
      ...(route.body && { body: true }),
      ...(route.command && { command: true }),
      repeatable: route.idempotent,
      ...(route.grant && { grant: route.grant }),
      ...answerOf(name),
    }
    return `${name}: ${JSON.stringify(entry)},`
  })
  const toolLines = toolNames.map((name) => {
    const { readOnly, grant } = tools[name]
    return `${name}: ${JSON.stringify({ repeatable: readOnly, grant, ...answerOf(name) })},`
  })
  return [
    header,
    "import type { Operation, Tool } from '../client/operation.ts'",
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
    '/** The tools, which `callTool` calls. */',
    'export const tools: Record<ToolName, Tool> = {',
    ...toolLines,
    '}',
  ].join('\n')
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
