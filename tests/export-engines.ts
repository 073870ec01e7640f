// Asks DuckDB what a folder and a bucket of `svc-server export` hold, and ClickHouse (chdb, installed for it: 560 MB) what the
// folder does, and compares their answers with those of svc_query.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deepStrictEqual } from 'node:assert'
import { createServer, defineOrganization, fileStore } from '../packages/server/src/index.ts'
import { readConfig } from '../packages/server/src/app/config.ts'
import { exportTarget } from '../packages/server/src/program/exporting/export-target.ts'
import { openExporter } from '../packages/server/src/program/exporting/exporter.ts'
import { fileStoreReader } from '../packages/server/src/drivers/file/file-store-reader.ts'
import { startBucket } from '../packages/server/test/support/bucket.ts'
import { bringExported, readExported, type Rows } from '../packages/server/test/support/exported.ts'

const chdbVersion = '3.4.0'
/** With so many commits the tables' logs have a checkpoint, from which readers begin. */
const commits = 12
const home = mkdtempSync(join(tmpdir(), 'customer-intel-engines-'))

interface Chdb {
  Session: new () => { query(sql: string, format?: string): unknown; cleanup?(): void }
}

/** In words that all three know. */
const questions = [
  'select event_name, count(*) as n, count(distinct user_id) as people, count(distinct customer_id) as customers from activity group by event_name order by event_name',
  'select user_email, customer_domain, count(*) as n from activity group by user_email, customer_domain order by user_email, customer_domain',
  'select cast(occurred_at as date) as d, count(*) as n from activity group by cast(occurred_at as date) order by d',
  'select journey_stage, count(*) as n from users group by journey_stage order by journey_stage',
  'select domain, name, plan, mrr_cents, contact_count from customers order by domain',
  'select currency, count(*) as days, sum(mrr_cents) as cents from revenue group by currency order by currency',
  "select fact_type, status, count(*) as n from facts where origin = 'stated' group by fact_type, status order by fact_type, status",
  'select stage, amount_cents, currency from opportunities order by stage',
  'select source_type, title, text from sources order by source_type, title',
]

