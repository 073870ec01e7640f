import { connect } from 'node:net'

export interface HttpConnection {
  /** Sends one request and waits for its answer; one at a time. Rejects when the connection breaks. */
  post(body: Buffer): Promise<{ status: number }>
  close(): void
}

/**
 * A kept-alive HTTP/1.1 connection that posts JSON to one address, with far less CPU than Node's own client: the load
 * generator shares the machine with what it measures.
 */
export function openHttpConnection(address: string): Promise<HttpConnection> {
  const url = new URL(address)
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
  const head = `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nContent-Length: `
  let received = ''
  let waiting: { resolve: (answer: { status: number }) => void; reject: (error: Error) => void } | null = null

  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    if (!isComplete(received)) return
    const status = Number(received.slice(9, 12))
    received = ''
    waiting?.resolve({ status })
    waiting = null
  })
  const broken = (error?: Error) => {
    waiting?.reject(error ?? new Error('the server closed the connection'))
    waiting = null
  }
  socket.on('error', broken)
  socket.on('close', () => broken())

  return new Promise((resolveOpen, rejectOpen) => {
    socket.once('error', rejectOpen)
    socket.once('connect', () =>
      resolveOpen({
        post: (body) =>
          new Promise((resolve, reject) => {
            waiting = { resolve, reject }
            socket.cork()
            socket.write(`${head}${body.length}\r\n\r\n`)
            socket.write(body)
            socket.uncork()
          }),
        close: () => socket.destroy(),
      }),
    )
  })
}

function isComplete(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return false
  const head = received.slice(0, headEnd).toLowerCase()
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1]
  if (length !== undefined) return received.length >= headEnd + 4 + Number(length)
  return head.includes('transfer-encoding: chunked') ? received.endsWith('0\r\n\r\n') : true
}
