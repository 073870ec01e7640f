import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { LiveNodes, Peer } from '../../kernel/nodes/live-nodes.ts'
import type { Call } from '../endpoint.ts'
import type { Reply } from '../reply.ts'
import { forwardedHeader } from './forwarded-header.ts'

/** `unreached`: nothing was done; `lost`: something may have been. */
export type PeerAnswer = Reply | 'unreached' | 'lost'

export interface PeerRequest {
  call: Call
  body: Buffer
  /** Signs the request. */
  forwarded: string
  /** Whether it is given up as soon as the other node seems to stand still. */
  isRepeatable: boolean
}

/** Asks other nodes, over connections that stay open. */
export interface PeerClient {
  ask(peer: Peer, request: PeerRequest): Promise<PeerAnswer>
  close(): void
}

const connectMs = 1_000
/** How often it is looked whether the other node lives. */
const watchMs = 500
/** Longer answers are passed on as they come: what was passed on can't be asked for again. */
const wholeBytes = 1024 * 1024

/** Of one connection, not of the message. */
const hopHeaders = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/

export function createPeerClient(nodes: Pick<LiveNodes, 'stateOf'>): PeerClient {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }

  function ask(peer: Peer, { call, body, forwarded, isRepeatable }: PeerRequest): Promise<PeerAnswer> {
    const url = new URL(peer.url)
    const isTls = url.protocol === 'https:'
    return new Promise((resolve) => {
      let isConnected = false
      const request = (isTls ? requestHttps : requestHttp)(url, {
        agent: isTls ? agents.https : agents.http,
        method: call.method,
        path: call.target,
        headers: headersFor(call, body, forwarded),
        signal: call.signal,
      })
      const watch = setInterval(() => {
        const state = nodes.stateOf(peer)
        if (state === 'gone' || (state === 'silent' && isRepeatable)) request.destroy(new Error('It is gone'))
      }, watchMs).unref()
      request.once('socket', (socket) => connecting(socket, () => (isConnected = true)))
      request.on('error', () => resolve(isConnected ? 'lost' : 'unreached'))
      request.once('close', () => clearInterval(watch))
      request.once('response', (message) => {
        message.on('error', () => undefined)
        if (message.statusCode === 421 && message.headers[forwardedHeader] !== undefined) {
          message.resume()
          resolve('unreached')
        } else toReply(message, call.method).then(resolve, () => resolve('lost'))
      })
      request.end(body)
    })
  }

  return {
    ask,
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

function connecting(socket: Socket, onConnected: () => void): void {
  if (!socket.connecting) return onConnected()
  const timer = setTimeout(() => socket.destroy(new Error('It does not answer')), connectMs).unref()
  socket.once('close', () => clearTimeout(timer))
  socket.once('connect', () => {
    clearTimeout(timer)
    onConnected()
  })
}

function headersFor(call: Call, body: Buffer, forwarded: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of call.headerNames()) {
    const value = call.header(name)
    // The body is passed on as it was read: not compressed.
    if (
      value !== null &&
      !hopHeaders.test(name) &&
      !/^(?:content-encoding|content-length|expect)$/.test(name)
    )
      headers[name] = value
  }
  headers['x-request-id'] = call.requestId
  headers[forwardedHeader] = forwarded
  if (body.length > 0 || call.method !== 'GET') headers['content-length'] = String(body.length)
  return headers
}

async function toReply(message: IncomingMessage, method: string): Promise<Reply> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(message.headers))
    if (value !== undefined && !hopHeaders.test(name) && name !== 'date') headers[name] = String(value)
  const reply: Reply = { status: message.statusCode ?? 502, headers, body: null }
  const length = Number(message.headers['content-length'] ?? Infinity)
  const hasBody = method !== 'HEAD' && reply.status !== 204 && reply.status !== 304
  if (hasBody && length > wholeBytes)
    return { ...reply, stream: Readable.toWeb(message) as ReadableStream<Uint8Array> }
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  return chunks.length === 0 ? reply : { ...reply, body: Buffer.concat(chunks) }
}
