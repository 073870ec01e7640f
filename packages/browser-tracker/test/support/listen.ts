import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  url: string
  close: () => Promise<void>
}

/** A server on a free port of the loopback address. */
export const listen = async (
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<Listening> => {
  const server: Server = createServer((request, response) => void handle(request, response)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The body of a request, whole. */
export const readBody = async (request: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
