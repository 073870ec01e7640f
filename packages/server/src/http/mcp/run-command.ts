import { type JsonObject, validate } from '@customer-intel/contract'
import type { CommandTool } from '@customer-intel/contract/openapi/command-tools'
import { AppError } from '../../kernel/errors.ts'
import type { McpContext } from '../mcp-server/mcp-context.ts'
import { runRoute } from '../contract-endpoint.ts'
import type { Call } from '../endpoint.ts'
import { createRunOnce } from '../idempotency/run-once.ts'

/** Runs a command like a request to its route: the same checks and the same response, once for an idempotency key. */
export async function runCommand(
  { operation, route, params, query }: CommandTool,
  input: JsonObject,
  context: McpContext,
): Promise<{ status: number; body: string }> {
  const { idempotencyKey, ifMatch, ...rest } = input
  const fields = Object.entries(rest)
  const path = Object.fromEntries(fields.filter(([name]) => params.includes(name)))
  checkPath(route.params, path)
  const asked = fields.filter(([name, value]) => query.includes(name) && value !== null)
  const body = fields.filter(([name]) => !params.includes(name) && !query.includes(name))
  const headers = new Map<string, unknown>([
    ['idempotency-key', idempotencyKey],
    ['if-match', ifMatch],
  ])
  const call: Call = {
    method: route.method,
    origin: context.address,
    params: path as Record<string, string>,
    query: new URLSearchParams(asked.map(([name, value]) => [name, textOf(value)])),
    header: (name) => (headers.get(name) === undefined ? null : textOf(headers.get(name))),
    headerNames: () => [...headers.keys()],
    body: {
      web: new Request(`${context.address}/`, {
        method: 'POST',
        body: JSON.stringify(Object.fromEntries(body)),
      }),
    },
    sender: null,
    target: '/',
    requestId: context.requestId,
    signal: context.signal ?? new AbortController().signal,
  }
  const handler = context.operations.handlers[operation]!
  const options = { services: context, publicUrl: null, runOnce: createRunOnce(context) }
  const reply = await runRoute(route, handler, context, call, options)
  return { status: reply.status, body: String(reply.body) }
}

/** Over HTTP an invalid path parameter is a 404; here it is a field that can be corrected. */
function checkPath(schema: CommandTool['route']['params'], path: JsonObject): void {
  if (schema === undefined) return
  const result = validate(schema, path)
  if (!result.ok) throw new AppError('INVALID_REQUEST', 'Invalid input', { issues: result.issues })
}

/** As clients write a value in a query. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
