import { IncomingMessage } from 'node:http'
import { cutText } from '@customer-intel/contract'
import { H3, type H3Event, type HTTPResponse } from 'h3'
import type { Metrics } from '../kernel/metrics/metrics.ts'
import { compressReply } from './compress-reply.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { type Reply, emptyReply, jsonReply, toResponse } from './reply.ts'
import { chooseRequestId } from './request-id.ts'
import { senderAddress } from './sender-address.ts'

export interface HttpAppOptions {
  endpoints: readonly Endpoint[]
  /** Answers what no endpoint is for; null: 404. Default: 404 for all. */
  fallback?: (call: Call, path: string) => Reply | null
  /** Handles errors that endpoints throw. */
  onError: (error: unknown, requestId: string) => Reply
  metrics: Metrics
}

/**
 * The h3 app: endpoints by method and path. HEAD is GET without the body, OPTIONS lists the allowed methods, other
 * methods get 405 and `Allow`, other paths 404.
 */
export function createHttpApp({ endpoints, fallback, onError, metrics }: HttpAppOptions): H3 {
  const app = new H3({ silent: true, onError: (error, event) => answerMalformed(error, event, onError) })
  for (const [path, methods] of groupByPath(endpoints)) {
    app.all(path, (event) => answer(event, methods, onError, metrics))
  }
  app.all('/**', (event) => {
    const { pathname } = event.url
    return answerWith(event, (requestId) => {
      const reply = fallback?.(toCall(event, requestId), pathname) ?? nothingAt(pathname)
      metrics.countRequest(reply.status === 404 ? 'other' : event.req.method, 'none', reply.status)
      return reply
    })
  })
  return app
}

function nothingAt(path: string): Reply {
  return jsonReply(404, {
    error: `There is nothing at ${cutText(path, 200)}: /openapi.json lists what this server offers`,
  })
}

async function answer(
  event: H3Event,
  methods: Map<string, Endpoint>,
  onError: HttpAppOptions['onError'],
  metrics: Metrics,
): Promise<HTTPResponse> {
  const startedAt = performance.now()
  const response = await answerWith(event, async (requestId) => {
    const { method } = event.req
    const endpoint = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined)
    if (endpoint === undefined) {
      const allow = allowedMethods(methods)
      if (method === 'OPTIONS') return emptyReply(204, { allow })
      return jsonReply(405, { error: `${method} is not possible here: use ${allow}` }, { allow })
    }
    try {
      return await endpoint.handle(toCall(event, requestId))
    } catch (error) {
      return onError(error, requestId)
    }
  })
  const endpoint = methods.get(event.req.method) ?? methods.values().next().value
  const method = methods.has(event.req.method) ? event.req.method : 'other'
  const route = endpoint?.path ?? 'none'
  metrics.countRequest(method, route, response.status ?? 200)
  metrics.durations.requests.observe({ method, route }, (performance.now() - startedAt) / 1_000)
  return response
}

async function answerWith(
  event: H3Event,
  respond: (requestId: string) => Reply | Promise<Reply>,
): Promise<HTTPResponse> {
  const requestId = chooseRequestId(event.req.headers.get('x-request-id'))
  const reply = await respond(requestId)
  reply.headers['x-request-id'] = requestId
  if (event.req.method === 'HEAD') {
    reply.body = null
    await reply.stream?.cancel()
    delete reply.stream
  }
  await compressReply(reply, event.req.headers.get('accept-encoding'))
  return toResponse(reply)
}

/** h3 itself rejects what it can't route, such as a path that can't be decoded, with a 4xx. */
function answerMalformed(
  error: unknown,
  event: H3Event,
  onError: HttpAppOptions['onError'],
): Promise<HTTPResponse> {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500
  return answerWith(event, (requestId) =>
    status >= 400 && status < 500
      ? jsonReply(status, { error: 'The request can not be read: its path is malformed' })
      : onError(error, requestId),
  )
}

function toCall(event: H3Event, requestId: string): Call {
  const { req } = event
  const node = req.runtime?.node?.req
  return {
    method: req.method,
    origin: event.url.origin,
    params: Object.fromEntries(
      Object.entries(event.context.params ?? {}).map(([name, value]) => [name, decode(value)]),
    ),
    query: event.url.searchParams,
    target: targetOf(node?.url ?? req.url),
    header: (name) => req.headers.get(name),
    headerNames: () => [...req.headers.keys()],
    body: node instanceof IncomingMessage ? { node } : { web: req },
    requestId,
    sender: senderAddress(node?.socket?.remoteAddress, req.headers.get('x-forwarded-for')),
    // Created on first use.
    get signal() {
      return req.signal
    },
  }
}

/** Of a path, or a whole address as to a proxy. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // Not valid percent-encoding: looked up as it is, it matches nothing.
    return value
  }
}

function groupByPath(endpoints: readonly Endpoint[]): Map<string, Map<string, Endpoint>> {
  const paths = new Map<string, Map<string, Endpoint>>()
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    const methods = paths.get(path) ?? new Map<string, Endpoint>()
    methods.set(endpoint.method, endpoint)
    paths.set(path, methods)
  }
  return paths
}

function allowedMethods(methods: Map<string, Endpoint>): string {
  const names = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS']
  return [...new Set(names)].join(', ')
}
