import { createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type ConnectionLimits, connectionLimits, createConnections } from '../../src/http/connections.ts'

const body = Buffer.alloc(24 * 1024 * 1024, 'x')
let server: Server

/** A server whose every answer is larger than what may wait to be taken. */
async function serve(limits: Partial<ConnectionLimits> = {}): Promise<number> {
  const connections = createConnections({ ...connectionLimits, ...limits })
  server = createServer(connections.bound((_, response) => response.end(body)))
  connections.watch(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

it('a client that reads gets the whole answer, over one connection and over several', async () => {
  const port = await serve()
  const read = async () => (await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer()).byteLength
  expect([await read(), await read()]).toEqual([body.length, body.length])
  expect(await Promise.all([read(), read(), read()])).toEqual([body.length, body.length, body.length])
})

it('so does one that reads slowly and steadily', async () => {
  // Whoever takes nothing for a second is ended.
  const port = await serve({ unsentBytes: 1, stalledMs: 1 })
  const bytes = await new Promise<number>((resolve, reject) => {
    let taken = 0
    get({ port, host: '127.0.0.1' }, (response) => {
      response.on('data', (chunk: Buffer) => {
        taken += chunk.length
        response.pause()
        setTimeout(() => response.resume(), 5)
      })
      response.on('end', () => resolve(taken))
      response.on('error', reject)
    }).on('error', reject)
  })
  expect(bytes).toBe(body.length)
})

it('so does one that sends its requests one after another without waiting', async () => {
  const port = await serve()
  const bytes = await new Promise<number>((resolve, reject) => {
    let taken = 0
    const socket = connect(port, '127.0.0.1', () => {
      const request = 'GET / HTTP/1.1\r\nHost: x\r\n'
      socket.write(`${request}\r\n${request}Connection: close\r\n\r\n`)
    })
    socket.on('data', (chunk) => (taken += chunk.length))
    socket.on('end', () => resolve(taken))
    socket.on('error', reject)
  })
  expect(bytes).toBeGreaterThan(2 * body.length)
})

it('one that takes nothing is ended', async () => {
  const port = await serve({ stalledMs: 1_000 })
  const ended = new Promise<void>((resolve) => {
    server.on('connection', (socket) => socket.on('close', () => resolve()))
  })
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  socket.on('error', () => undefined)
  socket.pause()
  await ended
  socket.destroy()
})