const service = await startBucket()
const config = readConfig({
  SVC_DATA_DIR: join(home, 'data'),
  SVC_S3_ENDPOINT: service.bucket.endpoint,
  SVC_S3_REGION: service.bucket.region,
  SVC_S3_ACCESS_KEY_ID: service.bucket.accessKeyId,
  SVC_S3_SECRET_ACCESS_KEY: service.bucket.secretAccessKey,
})
const server = createServer({ store: fileStore({ directory: config.dataDirectory, sync: false }) })
const organization = defineOrganization({ name: 'Acme' })
const { id } = organization.document.organization
const withKey = { authorization: `Bearer ${organization.apiKey}` }
await server.workspaces.createOrganization(organization.document.organization, organization.document)
const reader = fileStoreReader({ directory: config.dataDirectory })
const stopping = new AbortController()
try {
  const chdb = loadChdb()
  await bringRecords()
  const exporters = await Promise.all(
    [join(home, 'folder'), 's3://snapshots/intel'].map(async (to) =>
      openExporter({
        ports: reader.organization(id),
        target: await exportTarget(to, id, config),
        fromPlace: config.dataDirectory,
        keepMs: 0,
        signal: stopping.signal,
        onProblem: (problem) => console.error(problem),
      }),
    ),
  )
  for (let day = 0; day < commits; day++) {
    await sendDay(day)
    // The bucket is slower to write to, and its log the same.
    for (const exporter of day < commits - 2 ? exporters.slice(0, 1) : exporters) await exporter.run()
  }
  for (const exporter of exporters) await exporter.close()
  const folder = join(home, 'folder', id)
  // The checkpoint has all of these.
  for (let version = 0; version < 10; version++)
    rmSync(join(folder, 'events', '_delta_log', `${String(version).padStart(20, '0')}.json`))

  const expected: [string, Rows][] = []
  for (const sql of questions) expected.push([sql, plain(await query(sql))])
  const brought = await bringExported(service.bucket, id, join(home, 'brought'))
  for (const [name, place] of Object.entries({ folder, bucket: brought }))
    await readExported(place, async (ask) => {
      const found: [string, Rows][] = []
      for (const sql of questions) found.push([sql, plain(await ask(sql))])
      deepStrictEqual(found, expected)
      console.log(`DuckDB reads the ${name}: ${questions.length} answers like svc_query's`)
    })
  // ClickHouse reads local files of its own folder alone, which is where this runs. Its query holds this process up, and
  // so the bucket, which is not asked.
  process.chdir(home)
  const scripts = { folder: readFileSync(join(folder, 'views.clickhouse.sql')) }
  for (const [name, script] of Object.entries(scripts)) {
    const session = new chdb.Session()
    const ask = (sql: string) =>
      String(session.query(sql, 'JSONEachRow'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Rows[number])
    session.query('create database intel')
    session.query('use intel')
    for (const statement of String(script).split(/;\n/))
      if (/^create/m.test(statement)) session.query(statement)
    deepStrictEqual(
      questions.map((sql) => [sql, plain(ask(sql))]),
      expected,
    )
    console.log(
      `ClickHouse ${String(session.query('select version()')).trim()} reads the ${name}: ${questions.length} answers like svc_query's`,
    )
    session.cleanup?.()
  }
} finally {
  stopping.abort()
  await server.close()
  await service.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

function loadChdb(): Chdb {
  const at = process.env['CHDB_FOLDER'] ?? join(home, 'chdb')
  if (process.env['CHDB_FOLDER'] === undefined)
    execFileSync('npm', ['install', '--prefix', at, '--no-save', `chdb@${chdbVersion}`], { stdio: 'ignore' })
  return createRequire(join(at, 'package.json'))('chdb') as Chdb
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await server.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

async function query(sql: string): Promise<Rows> {
  const answer = await post('/api/tools/call', { tool: 'svc_query', input: { sql } }, withKey)
  return (answer as { data: Rows }).data
}

async function bringRecords(): Promise<void> {
  const customer = { domain: 'shop0.example' }
  await post(
    '/api/records',
    {
      records: [
        { kind: 'customer', ...customer, name: 'Shop “0”', plan: 'pro' },
        { kind: 'revenue', customer, date: '2026-05-01', mrrCents: 90_000, currency: 'EUR' },
        {
          kind: 'source',
          sourceType: 'CALL',
          sourceId: 'c-1',
          occurredAt: '2026-05-02T10:00:00Z',
          title: 'Kick-off',
          text: `They need 'single' sign-on,\nand "soon" 🙂.`,
          customer,
        },
        {
          kind: 'fact',
          factId: 'f-1',
          assertion: 'Needs single sign-on',
          customer,
          evidence: [{ sourceType: 'CALL', sourceId: 'c-1', quote: `They need 'single' sign-on` }],
        },
      ],
    },
    withKey,
  )
}

/** Visitors who say later who they are, and some never. */
async function sendDay(day: number): Promise<void> {
  for (let number = 0; number < 4; number++) {
    const person = (day * 7 + number * 3) % 20
    const email = `p${person}@shop${person % 5}.example`
    const timestamp = Date.UTC(2026, 4, 1 + day, number)
    const event = { url: 'https://app.example/', path: `/${number}`, timestamp }
    await post(`/api/i/v1/${organization.publicKey}/events`, {
      source: 'server',
      visitorId: `0b0c5a52-3a76-4e6b-8d0a-${String(person).padStart(12, '0')}`,
      events: [
        { ...event, type: 'pageview' },
        { ...event, type: 'custom', eventName: 'Report exported', properties: { rows: day } },
        ...(day % 5 === 4 ? [{ ...event, type: 'identify', email }] : []),
      ],
    })
  }
}

/** Numbers beyond 53 bits are texts to some, dates have their own forms. */
function plain(rows: Rows): Rows {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        String(value).replace(/^(\d{4}-\d\d-\d\d)(?:T00:00:00.*)?$/, '$1'),
      ]),
    ),
  )
}
