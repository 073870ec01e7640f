import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received<Body> {
  headers: IncomingHttpHeaders
  body: Body
}

export interface WebhookReceiver<Body> {
  /** Its origin. */
  url: string
  received: Received<Body>[]
  /** What it answers next, in turn: a status, or more; then 204. */
  answers: (number | { status: number; headers?: Record<string, string>; body?: string })[]
  close(): Promise<void>
}

/** A server on this machine that webhooks are sent to. `parse` makes of a body's text what the test looks at. */
export async function startWebhookReceiver<Body>(
  parse: (text: string) => Body,
): Promise<WebhookReceiver<Body>> {
  const received: Received<Body>[] = []
  const answers: WebhookReceiver<Body>['answers'] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: parse(text) })
      const answer = answers.shift() ?? 204
      const { status, headers = {}, body } = typeof answer === 'number' ? { status: answer } : answer
      response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
