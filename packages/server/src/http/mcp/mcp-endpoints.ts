import { cutText, isJsonObject, limits, readOnlyGrants } from '@customer-intel/contract'
import { isAppError } from '../../kernel/errors.ts'
import type { McpHandler } from '../mcp-server/mcp-handler.ts'
import type { ToolSelection } from '../mcp-server/toolsets.ts'
import { serverCard, serverCardPaths } from '../mcp-server/server-card.ts'
import type { Services } from '../../kernel/operations/services.ts'
import { countRequest } from '../../kernel/operations/take-api-call.ts'
import { authenticate } from '../api-key-auth.ts'
import { addressOf } from '../address-of.ts'
import type { Call, Endpoint } from '../endpoint.ts'
import { parseJson } from '../parse-json.ts'
import { readBody } from '../read-body.ts'
import { type Reply, contentReply, emptyReply, jsonReply } from '../reply.ts'
import { resourceMetadataPath } from '../sign-in/oauth-metadata.ts'
import { rulesOfMcp } from '../forward/forward-rules.ts'
import { guardSender, mcpPreflightHeaders } from './guard-sender.ts'
import { runCommand } from './run-command.ts'

export const mcpPath = '/mcp'

export interface McpEndpointOptions {
  services: Services
  /** The server's public address; null: unknown. */
  publicUrl: string | null
}

/**
 * `/mcp`: the Model Context Protocol over Streamable HTTP, without sessions, so that any node can answer any request.
 * Does what the protocol leaves to its host: allowed origins, API keys, the size of messages.
 */
export function createMcpEndpoints({ services, publicUrl }: McpEndpointOptions): Endpoint[] {
  let loaded: Promise<McpHandler> | null = null
  // The protocol's library takes 0.2 s of CPU time to load, so it is loaded on first use. `svc-server start` loads it at
  // once.
  const load = () =>
    (loaded ??= import('../mcp-server/mcp-handler.ts').then((module) => module.createMcpHandler(services)))
  const guarded = (handle: (call: Call) => Promise<Reply>) =>
    guardSender(publicUrl, (reason) => protocolError(403, -32_000, reason), handle)
  return [
    {
      method: 'POST',
      path: mcpPath,
      handle: guarded((call) => answer(call, { services, publicUrl }, load)),
      forward: { ...rulesOfMcp, fail },
    },
    { method: 'OPTIONS', path: mcpPath, handle: guarded(async () => emptyReply(204, preflight)) },
    ...serverCardPaths.map((path): Endpoint => {
      const card = async (call: Call) => jsonReply(200, serverCard(addressOf(call, publicUrl) + mcpPath))
      return { method: 'GET', path, handle: guarded(card) }
    }),
  ]
}

async function answer(
  call: Call,
  { services, publicUrl }: McpEndpointOptions,
  load: () => Promise<McpHandler>,
): Promise<Reply> {
  const now = services.clock()
  const authorization = call.header('authorization')
  const caller = await authenticate(authorization, services.workspaces, now, {
    sender: call.sender,
    audience: 'mcp',
  })
  if (caller === null) return askToSignIn(addressOf(call, publicUrl), authorization !== null)
  countRequest(caller.workspace, caller.apiKey, now)
  const message = await readMessage(call)
  if ('status' in message) return message
  const selection = await selectTools(call)
  if ('status' in selection) return selection
  const handle = await load()
  const context = {
    ...services,
    ...caller,
    requestId: call.requestId,
    signal: call.signal,
    address: addressOf(call, publicUrl),
    selection,
    runCommand,
  }
  return toReply(await handle(toRequest(call), message.value, context))
}

/** Tells a client where to sign in by OAuth, or what to send. */
function askToSignIn(address: string, hasKey: boolean): Reply {
  const description = 'Send an API key (Authorization: Bearer ok_…), or sign in by OAuth'
  const challenge = [
    ...(hasKey ? ['error="invalid_token"'] : []),
    `resource_metadata="${address}${resourceMetadataPath}"`,
    `scope="${readOnlyGrants.join(' ')}"`,
  ]
  return jsonReply(
    401,
    { error: 'invalid_token', error_description: description },
    { 'www-authenticate': `Bearer ${challenge.join(', ')}` },
  )
}

