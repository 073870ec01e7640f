import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyConsole } from '../../../../scripts/packages/copy-console.mjs'
import { openTestServer, type TestServer } from '../support/test-server.ts'

const script = 'export const page = 1;'.repeat(100)
const html = `<!doctype html><html><head><meta property="csp-nonce" nonce="" /><script type="module" src="/assets/index-4f2a.js" nonce=""></script></head><body></body></html>`
let folder: string
let test: TestServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'customer-intel-console-'))
  await mkdir(join(folder, 'dist/assets'), { recursive: true })
  await writeFile(join(folder, 'dist/index.html'), html)
  await writeFile(join(folder, 'dist/favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'dist/assets/index-4f2a.js'), script)
  await writeFile(join(folder, 'dist/assets/index-4f2a.js.map'), '{}')
  copyConsole(join(folder, 'dist'), join(folder, 'console'))
  test = await openTestServer({ console: join(folder, 'console') })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  test.server.fetch(new Request(`http://localhost${path}`, { method, headers }))
const navigating = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' }

describe('the page of the console', () => {
  it.each(['/', '/customers/42?filters=plan', '/settings/people', '/live'])(
    'is at %s for a browser that goes there',
    async (path) => {
      const response = await get(path, navigating)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await response.text()).toContain('/assets/index-4f2a.js')
      expect((await get(path, { accept: 'text/html' })).status).toBe(200)
      expect((await get(path, navigating, 'HEAD')).headers.get('content-type')).toContain('html')
    },
  )

  it('is nothing that a script, a program or a form gets', async () => {
    expect(await (await get('/')).json()).toMatchObject({ name: 'Customer Intel' })
    const others: Record<string, string>[] = [
      {},
      { accept: '*/*' },
      { 'sec-fetch-mode': 'cors', accept: 'text/html' },
    ]
    for (const headers of others) expect((await get('/customers', headers)).status).toBe(404)
    expect((await get('/customers', navigating, 'POST')).status).toBe(404)
  })

  it.each(['/api/nothing', '/assets/index-old.js', '/.well-known/security.txt'])(
    'is not at %s, which is missing',
    async (path) => expect((await get(path, navigating)).status).toBe(404),
  )

  it('stands nowhere in the way of what the server answers', async () => {
    expect(await (await get('/health', navigating)).json()).toMatchObject({ status: 'ok' })
  })

  it('has a policy with a nonce that is new each time, and is never kept', async () => {
    const [first, second] = [await get('/', navigating), await get('/', navigating)]
    const nonceOf = async (response: Response) =>
      [...(await response.text()).matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)
    const nonces = await nonceOf(first)
    expect(new Set(nonces).size).toBe(1)
    expect(nonces).toHaveLength(2)
    expect(await nonceOf(second)).not.toEqual(nonces)
    const policy = first.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}'`)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types csv-worker")
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })
})

describe('the files of the console', () => {
  it('are kept for ever where their name has a hash, and asked for again where not', async () => {
    const hashed = await get('/assets/index-4f2a.js')
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const icon = await get('/favicon.svg')
    expect(icon.headers.get('cache-control')).toBe('no-cache')
    const again = await get('/favicon.svg', { 'if-none-match': icon.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('go compressed as they were built', async () => {
    const read = async (accepted: string) =>
      Buffer.from(await (await get('/assets/index-4f2a.js', { 'accept-encoding': accepted })).arrayBuffer())
    expect(brotliDecompressSync(await read('gzip, br')).toString()).toBe(script)
    expect(gunzipSync(await read('gzip')).toString()).toBe(script)
    expect((await read('identity')).toString()).toBe(script)
  })

  it.each([
    '/index.html',
    '/assets/index-4f2a.js.map',
    '/assets/index-4f2a.js.br',
    '/assets/../../package.json',
  ])('are no more than what the console loads: %s', async (path) =>
    expect((await get(path)).status).toBe(404),
  )
})

it('says plainly that it is not built, and shows what runs here', async () => {
  const bare = await openTestServer({ console: join(folder, 'nowhere') })
  const response = await bare.server.fetch(new Request('http://localhost/', { headers: navigating }))
  expect(await response.text()).toMatch(
    /Customer Intel is running[^]*console[^]*not built: run <code>npm run build/,
  )
  expect(
    (await bare.server.fetch(new Request('http://localhost/live', { headers: navigating }))).status,
  ).toBe(404)
  await bare.close()
})
