import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:net'
import { listen as listhen } from 'listhen'

export interface ListenOptions {
  /** Default 8787; 0 picks a free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
  /** Requests wait until it resolves. Default: no wait. */
  ready?: Promise<unknown>
}

/** Listening failed. The message names the reason and the remedy. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

export interface Listening {
  /** The server's address on this machine, without a slash at the end. */
  url: string
  port: number
  /**
   * Accepts no new connections, lets running requests finish, and closes. After `timeoutMs` (default 10,000) open
   * connections are cut.
   */
  close(timeoutMs?: number): Promise<void>
}

/** Listens for HTTP by listhen. Rejects with {@link ListenError} when that fails. */
export async function listen(
  listener: RequestListener,
  options: ListenOptions & { watch?: (server: Server) => void } = {},
): Promise<Listening> {
  const { port = 8787, host = '127.0.0.1' } = options
  const listening = await listhen(options.ready === undefined ? listener : after(options.ready, listener), {
    hostname: host,
    // Exactly this port: clients wouldn't find a server that chose another one.
    port: { port, random: port === 0, verbose: false },
    isProd: true,
    isTest: false,
    showURL: false,
    clipboard: false,
    open: false,
    autoClose: false,
  }).catch(async (cause: unknown) => {
    throw new ListenError(await explainFailure(port, host), { cause })
  })
  const server = listening.server as Server
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  if (port !== 0 && actualPort !== port) {
    server.close()
    throw new ListenError(`Port ${port} is one that browsers refuse to visit. Choose another with PORT.`)
  }
  setTimeouts(server)
  options.watch?.(server)
  return {
    url: `http://${reachableHost(host)}:${actualPort}`,
    port: actualPort,
    close: (timeoutMs = 10_000) => close(server, timeoutMs),
  }
}

function after(ready: Promise<unknown>, listener: RequestListener): RequestListener {
  let isReady = false
  // Every request that waits for it fails with it.
  ready.then(
    () => (isReady = true),
    () => undefined,
  )
  return (request, response) => {
    if (isReady) listener(request, response)
    else
      ready.then(
        () => listener(request, response),
        () => response.destroy(),
      )
  }
}

/** listhen says that a port isn't available, but not why: the system does. */
async function explainFailure(port: number, host: string): Promise<string> {
  const probe = createServer()
  const code = await new Promise<string>((resolve) => {
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(port, host, () => resolve(''))
  })
  probe.close()
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use by another program. Stop that one, or choose another with PORT (0 picks a free one).`
  if (code === 'EACCES')
    return `Port ${port} on ${host} can't be opened without more rights. Choose one from 1024 on with PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is no address of this machine. Set HOST to 127.0.0.1 for this machine only, or to 0.0.0.0 for all its addresses.`
  return `Port ${port} on ${host} can't be opened${code === '' ? '' : ` (${code})`}. Choose another with PORT, or another address with HOST.`
}

/** Ends connections whose sender is too slow. */
function setTimeouts(server: Server): void {
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000
  server.keepAliveTimeout = 65_000
  server.maxRequestsPerSocket = 0
}

async function close(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // A connection that has just become idle would otherwise stay open for a minute.
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
