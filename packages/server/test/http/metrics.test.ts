import { backupsOf } from '../../src/kernel/workspace/backup-run.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createServer, type ServerOptions } from '../../src/app/app.ts'
import { createLagClock } from '../../src/kernel/metrics/lag-clock.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import type { Workspace } from '../../src/kernel/workspace/workspace.ts'
import { openRecordingReadModels } from '../support/recording-read-models.ts'
import { openTestServer, pageview, type TestServer, visitorId } from '../support/test-server.ts'
import { isOnFiles } from '../support/test-store.ts'

let test: TestServer
let url: string
afterEach(async () => {
  vi.restoreAllMocks()
  await test.close()
})

async function open(options: Partial<ServerOptions> = {}): Promise<void> {
  test = await openTestServer(options)
  ;({ url } = await test.server.listen({ port: 0 }))
}

const scrape = (headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers })

/** The samples by name and labels, as a scraper reads them. Fails on a line that is no exposition format. */
async function samples(headers?: Record<string, string>): Promise<Map<string, number>> {
  const response = await scrape(headers)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const found = new Map<string, number>()
  for (const line of (await response.text()).split('\n')) {
    if (line === '' || line.startsWith('# HELP ') || line.startsWith('# TYPE ')) continue
    const match = /^(svc_\w+(?:\{(?:\w+="(?:[^"\\\n]|\\.)*",?)*\})?) (-?[\d.e+-]+)$/.exec(line)
    expect({ line, valid: match !== null }).toEqual({ line, valid: true })
    found.set(match![1]!, Number(match![2]))
  }
  return found
}

const ingest = (body: unknown, key = test.publicKey) =>
  fetch(`${url}/api/i/v1/${key}/events`, { method: 'POST', body: JSON.stringify(body) })

describe('GET /metrics', () => {
  it('counts answers by route and status, and events by what became of them', async () => {
    await open({ ingestRateLimit: 4 })
    // Within one second, however long it takes.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await ingest(pageview())
    await ingest({ visitorId, events: [pageview().events[0], { type: 'pageview' }, { type: 'nothing' }] })
    await ingest({
      source: 'server',
      events: [
        { type: 'custom', eventName: 'x', ...pageview().events[0], uuid: undefined },
        { type: 'custom', url: 'https://a.io/', path: '/', eventName: 'x' },
      ],
    })
    await ingest({})
    await ingest(pageview())
    await ingest(pageview(), 'pk_unknown')
    clock.mockRestore()
    await fetch(`${url}/api/settings`)
    await fetch(`${url}/api/settings`, { headers: { authorization: `Bearer ${test.apiKey}` } })
    await fetch(`${url}/api/settings`, { method: 'DELETE' })
    await fetch(`${url}/no/such?e=jane@acme.com`)
    const found = await samples()
    const route = 'route="/api/i/v1/{publicKey}/events"'
    expect(found.get(`svc_requests_total{method="POST",${route},status="200"}`)).toBe(1)
    expect(found.get(`svc_requests_total{method="POST",${route},status="429"}`)).toBe(1)
    expect(found.get(`svc_requests_total{method="POST",${route},status="403"}`)).toBe(1)
    expect(found.get(`svc_requests_total{method="POST",${route},status="400"}`)).toBe(1)
    expect(found.get('svc_ingest_rate_limited_total')).toBe(1)
    expect(found.get('svc_requests_total{method="GET",route="/api/settings",status="200"}')).toBe(1)
    expect(found.get('svc_requests_total{method="GET",route="/api/settings",status="401"}')).toBe(1)
    expect(found.get('svc_requests_total{method="other",route="/api/settings",status="405"}')).toBe(1)
    expect(found.get('svc_requests_total{method="other",route="none",status="404"}')).toBe(1)
    expect(found.get('svc_events_accepted_total{organization="acme"}')).toBe((await test.events()).length)
    expect(
      found.get('svc_events_rejected_total{organization="acme",reason="invalid"}'),
    ).toBeGreaterThanOrEqual(2)
    expect(
      found.get('svc_events_rejected_total{organization="acme",reason="unidentified"}'),
    ).toBeGreaterThanOrEqual(1)
    expect(found.get('svc_log_bytes{organization="acme"}')).toBe(await test.workspace.log.end())
    expect(found.get('svc_projection_lag_bytes{organization="acme"}')).toBe(0)
    expect(found.get('svc_projection_lag_seconds{organization="acme"}')).toBe(0)
    expect(found.get('svc_configuration_readable{organization="acme"}')).toBe(1)
    expect(found.get('svc_process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  })

  it('times answers by route, and users’ SQL by outcome', async () => {
    await open()
    await ingest(pageview())
    await fetch(`${url}/api/settings`)
    const ask = (sql: string) =>
      fetch(`${url}/api/tools/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${test.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'svc_query', input: { sql } }),
      })
    await ask('no SQL')
    const found = await samples()
    const route = 'method="POST",route="/api/i/v1/{publicKey}/events"'
    expect(found.get(`svc_request_duration_seconds_count{${route}}`)).toBe(1)
    expect(found.get(`svc_request_duration_seconds_bucket{le="+Inf",${route}}`)).toBe(1)
    expect(found.get(`svc_request_duration_seconds_sum{${route}}`)).toBeGreaterThan(0)
    expect(found.get('svc_request_duration_seconds_count{method="GET",route="/api/settings"}')).toBe(1)
    expect(found.get('svc_query_duration_seconds_count{outcome="failed"}')).toBe(1)
  })

  it('keeps organizations with the same slug apart', async () => {
    await open()
    const other = defineOrganization({ name: 'Acme' })
    await test.server.workspaces.createOrganization(other.document.organization, other.document)
    await ingest(pageview())
    await ingest(pageview(), other.publicKey)
    await ingest(pageview(), other.publicKey)
    const found = await samples()
    const countOf = (id: string) =>
      found.get(`svc_events_accepted_total{organization="acme-${id.slice(0, 8)}"}`)
    expect(countOf(test.workspace.organization.id)).toBe(1)
    expect(countOf(other.document.organization.id)).toBe(2)
  })

  it('names no key, no person and no organization’s id', async () => {
    await open()
    await ingest({
      visitorId,
      events: [{ type: 'identify', url: 'https://a.io/', path: '/', email: 'jane@canary.example' }],
    })
    const text = await (await scrape()).text()
    for (const secret of ['canary', test.publicKey, test.apiKey, test.workspace.organization.id, visitorId]) {
      expect(text).not.toContain(secret)
    }
  })

  it('tells duplicates, as the projection found them', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'customer-intel-metrics-'))
    try {
      await open({ store: fileStore({ directory, sync: false }), queryTimeoutMs: 300 })
      const batch = pageview({ uuid: '018f2f5e-7c1a-7d43-9a3b-0123456789ab' })
      for (let time = 0; time < 3; time++) await ingest(batch)
      await test.workspace.readModels.fresh({ withinMs: 60_000 })
      await expect
        .poll(async () => (await samples()).get('svc_events_duplicate_total{organization="acme"}'))
        .toBe(2)
      const found = await samples()
      const of = (name: string) => found.get(`svc_${name}{organization="acme"}`)
      expect(of('read_models_up')).toBe(1)
      expect(of('log_disk_bytes')).toBeGreaterThan(0)
      expect(found.get('svc_projection_duration_seconds_count')).toBeGreaterThan(0)
      expect(found.get('svc_disk_free_bytes')).toBeGreaterThan(0)
      expect(found.get('svc_disk_free_bytes')).toBeLessThan(found.get('svc_disk_size_bytes')!)
      if (process.platform === 'linux') {
        expect(of('read_process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
        expect(of('read_process_cpu_seconds_total')).toBeGreaterThan(0)
      }
      expect(of('backup_age_seconds')).toBeUndefined()
      await backupsOf(test.workspace).append({
        asOf: new Date(Date.now() - 60_000).toISOString(),
        records: 1,
        bytes: 1,
      })
      const age = (await samples()).get('svc_backup_age_seconds{organization="acme"}')
      expect(age).toBeGreaterThanOrEqual(60)
      expect(age).toBeLessThan(3_600)
    } finally {
      await test.server.close()
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  })

  it('is for this machine alone, directly, until a token is set', async () => {
    await open()
    expect((await scrape()).status).toBe(200)
    for (const header of [
      'forwarded',
      'x-forwarded-for',
      'x-forwarded-proto',
      'x-forwarded-anything',
      'x-real-ip',
      'via',
      'cf-connecting-ip',
      'true-client-ip',
    ]) {
      const response = await scrape({ [header]: '127.0.0.1' })
      expect(response.status).toBe(403)
      expect(await response.json()).toEqual({ error: expect.stringContaining('SVC_METRICS_TOKEN') })
    }
    const embedded = await test.server.fetch(new Request('http://localhost/metrics'))
    expect(embedded.status).toBe(403)
  })

  it('is for whoever sends the token, from anywhere, once there is one', async () => {
    const metricsToken = 'a-token-of-the-operator'
    await open({ metricsToken })
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${metricsToken}x`,
      `Bearer ${test.apiKey}`,
      metricsToken,
    ]) {
      expect((await scrape({ authorization })).status).toBe(401)
    }
    await samples({ authorization: `Bearer ${metricsToken}`, 'x-forwarded-for': '203.0.113.7' })
  })
})

describe('the lag of answers', () => {
  it('is how long the oldest event waits, to a tenth of a second, and nothing when none waits', () => {
    let now = 1_000
    let listener: (position: number) => void = () => undefined
    let end = 0
    const log = {
      end: async () => end,
      subscribe(tell: typeof listener) {
        listener = tell
        return () => undefined
      },
    }
    let projectedTo = (_position: number): void => undefined
    const readModels = {
      projected: 0,
      subscribe(listener: () => void) {
        projectedTo = (position) => {
          readModels.projected = position
          listener()
        }
      },
    }
    const reached: number[] = []
    const append = (bytes: number) => {
      end += bytes
      listener(end)
    }
    const clock = createLagClock({ log, readModels, isHeld: true } as unknown as Workspace, {
      now: () => now,
      onReached: (lag) => reached.push(lag),
    })
    expect(clock.lagSeconds()).toBe(0)
    append(100)
    now += 5_000
    append(100)
    now += 1_000
    expect(clock.lagSeconds()).toBe(6)
    projectedTo(100)
    expect(reached).toEqual([6])
    expect(clock.lagSeconds()).toBe(1)
    projectedTo(200)
    expect(reached).toEqual([6, 1])
    expect(clock.lagSeconds()).toBe(0)
    for (let second = 0; second < 5_000; second++) {
      append(1)
      now += 1_000
    }
    expect(clock.lagSeconds()).toBe(5_000)
    projectedTo(end)
    expect(clock.lagSeconds()).toBe(0)
  })
})

describe('GET /health', () => {
  it.skipIf(!isOnFiles)(
    'tells of an organization that could not be read at the start, and the others are served',
    async () => {
      await open()
      const { organization } = test.document
      const broken = defineOrganization({ name: 'Globex' })
      const { document } = broken
      await test.server.workspaces.createOrganization(document.organization, document)
      await test.server.close()
      const path = join(test.directory, 'organizations', document.organization.id, 'workspace.json')
      await writeFile(path, '{ "organization":')
      const server = createServer({
        store: fileStore({ directory: test.directory, sync: false }),
        openReadModels: openRecordingReadModels,
        logger: { warn: () => undefined, error: () => undefined },
      })
      try {
        const post = (key: string) =>
          server.fetch(
            new Request(`http://localhost/api/i/v1/${key}/events`, {
              method: 'POST',
              body: JSON.stringify(pageview()),
            }),
          )
        expect((await post(test.publicKey)).status).toBe(200)
        expect(await server.workspaces.listOrganizations()).toEqual([organization])
        const health = async () =>
          (await (await server.fetch(new Request('http://localhost/health'))).json()) as unknown
        expect(await health()).toMatchObject({
          status: 'degraded',
          reasons: [expect.stringContaining('1 workspace.json can’t be read')],
        })
        await writeFile(path, JSON.stringify(document))
        await vi.waitFor(async () => {
          expect((await post(broken.publicKey)).status).toBe(200)
          expect(await health()).toMatchObject({ status: 'ok', reasons: [] })
        })
      } finally {
        await server.close()
      }
    },
  )

  it('is degraded, with the reason, while answers are more than half a minute behind', async () => {
    await open()
    await ingest(pageview())
    const behind = vi.spyOn(test.workspace.readModels, 'projected', 'get').mockReturnValue(0)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
    const health = (await (await test.server.fetch(new Request('http://localhost/health'))).json()) as unknown
    vi.restoreAllMocks()
    behind.mockRestore()
    expect(health).toMatchObject({
      status: 'degraded',
      reasons: [expect.stringMatching(/^Answers lack events of the last 36\d\d seconds$/)],
    })
  })
})
