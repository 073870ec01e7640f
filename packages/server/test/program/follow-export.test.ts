import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { CustomerIntelServer } from '../../src/app/app.ts'
import { bucketBlobs } from '../../src/drivers/blobs/bucket-blobs.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import type { NewOrganization } from '../../src/organizations/define-organization.ts'
import { readNewestCommit } from '../../src/program/exporting/export-commit.ts'
import { startBucket } from '../support/bucket.ts'
import { bringExported, readExported, type Rows } from '../support/exported.ts'
import { answersOf, makeHistory, sendEvents, serving } from '../support/history.ts'
import { runCommand } from '../support/run-command.ts'
import { runServerProcess } from '../support/server-process.ts'

const running = new Set<ChildProcess>()
let home: string
let data: string
let service: Awaited<ReturnType<typeof startBucket>>
let organization: NewOrganization
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'customer-intel-follow-'))
  data = join(home, 'data')
  service = await startBucket()
  await serving(fileStore({ directory: data }), async (server) => {
    organization = await makeHistory(server)
  })
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await service.close()
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const to = 's3://snapshots/intel'
const settings = () => ({
  SVC_S3_ENDPOINT: service.bucket.endpoint,
  SVC_S3_REGION: service.bucket.region,
  SVC_S3_ACCESS_KEY_ID: service.bucket.accessKeyId,
  SVC_S3_SECRET_ACCESS_KEY: service.bucket.secretAccessKey,
})
const exportOnce = (...argv: string[]) => {
  for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value)
  return runCommand(data, 'export', '--to', to, ...argv)
}
const follow = (...argv: string[]) =>
  runServerProcess(
    ['export', '--to', to, '--follow', '--every', '1s', ...argv],
    { SVC_DATA_DIR: data, ...settings() },
    running,
  )

/** What svc_query and a reader of the export are asked. */
const questions = [
  'select event_name, activity_kind, count(*) as n, count(distinct user_id) as people, count(distinct customer_id) as customers from activity group by all order by all',
  'select user_email, customer_domain, count(*) as n, cast(min(occurred_at) as varchar) as first from activity group by all order by all',
  "select count(*) as n, max(cast(properties ->> 'rows' as integer)) as most from activity",
  'select journey_stage, count(*) as n from users group by all order by all',
  'select customer_id, domain, name, contact_count from customers order by all',
  'select currency, count(*) as days, sum(mrr_cents) as cents from revenue group by all order by all',
  'select fact_type, origin, status, count(*) as n from facts group by all order by all',
  'select source_type, title, customer_id from sources order by all',
  'select count(*) as n from opportunities',
]

async function expectTheSame(server: CustomerIntelServer): Promise<void> {
  // Facts of behaviour are computed by when somebody asks for them.
  await answersOf(server, organization)
  const folder = await bringExported(
    service.bucket,
    organization.document.organization.id,
    await mkdtemp(join(home, 'brought-')),
  )
  await readExported(folder, async (ask) => {
    for (const sql of questions) expect([sql, texts(await ask(sql))]).toEqual([sql, texts(await query(sql))])
  })

  async function query(sql: string): Promise<Rows> {
    const response = await server.fetch(
      new Request('http://localhost/api/tools/call', {
        method: 'POST',
        headers: { authorization: `Bearer ${organization.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'svc_query', input: { sql } }),
      }),
    )
    return ((await response.json()) as { data: Rows }).data
  }
}
/** Numbers beyond 53 bits are texts on one side. */
const texts = (rows: Rows) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])))

it('exports into a bucket beside a running server, with the numbers of svc_query', async () => {
  await serving(fileStore({ directory: data }), async (server) => {
    const first = await exportOnce()
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toMatch(/commit 1, the log up to \d+; files written: subjects 1, .*events \d+, log 1/)
    await expectTheSame(server)
    expect(await exportOnce()).toMatchObject({ code: 0, out: '', err: '' })
    await sendEvents(server, organization, 25)
    expect((await exportOnce()).out).toMatch(/commit 2/)
    await expectTheSame(server)
  })
})

it('follows through kills and a bucket that goes away, and ends with SIGTERM', async () => {
  await serving(fileStore({ directory: data }), async (server) => {
    let person = 30
    const sendMore = () => sendEvents(server, organization, person++)
    await sendMore()
    const killed = follow()
    await killed.wrote(/commit \d+/)
    await sendMore()
    killed.child.kill('SIGKILL')
    await killed.ended

    const followed = follow()
    await followed.wrote(/commit \d+/)
    await service.stop()
    await sendMore()
    await followed.wrote(/waits, and tries again/)
    await service.goOn()
    await followed.wrote(/The export goes on/)
    await expectTheSame(server)
    followed.child.kill('SIGTERM')
    expect(await followed.ended).toBe(0)
  })
})

it('takes what an erasure took away out of the bucket', async () => {
  const id = organization.document.organization.id
  const exported = async () => {
    const folder = await bringExported(service.bucket, id, await mkdtemp(join(home, 'brought-')))
    return readExported(folder, async (ask) =>
      JSON.stringify([await ask('select user_email from activity'), await ask('select record from log')]),
    )
  }
  expect(await exported()).toContain('p3@shop3.example')
  expect((await runCommand(data, 'person', 'erase', 'p3@shop3.example')).code).toBe(0)
  expect((await exportOnce('--keep', '0')).out).toMatch(/commit/)
  expect(await exported()).not.toContain('p3@shop3.example')
  expect(await exported()).toContain('p4@shop4.example')
  await exportOnce('--keep', '0')
  const objects = bucketBlobs(service.bucket, id)
  const names = (await objects.list()).map(({ name }) => name)
  const { retired } = (await readNewestCommit(objects))!
  expect(Object.keys(retired).length).toBeGreaterThan(2)
  expect(names.filter((name) => name in retired)).toEqual([])
})

it('says what is wrong with a command line, and what another export has taken', async () => {
  await expect(exportOnce('--format', 'csv')).rejects.toThrow(/--format csv is for a folder without --follow/)
  await expect(exportOnce('--every', '10x')).rejects.toThrow(/--every takes a time such as/)
  await expect(runCommand(data, 'export', '--to', to)).rejects.toThrow(/needs SVC_S3_ENDPOINT, .*set them/)
  const folder = await mkdtemp(join(home, 'to-'))
  expect((await runCommand(data, 'export', '--to', folder)).code).toBe(0)
  await expect(runCommand(data, 'export', '--to', folder, '--follow')).rejects.toThrow(
    /holds an export without --follow/,
  )
  const other = join(home, 'other')
  await serving(fileStore({ directory: other }), async (server) => {
    await server.workspaces.createOrganization(organization.document.organization, organization.document)
    await sendEvents(server, organization, 1)
  })
  for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value)
  await expect(runCommand(other, 'export', '--to', to)).rejects.toThrow(/holds an export of .*data: export/)
})
