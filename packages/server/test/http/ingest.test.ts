import { gzipSync } from 'node:zlib'
import { IngestFailureSchema, IngestPartialSchema } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../src/kernel/errors.ts'
import { openTestServer, pageview, type TestServer, visitorId } from '../support/test-server.ts'

let test: TestServer
beforeEach(async () => {
  test = await openTestServer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await test.close()
  expect(test.logged).toEqual([])
})

/** Reopens the server under other options. */
async function reopen(options: Parameters<typeof openTestServer>[0]): Promise<void> {
  await test.close()
  test = await openTestServer(options)
}

async function expectFailure(
  response: Response,
  status: number,
): Promise<v.InferOutput<typeof IngestFailureSchema>> {
  expect(response.status).toBe(status)
  return v.parse(IngestFailureSchema, await response.json())
}

describe('POST /api/i/v1/{publicKey}/events', () => {
  it('answers 200 with the count once the events are in the log', async () => {
    const response = await test.ingest(pageview({ timestamp: Date.now() - 5 }))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: true, processed: 1 })
    expect(await test.events()).toMatchObject([{ type: 'pageview', url: 'https://acme.com/pricing' }])
  })

  it('waits for the log before it answers', async () => {
    let append = (): void => undefined
    const { log } = test.workspace
    const real = log.append.bind(log)
    log.append = (payload) => new Promise((resolve) => (append = () => resolve(real(payload))))
    let answered = false
    const response = test.ingest(pageview()).then((answer) => {
      answered = true
      return answer
    })
    await expect.poll(() => append.toString()).toContain('resolve')
    expect(answered).toBe(false)
    append()
    expect((await response).status).toBe(200)
  })

  it('answers 207 when some events failed, and stores the others', async () => {
    const batch = { visitorId, events: [...pageview().events, { type: 'custom' }, ...pageview().events] }
    const response = await test.ingest(batch)
    expect(response.status).toBe(207)
    const body = v.parse(v.strictObject(IngestPartialSchema.entries), await response.json())
    expect(body).toMatchObject({ success: false, processed: 2, errors: [{ index: 1 }] })
    expect(body.errors[0]?.message).toContain('eventName')
    expect(await test.events()).toHaveLength(2)
  })

  it('stores the same of a batch whether or not its body says more', async () => {
    const uuid = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'
    const sent = pageview({ uuid, timestamp: Date.now(), title: 'Prüfung ✓' })
    await test.ingest(sent)
    await test.ingest(
      JSON.stringify({ ...sent, unknown: 1 }).replace('"url"', '"url":"https://a.io/?token=x","url"'),
    )
    const [plain, more] = await test.records()
    expect(plain).toEqual({ ...more, receivedAt: plain?.receivedAt })
    expect(plain).toMatchObject({
      kind: 'events',
      source: 'client',
      visitorId,
      events: [{ uuid, title: 'Prüfung ✓' }],
    })
  })

  it('cuts a time’s fraction off, and keeps what a date can hold of an impossible one', async () => {
    for (const timestamp of [1.5, 1e308, -1e308, 1_780_000_000_000.75])
      expect((await test.ingest(pageview({ timestamp }))).status).toBe(200)
    const events = await test.events()
    expect(events.map(({ sentTimestamp }) => sentTimestamp)).toEqual([1, 8.64e15, -8.64e15, undefined])
    expect(events.at(-1)?.timestamp).toBe(1_780_000_000_000)
    expect(events.every(({ timestamp }) => Number.isInteger(timestamp))).toBe(true)
  })

  it('takes a body with a byte order mark', async () => {
    expect((await test.ingest(`\uFEFF${JSON.stringify(pageview())}`)).status).toBe(200)
    expect(await test.events()).toHaveLength(1)
  })

  it.each(['application/json', 'text/plain', 'text/plain;charset=UTF-8', 'APPLICATION/JSON; charset=utf-8'])(
    'takes JSON as %s',
    async (contentType) => {
      expect((await test.ingest(pageview(), { headers: { 'content-type': contentType } })).status).toBe(200)
    },
  )

  it('answers 415 to another type of body, with the remedy', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const { message } = await expectFailure(await test.ingest('a=b', { headers: form }), 415)
    expect(message).toContain('application/json')
  })

  it('takes a gzip body', async () => {
    const body = gzipSync(JSON.stringify(pageview()))
    expect((await test.ingest(body, { headers: { 'content-encoding': 'gzip' } })).status).toBe(200)
  })

  it('answers 415 to an encoding that it does not know, and 400 to gzip that is none', async () => {
    await expectFailure(await test.ingest('x', { headers: { 'content-encoding': 'br' } }), 415)
    await expectFailure(await test.ingest('x', { headers: { 'content-encoding': 'gzip' } }), 400)
  })

  it('answers 413 above 1 MB, counted as it arrives, also once decoded', async () => {
    const large = JSON.stringify(pageview({ title: 'x'.repeat(1_100_000) }))
    await expectFailure(await test.ingest(large), 413)
    await expectFailure(await test.ingest(gzipSync(large), { headers: { 'content-encoding': 'gzip' } }), 413)
    const fitting = JSON.stringify({ ...pageview(), padding: 'x'.repeat(1_000_000) })
    expect((await test.ingest(fitting)).status).toBe(200)
  })

  it('answers 400 to a malformed batch, by field', async () => {
    const failure = await expectFailure(await test.ingest({ events: [{}] }), 400)
    expect(failure.errors).toMatchObject([{ index: -1, path: ['visitorId'] }])
    expect((await expectFailure(await test.ingest('{"events":'), 400)).message).toContain('JSON')
    expect((await expectFailure(await test.ingest(''), 400)).message).toContain('empty')
  })

  it('answers 403 to an unknown and to an inactive key', async () => {
    for (const publicKey of ['pk_unknown', 'ok_unknown', 'x', 'pk_%00', 'pk_%E2%82%AC']) {
      const failure = await expectFailure(await test.ingest(pageview(), { publicKey }), 403)
      expect(failure).toMatchObject({
        message: expect.stringMatching(/^Invalid or inactive tracking configuration: .*pk_…/) as string,
        errors: [{ index: -1, message: 'Invalid or inactive tracking configuration' }],
      })
    }
    await test.workspace.updateDocument((document) => {
      for (const key of document.publicKeys) key.active = false
    })
    await expectFailure(await test.ingest(pageview()), 403)
    expect(await test.events()).toEqual([])
  })

  it('answers 503 with Retry-After while the log is unavailable', async () => {
    test.workspace.log.append = () =>
      Promise.reject(new AppError('LOG_UNAVAILABLE', 'The disk is full', { retryAfterSeconds: 7 }))
    const response = await test.ingest(pageview())
    expect(response.headers.get('retry-after')).toBe('7')
    expect((await expectFailure(response, 503)).message).toContain('The disk is full')
  })

  it('says the request id that the caller gave, or one of its own', async () => {
    const response = await test.ingest(pageview(), { headers: { 'x-request-id': 'trace-1' } })
    expect(response.headers.get('x-request-id')).toBe('trace-1')
    expect((await test.ingest(pageview())).headers.get('x-request-id')).toMatch(/^req_/)
  })
})

