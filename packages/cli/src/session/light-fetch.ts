import type { request as httpRequest } from 'node:http'

/**
 * `fetch` by `node:http`, for the SDK: Node's own takes longer to load than all else that a command does. What the SDK
 * asks of it: a request as an object, a whole answer, no redirects followed.
 */
export const lightFetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
  const asked = input as Request
  const url = new URL(asked.url)
  const { request } = await import(url.protocol === 'https:' ? 'node:https' : 'node:http')
  const body = await asked.text()
  return new Promise((resolve, reject) => {
    const { method } = asked
    const headers = Object.fromEntries(asked.headers)
    const outgoing = (request as typeof httpRequest)(
      url,
      { method, headers, signal: init.signal ?? asked.signal },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        // A connection that is lost in the middle.
        incoming.once('error', reject)
        incoming.once('end', () => {
          const { statusCode: status = 0, statusMessage: statusText, headersDistinct } = incoming
          const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          )
          // A response of these statuses can't be made with a body.
          const isEmpty = status === 204 || status === 205 || status === 304
          const whole = isEmpty ? null : Buffer.concat(chunks)
          resolve(new Response(whole, { status, statusText, headers: pairs }))
        })
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body === '' ? undefined : body)
  })
}
