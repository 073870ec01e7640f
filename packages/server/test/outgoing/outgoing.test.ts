import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { isPrivateAddress } from '../../src/kernel/outgoing/is-private-address.ts'
import { createOutgoing, type Outgoing, type OutgoingRequest } from '../../src/kernel/outgoing/outgoing.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function open(options?: Parameters<typeof createOutgoing>[0]): Outgoing {
  const outgoing = createOutgoing(options)
  ends.push(() => outgoing.close())
  return outgoing
}

const to = (...origins: string[]): OutgoingRequest => ({ origins, allowPrivateAddresses: true })

describe('an outgoing request', () => {
  it('goes to configured origins alone, redirects included', async () => {
    const elsewhere = await serve((_, response) => response.end('not for you'))
    const origin = await serve((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: elsewhere }).end()
      else if (request.url === '/near') response.writeHead(302, { location: '/here' }).end()
      else response.end(request.url)
    })
    const outgoing = open()
    expect((await outgoing.request(`${origin}/near`, to(origin))).body.toString()).toBe('/here')
    for (const address of [`${origin}/away`, elsewhere, 'file:///etc/passwd'])
      await expect(outgoing.request(address, to(origin))).rejects.toMatchObject({
        fault: 'ADDRESS_NOT_ALLOWED',
      })
  })

  it('reaches no private address, written as numbers or behind a name, unless it may', async () => {
    const origin = await serve((_, response) => response.end('inside'))
    const { port } = new URL(origin)
    const outgoing = open({
      resolve: ((_host: string, _options: object, callback: (error: null, found: object[]) => void) =>
        callback(null, [{ address: '127.0.0.1', family: 4 }])) as never,
    })
    const named = `http://looks-public.example:${port}`
    for (const address of [origin, `http://[::ffff:127.0.0.1]:${port}`, `http://2130706433:${port}`, named])
      await expect(
        outgoing.request(address, { origins: [new URL(address).origin], allowPrivateAddresses: false }),
      ).rejects.toMatchObject({ fault: 'ADDRESS_NOT_ALLOWED' })
    expect((await outgoing.request(origin, to(origin))).body.toString()).toBe('inside')
  })

  it('is bounded in time, size and redirects', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
      else if (request.url === '/bomb')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8 * 1024 * 1024)))
      else if (request.url === '/endless') {
        const more = () => void response.write('x'.repeat(10_000), () => setImmediate(more))
        more()
      }
    })
    const outgoing = open()
    const faultOf = (path: string, options: Partial<OutgoingRequest>) =>
      expect(outgoing.request(`${origin}${path}`, { ...to(origin), ...options })).rejects
    await faultOf('/loop', {}).toMatchObject({ fault: 'TOO_MANY_REDIRECTS' })
    await faultOf('/bomb', { maxBytes: 100_000 }).toMatchObject({ fault: 'TOO_LARGE' })
    await faultOf('/endless', { maxBytes: 100_000 }).toMatchObject({ fault: 'TOO_LARGE' })
    await faultOf('/silent', { timeoutMs: 50 }).toMatchObject({ fault: 'TIMEOUT' })
    await faultOf('/silent', { signal: AbortSignal.abort() }).toMatchObject({ fault: 'ABORTED' })
  })

  it('is answered by the status alone where the body isn’t used, whatever it does', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/cut') {
        response.writeHead(200, { 'content-length': '1000' }).flushHeaders()
        response.write('half', () => response.destroy())
      } else if (request.url === '/unzipped')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
      else if (request.url === '/unknown')
        response.writeHead(200, { 'content-encoding': 'x-y' }).end('anything')
      else if (request.url === '/bomb')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8 * 1024 * 1024)))
      else if (request.url === '/stalled') response.writeHead(200).write('and then nothing')
      else {
        const more = () => void response.write('x'.repeat(10_000), () => setImmediate(more))
        more()
      }
    })
    const outgoing = open()
    const request = { ...to(origin), ignoresBody: true }
    for (const path of ['/cut', '/unzipped', '/unknown', '/bomb', '/stalled', '/endless'])
      expect((await outgoing.request(`${origin}${path}`, request)).status, path).toBe(200)
  })

  it('says that nobody answers', async () => {
    const origin = await serve(() => undefined)
    await ends.pop()!()
    await expect(open().request(origin, to(origin))).rejects.toMatchObject({
      fault: 'UNREACHABLE',
      message: expect.stringContaining('ECONNREFUSED') as string,
    })
  })
})

it.each([
  ['8.8.8.8', false],
  ['2606:4700::1111', false],
  ['10.1.2.3', true],
  ['169.254.169.254', true],
  ['100.64.1.1', true],
  ['0.0.0.0', true],
  ['::1', true],
  ['::', true],
  ['fe80::1', true],
  ['fd00::1', true],
  ['::ffff:192.168.1.1', true],
  ['::ffff:c0a8:101', true],
  ['0:0:0:0:0:FFFF:192.168.1.1', true],
  ['::ffff:8.8.8.8', false],
  // IPv4-translated, IPv4-compatible, and translation prefixes: no IPv4 address for the system.
  ['::ffff:0:127.0.0.1', true],
  ['::ffff:0:8.8.8.8', true],
  ['::127.0.0.1', true],
  ['64:ff9b:1::a00:1', true],
  ['100::1', true],
  ['100:0:0:1::1', true],
  ['2001::1', true],
  ['2001:2::1', true],
  ['2001:20::1', true],
  ['2001:db8::1', true],
  ['3fff::1', true],
  ['5f00::1', true],
  ['fc00::1', true],
  ['fec0::1', true],
  ['ff02::1', true],
  ['fe80::1%lo', true],
  ['2620:4f:8000::1', false],
  ['64:ff9b::a00:1', true],
  ['2002:a00:1::', true],
  ['not an address', true],
])('%s is private: %s', (address, expected) => {
  expect(isPrivateAddress(address)).toBe(expected)
})
