import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SentWebhook, sendWebhook } from './webhooks.ts'

/** One request, as a played provider sees it. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
  /** Writes the answer in the place of the rest: what no service means to send. */
  write?: (response: ServerResponse) => void
}

/** A provider that is played: what it answers. */
export type Handler = (call: Call) => Reply | Promise<Reply>

/** What goes wrong on purpose: asked before the handler; null: nothing. */
export type Fault = (call: Call) => Reply | null | Promise<Reply | null>

export interface Served {
  /** `http://127.0.0.1:9400`. */
  origin: string
  /** Every request that came, oldest first. */
  calls: Call[]
  /** Put one here to make answers fail. */
  fault: Fault
  close(): Promise<void>
}

export interface ServeOptions {
  port?: number
  /** Makes a webhook: `POST /sandbox/webhook {url, secret}` has it sent. */
  webhook?: (secrets: readonly string[]) => SentWebhook
}

/** Plays a provider over HTTP. Port 0 picks a free one. */
export async function serve(handler: Handler, { port = 0, webhook }: ServeOptions = {}): Promise<Served> {
  const served: Served = { origin: '', calls: [], fault: () => null, close: async () => undefined }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    const answer = async (): Promise<void> => {
      const url = new URL(request.url ?? '/', 'http://sandbox')
      const call: Call = {
        method: request.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      if (call.path === '/sandbox/webhook' && webhook !== undefined) {
        const { url: target, secret } = JSON.parse(call.body) as { url: string; secret: string }
        void sendWebhook(target, webhook([secret])).then(
          (status) => response.end(`${status}\n`),
          (error: unknown) => response.end(`${String(error)}\n`),
        )
        return
      }
      served.calls.push(call)
      const reply = (await served.fault(call)) ?? (await handler(call))
      const { status, body, headers = {}, write } = reply
      if (write !== undefined) return write(response)
      const isText = typeof body === 'string'
      response.writeHead(status, {
        'content-type': isText ? 'text/html' : 'application/json',
        ...headers,
      })
      response.end(isText ? body : JSON.stringify(body))
    }
    request.on('end', () => void answer())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  served.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  served.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return served
}