describe('the rate limit', () => {
  const rateHeaders = (response: Response) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(response.headers.get(`x-ratelimit-${name}`)))

  it('is told on every answer, in numbers, with the reset in Unix seconds', async () => {
    await reopen({ ingestRateLimit: 100 })
    const begun = Date.now() / 1_000
    const responses = [
      await test.ingest(pageview()),
      await test.ingest({ visitorId, events: [{}] }),
      await test.ingest('{'),
      await test.ingest(pageview(), { publicKey: 'pk_unknown' }),
      await test.ingest(pageview(), { headers: { origin: 'https://evil.example' } }),
      await test.ingest(null, { method: 'OPTIONS', headers: { origin: 'http://localhost' } }),
    ]
    expect(responses.map((response) => response.status)).toEqual([200, 207, 400, 403, 403, 204])
    expect(test.logged.splice(0)).toHaveLength(1)
    for (const response of responses) {
      const [limit, remaining, reset] = rateHeaders(response)
      expect(limit).toBe(100)
      expect(remaining).toBeGreaterThanOrEqual(97)
      expect(reset).toBeGreaterThan(begun - 3)
      expect(reset).toBeLessThan(Date.now() / 1_000 + 3)
    }
  })

  it('answers 429 with Retry-After beyond the limit, and admits again a second later', async () => {
    await reopen({ ingestRateLimit: 3 })
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await test.ingest(pageview())).status),
    )
    expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 200, 200, 429, 429])
    const refused = await test.ingest(pageview(), { headers: { origin: 'http://localhost:3000' } })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    await expectFailure(refused, 429)
    clock.mockReturnValue(2_000)
    expect((await test.ingest(pageview())).status).toBe(200)
  })

  it('is lifted by 0', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 150 }, async () => (await test.ingest(pageview())).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('a browser', () => {
  const origin = 'https://app.acme.com'

  it('may send from an allowed origin, and read the answer and its headers', async () => {
    await reopen({ allowedOrigins: ['*.acme.com'] })
    const { headers, status } = await test.ingest(pageview(), { headers: { origin } })
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('vary')).toBe('Origin')
    expect(headers.get('access-control-expose-headers')).toMatch(/Retry-After.*X-RateLimit-Limit/)
  })

  it('may not send from another, and the answer says how to allow it', async () => {
    await reopen({ allowedOrigins: ['*.acme.com'] })
    for (const other of ['https://acme.com', 'https://evil.example', 'null', 'http://localhost:3000']) {
      const response = await test.ingest(pageview(), { headers: { origin: other } })
      expect(response.headers.get('access-control-allow-origin')).toBe(other)
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      expect((await expectFailure(response, 403)).message).toContain('SVC_ALLOWED_ORIGINS')
    }
    expect(await test.events()).toEqual([])
    expect(test.logged.splice(0)).toHaveLength(4)
  })

  it('from another is told in the log, once per origin and of no more than a hundred', async () => {
    const send = (from: string) => test.ingest(pageview(), { headers: { origin: from } })
    await send('https://evil.example')
    await send('https://evil.example')
    expect(test.logged.splice(0)).toEqual([
      `Events from "https://evil.example" are refused: add the origin to SVC_ALLOWED_ORIGINS or to the workspace's tracking.allowedOrigins`,
    ])
    for (let n = 0; n < 200; n++) await send(`https://${n}.example`)
    const lines = test.logged.splice(0)
    expect(lines).toHaveLength(100)
    expect(lines.at(-1)).toContain('not be named')
  })

  it('is held to the workspace’s own origins, where it has some', async () => {
    await test.workspace.updateDocument((document) => {
      document.tracking.allowedOrigins = ['acme.com', 'null']
    })
    const statusFrom = async (other: string) =>
      (await test.ingest(pageview(), { headers: { origin: other } })).status
    expect(await statusFrom('https://acme.com')).toBe(200)
    expect(await statusFrom('null')).toBe(200)
    expect(await statusFrom('http://localhost')).toBe(403)
    expect(test.logged.splice(0)).toHaveLength(1)
  })

  it('is answered its preflight', async () => {
    const preflight = (from: string) => test.ingest(null, { method: 'OPTIONS', headers: { origin: from } })
    const { headers, status } = await preflight('http://localhost:3000')
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(headers.get('access-control-allow-methods')).toBe('POST, OPTIONS')
    expect(headers.get('access-control-allow-headers')).toBe('Content-Type')
    const refused = await preflight('https://evil.example')
    expect(test.logged.splice(0)).toHaveLength(1)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect(refused.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('gets a credentials header with a failure only where its origin is allowed', async () => {
    const answers = await Promise.all(
      [
        { from: 'https://evil.example' },
        { from: 'https://evil.example', publicKey: 'pk_unknown' },
        { from: 'http://localhost:3000', publicKey: 'pk_unknown' },
        { from: 'http://localhost:3000', publicKey: 'pk_unknown', method: 'OPTIONS' },
        { from: 'http://localhost:3000' },
      ].map(({ from, ...request }) => test.ingest('no json', { ...request, headers: { origin: from } })),
    )
    expect(
      answers.map(({ status, headers }) => [status, headers.get('access-control-allow-credentials')]),
    ).toEqual([
      [403, null],
      [403, null],
      [403, null],
      [403, null],
      [400, 'true'],
    ])
    expect(test.logged.splice(0)).toHaveLength(1)
  })
})

describe('SVC_REQUIRE_SERVER_AUTH', () => {
  const fromServer = {
    source: 'server',
    events: [{ type: 'custom', url: 'server://x', path: '/', eventName: 'a', userId: 'u' }],
  }

  it('is off by default: the public key alone is enough', async () => {
    expect((await test.ingest(fromServer)).status).toBe(200)
  })

  it('demands an API key of the same organization for server and integration events, and none for a browser’s', async () => {
    await reopen({ requireServerAuth: true })
    const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
    const failure = await test.ingest(fromServer)
    expect(failure.headers.get('www-authenticate')).toBe('Bearer')
    await expectFailure(failure, 401)
    await expectFailure(await test.ingest({ ...fromServer, source: 'integration' }), 401)
    await expectFailure(await test.ingest(fromServer, bearer(`ok_${'x'.repeat(40)}`)), 401)
    expect((await test.ingest(fromServer, bearer(test.apiKey))).status).toBe(200)
    expect((await test.ingest(pageview())).status).toBe(200)
    expect(await test.events()).toHaveLength(2)
  })
})