const parameters = ['toolsets', 'outputSchemas']
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]|s$/g, '')
const plainNames = new Map(parameters.map((name) => [plain(name), name]))

/** By the address (`/mcp?toolsets=questions,automation`) or by a header; the address wins. */
async function selectTools(call: Call): Promise<ToolSelection | Reply> {
  // Loaded with the protocol: it knows the commands.
  const { readSelection } = await import('../mcp-server/toolsets.ts')
  const asked = (name: string, header: string) => call.query.get(name) ?? call.header(header)
  const mistyped = [...call.query.keys()].find(
    (name) => !parameters.includes(name) && plainNames.has(plain(name)),
  )
  if (mistyped !== undefined) {
    const message = `There is no parameter ${cutText(mistyped, 50)}; did you mean ${plainNames.get(plain(mistyped))}?`
    return protocolError(400, -32_602, message)
  }
  try {
    return readSelection({
      toolsets: asked('toolsets', 'x-mcp-toolsets'),
      outputSchemas: asked('outputSchemas', 'x-mcp-output-schemas'),
    })
  } catch (error) {
    if (!isAppError(error)) throw error
    return protocolError(400, -32_602, error.message)
  }
}

/** The answer to a message that couldn't be read, or passed on. */
function fail(error: unknown): Reply {
  if (!isAppError(error)) throw error
  if (error.code === 'INVALID_JSON') return protocolError(400, -32_700, error.message)
  if (error.code === 'UNAVAILABLE') return protocolError(503, -32_000, error.message)
  const statuses: Record<string, number> = { BODY_TOO_LARGE: 413, UNSUPPORTED_MEDIA_TYPE: 415 }
  return protocolError(statuses[error.code] ?? 400, -32_600, error.message)
}

async function readMessage(call: Call): Promise<{ value: object } | Reply> {
  try {
    const value = parseJson(await readBody(call.body, limits.platform.bodyBytes))
    if (Array.isArray(value))
      return protocolError(400, -32_600, 'The protocol has no batches: send one message in a request')
    if (typeof value === 'object' && value !== null) return { value: withReadableArguments(value) }
    return protocolError(400, -32_600, 'A message is a JSON object')
  } catch (error) {
    return fail(error)
  }
}

/** Some clients write `arguments: null` for a call without any, or arguments as JSON text. */
function withReadableArguments(message: object): object {
  const { params } = message as { params?: unknown }
  if (!isJsonObject(params)) return message
  const { arguments: given, ...rest } = params
  if (given === null || (typeof given === 'string' && given.trim() === ''))
    return { ...message, params: rest }
  const read = typeof given === 'string' ? parseObject(given) : null
  return read === null ? message : { ...message, params: { ...rest, arguments: read } }
}

function parseObject(text: string): object | null {
  try {
    const value = parseJson(Buffer.from(text))
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

/** What the protocol needs of a request besides its message, without the key. */
function toRequest(call: Call): Request {
  const headers = new Headers()
  for (const name of call.headerNames())
    if (name === 'accept' || name === 'content-type' || name.startsWith('mcp-'))
      headers.set(name, call.header(name) ?? '')
  // The protocol asks for both forms; who takes anything, or doesn't say, takes them.
  const accept = headers.get('accept')
  if (accept === null || accept.includes('*/*')) headers.set('accept', 'application/json, text/event-stream')
  return new Request(`http://localhost${mcpPath}`, { method: 'POST', headers, signal: call.signal })
}

async function toReply(response: Response): Promise<Reply> {
  // Read as a whole: the response is one message, even as a stream.
  const body = await response.text()
  const own = { 'cache-control': 'no-store' }
  if (body === '') return emptyReply(response.status === 499 ? 200 : response.status, own)
  const type = response.headers.get('content-type') ?? 'application/json'
  return { ...contentReply(body, type, own), status: response.status }
}

/** The error for a message that couldn't be read, and so has no id. */
function protocolError(status: number, code: number, message: string): Reply {
  return jsonReply(status, { jsonrpc: '2.0', id: null, error: { code, message } })
}

const preflight = mcpPreflightHeaders(
  'POST',
  'accept, authorization, content-type, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, x-mcp-output-schemas, x-mcp-toolsets',
)
