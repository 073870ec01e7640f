import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Open connections; beyond, whoever has been idle for longest is ended. */
  connections: number
  /** Pipelined requests that wait for the one before them, of all connections; beyond, the connection with most of them is ended. */
  waiting: number
  /** Bytes of answers that wait to be taken; with twice as many a connection may take nothing for half as long, and so on. */
  unsentBytes: number
  /** How long a connection may take nothing of an answer, in milliseconds. One that takes something is never ended. */
  stalledMs: number
}

export const connectionLimits: ConnectionLimits = {
  connections: 1_000,
  waiting: 2_000,
  unsentBytes: 8 * 1024 * 1024,
  stalledMs: 30_000,
}

/** Keeps what connections hold in memory within bounds, whatever their other ends do. */
export interface Connections {
  /** The listener, asked for one request of a connection at a time. */
  bound(listener: RequestListener): RequestListener
  /** Bounds how many connections a server has. */
  watch(server: Server): void
}

interface Connection {
  socket: Socket
  /** What is being answered. */
  answering: ServerResponse | null
  /** Parsed, and not begun. While there are any, nothing more is read. */
  waiting: [IncomingMessage, ServerResponse][]
  /** Bytes that the other end had taken at the last check, and for how long no more, as far as checks saw. */
  taken: number
  stalledMs: number
}

const checkMs = 500

export function createConnections(limits: ConnectionLimits = connectionLimits): Connections {
  const known = new WeakMap<Socket, Connection>()
  /** The least recently active one first. */
  const open = new Set<Connection>()
  /** Those that have something to answer. */
  const busy = new Set<Connection>()
  let waiting = 0
  let timer: NodeJS.Timeout | null = null

  function connectionOf(socket: Socket): Connection {
    const found = known.get(socket)
    if (found !== undefined) return found
    const connection: Connection = {
      socket,
      answering: null,
      waiting: [],
      taken: 0,
      stalledMs: 0,
    }
    known.set(socket, connection)
    open.add(connection)
    socket.once('close', () => forget(connection))
    // node reads on when a request is over: not before what waits has begun.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause()
    })
    return connection
  }

  function forget(connection: Connection): void {
    open.delete(connection)
    busy.delete(connection)
    waiting -= connection.waiting.length
    connection.waiting = []
  }

  function begin(
    connection: Connection,
    listener: RequestListener,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    connection.answering = response
    connection.stalledMs = 0
    open.delete(connection)
    open.add(connection)
    busy.add(connection)
    timer ??= setInterval(endStalled, checkMs).unref()
    response.once('close', () => {
      connection.answering = null
      const next = connection.waiting.shift()
      if (next === undefined) {
        busy.delete(connection)
        return
      }
      waiting -= 1
      if (connection.waiting.length === 0) connection.socket.resume()
      begin(connection, listener, ...next)
    })
    listener(request, response)
  }

  function wait(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.socket.pause()
    connection.waiting.push([request, response])
    waiting += 1
    if (waiting <= limits.waiting) return
    let most = connection
    for (const other of busy) if (other.waiting.length > most.waiting.length) most = other
    end(most)
  }

  /** Ends who takes nothing: after a while, and sooner the more waits to be taken. */
  function endStalled(): void {
    let unsent = 0
    const holding: { connection: Connection; bytes: number }[] = []
    for (const connection of busy) {
      const { socket } = connection
      const queued = queuedBytes(socket)
      const taken = socket.bytesWritten - queued
      const bytes = connection.answering === null ? 0 : queued
      if (bytes === 0 || taken !== connection.taken) connection.stalledMs = 0
      // Checks are counted, not the clock: while the server itself stood still, nobody could take anything.
      else connection.stalledMs += checkMs
      connection.taken = taken
      if (bytes === 0) continue
      unsent += bytes
      holding.push({ connection, bytes })
    }
    holding.sort((left, right) => right.connection.stalledMs - left.connection.stalledMs)
    for (const { connection, bytes } of holding) {
      const patienceMs = limits.stalledMs * Math.min(1, limits.unsentBytes / unsent)
      if (connection.stalledMs < Math.max(patienceMs, 2 * checkMs)) break
      unsent -= bytes
      end(connection)
    }
    if (busy.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  function end(connection: Connection): void {
    forget(connection)
    connection.socket.destroy()
  }

  return {
    bound: (listener) => (request, response) => {
      const connection = connectionOf(request.socket)
      if (connection.answering === null && connection.waiting.length === 0)
        begin(connection, listener, request, response)
      else if (!connection.socket.destroyed) wait(connection, request, response)
    },
    watch(server) {
      server.on('connection', (socket: Socket) => {
        connectionOf(socket)
        if (open.size <= limits.connections) return
        for (const connection of open) {
          if (connection.answering !== null) continue
          end(connection)
          return
        }
        socket.destroy()
      })
    },
  }
}

/** Bytes that the other end hasn't taken. `writableLength` counts a write whole until its last byte is gone. */
function queuedBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? socket.writableLength
}
