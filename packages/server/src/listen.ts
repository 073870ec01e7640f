import type { RequestListener, Server } from 'node:http'
import { listen as listhen } from 'listhen'

export interface ListenOptions {
  /** Default 8787; 0 picks a free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
}

export interface Listening {
  /** Where the server can be reached from this machine, without a slash at the end. */
  url: string
  port: number
  /**
   * Takes no new connections, lets requests in flight finish, and closes. After `timeoutMs` (default 10,000) what is
   * still open is cut.
   */
  close(timeoutMs?: number): Promise<void>
}

/** Listens for HTTP by listhen. Rejects when the port is taken, naming it. */
export async function listen(listener: RequestListener, options: ListenOptions = {}): Promise<Listening> {
  const { port = 8787, host = '127.0.0.1' } = options
  const listening = await listhen(listener, {
    hostname: host,
    // Exactly this port: a server that moves to another one by itself is not found by its clients.
    port: { port, random: port === 0, verbose: false },
    isProd: true,
    isTest: false,
    showURL: false,
    clipboard: false,
    open: false,
    autoClose: false,
  }).catch((cause: unknown) => {
    throw new Error(
      `Port ${port} on ${host} can't be opened: another program uses it, or it is not allowed. Choose another with PORT`,
      { cause },
    )
  })
  const server = listening.server as Server
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  if (port !== 0 && actualPort !== port) {
    server.close()
    throw new Error(`Port ${port} is one that browsers refuse to visit. Choose another with PORT`)
  }
  setTimeouts(server)
  return {
    url: `http://${reachableHost(host)}:${actualPort}`,
    port: actualPort,
    close: (timeoutMs = 10_000) => close(server, timeoutMs),
  }
}

/** A sender that dribbles its bytes holds a connection, and no more than this long. */
function setTimeouts(server: Server): void {
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000
  server.keepAliveTimeout = 65_000
  server.maxRequestsPerSocket = 0
}

async function close(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // A connection that was busy a moment ago becomes idle, and would be kept alive for a minute.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
