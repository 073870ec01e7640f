import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Call } from '../../src/http/endpoint.ts'
import { createTrackerEndpoints } from '../../src/http/tracker-endpoints.ts'
import { describeScript } from '../../src/http/tracker-script.ts'

const source = Buffer.from('(()=>{window.svc={}})()'.repeat(50))
const script = describeScript(source)
const endpoints = createTrackerEndpoints(script)

async function get(path: string, headers: Record<string, string> = {}) {
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  const call: Call = {
    method: 'GET',
    origin: 'http://localhost',
    params: {},
    query: new URLSearchParams(),
    target: path,
    header: (name) => headers[name] ?? null,
    headerNames: () => [],
    body: { web: new Request('http://localhost/') },
    sender: null,
    requestId: 'req_1',
    signal: new AbortController().signal,
  }
  if (endpoint === undefined) throw new Error(`nothing at ${path}`)
  return endpoint.handle(call)
}

describe('GET /svc.js', () => {
  it('may be loaded by any site, and is kept for minutes only', async () => {
    const { status, headers, body } = await get('/svc.js')
    expect(status).toBe(200)
    expect(body).toEqual(source)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=600',
    })
  })

  it('goes compressed to whom can read it', async () => {
    const brotli = await get('/svc.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.body ?? '')).toEqual(source)
    const gzip = await get('/svc.js', { 'accept-encoding': 'gzip;q=0.5, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body ?? '')).toEqual(source)
    expect((await get('/svc.js', { 'accept-encoding': 'identity' })).headers).not.toHaveProperty(
      'content-encoding',
    )
  })

  it('is not sent again to whom has it', async () => {
    const { headers } = await get('/svc.js')
    const again = await get('/svc.js', { 'if-none-match': `W/"other", ${headers['etag']}` })
    expect(again).toMatchObject({ status: 304, body: null })
    expect((await get('/svc.js', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('has a name that never changes what it holds, for ever to be kept and pinned', async () => {
    const { status, headers, body } = await get(`/svc-${script.version}.js`)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(script.integrity).toBe(
      `sha384-${createHash('sha384')
        .update(body ?? '')
        .digest('base64')}`,
    )
    expect(describeScript(Buffer.from('other')).version).not.toBe(script.version)
  })

  it('says how to get it where it is not built', async () => {
    const [endpoint] = createTrackerEndpoints(null)
    const reply = await endpoint?.handle({ header: () => null } as unknown as Call)
    expect(reply?.status).toBe(404)
    expect(String(reply?.body)).toContain('pnpm build')
  })
})
