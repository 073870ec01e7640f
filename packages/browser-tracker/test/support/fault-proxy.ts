import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listen, type Listening, readBody } from './listen.ts'

const script = fileURLToPath(new URL('../../dist/svc.js', import.meta.url))

/** What happens to a request for the ingest address. */
export type Fault =
  /** It passes. */
  | { kind: 'none' }
  /** It is answered here with a status, as by something in front of the service. */
  | { kind: 'status'; status: number; retryAfter?: number }
  /** The service takes it, and its answer never arrives: the connection breaks. */
  | { kind: 'reset' }
  /** It is never answered, and the service never sees it. */
  | { kind: 'hang' }

/** A batch as it was on the wire. */
export interface Sent {
  at: number
  body: string
  headers: Record<string, string | string[] | undefined>
}

export interface FaultProxy extends Listening {
  fault: Fault
  /** Every batch that arrived, in order. */
  sent: Sent[]
}

/** Stands between browser and service: serves the built script, passes ingest on, and misbehaves as told. */
export const startFaultProxy = async (service: string): Promise<FaultProxy> => {
  const proxy: { fault: Fault; sent: Sent[] } = { fault: { kind: 'none' }, sent: [] }
  const listening = await listen(async (request, response) => {
    if (request.url === '/svc.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end(readFileSync(script))
      return
    }
    const body = await readBody(request)
    const { fault } = proxy
    if (request.method === 'POST')
      proxy.sent.push({ at: Date.now(), body: body.toString(), headers: request.headers })
    if (fault.kind === 'hang') return
    if (fault.kind === 'status') {
      response.writeHead(fault.status, {
        'access-control-allow-origin': request.headers.origin ?? '*',
        'access-control-expose-headers': 'Retry-After',
        ...(fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }),
      })
      response.end()
      return
    }
    const answer = await fetch(service + request.url, {
      method: request.method!,
      headers: {
        'content-type': request.headers['content-type'] ?? '',
        origin: request.headers.origin ?? '',
      },
      body: request.method === 'POST' ? new Uint8Array(body) : null,
    })
    const text = await answer.text()
    if (fault.kind === 'reset') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(text)
  })
  return Object.assign(proxy, listening)
}
