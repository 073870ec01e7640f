import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CustomerIntelServer } from '../../src/app/app.ts'
import type { NewOrganization } from '../../src/organizations/define-organization.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { answersOf, makeHistory, sendEvents, serving } from '../support/history.ts'
import { runCommand } from '../support/run-command.ts'

let home: string
let data: string
let organization: NewOrganization
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'customer-intel-export-'))
  data = join(home, 'data')
  await serving(fileStore({ directory: data }), async (server) => {
    organization = await makeHistory(server)
  })
})
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

let to: string
beforeEach(async () => {
  to = await mkdtemp(join(home, 'to-'))
})

/** What DuckDB reads of the files that a pattern names. */
async function read(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
const exported = () => join(to, organization.document.organization.id)
const dataOf = async (folder: string, name: string): Promise<string> => {
  const home = join(exported(), folder)
  const found = (await readdir(home, { recursive: true })).filter((file) => file.endsWith(name))
  return (await Promise.all(found.map((file) => readFile(join(home, file), 'utf8')))).join('')
}
const files = (folder: string, format = 'parquet') =>
  `read_parquet('${join(exported(), folder, '**', `*.${format}`)}', hive_partitioning = true)`
async function counts(): Promise<Record<string, number>> {
  const views = ['events', 'customers', 'users', 'revenue', 'facts']
  const found = await Promise.all(views.map((view) => read(`select count(*)::int as n from ${files(view)}`)))
  return Object.fromEntries(views.map((view, index) => [view, Number(found[index]![0]!['n'])]))
}
async function countsOf(server: CustomerIntelServer): Promise<Record<string, number>> {
  const views = { events: 'activity', customers: '', users: '', revenue: '', facts: '' }
  // Facts of behaviour are computed by when somebody asks for them.
  await answersOf(server, organization)
  const count = async (view: string) => {
    const response = await server.fetch(
      new Request('http://localhost/api/tools/call', {
        method: 'POST',
        headers: { authorization: `Bearer ${organization.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'svc_query', input: { sql: `select count(*) as n from ${view}` } }),
      }),
    )
    const answer = (await response.json()) as { data: { n: number }[] }
    return answer.data[0]!.n
  }
  const entries = Object.entries(views).map(
    async ([name, view]) => [name, await count(view || name)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

describe('svc-server export', () => {
  it('writes beside a running server what its views hold, and the next time only what has changed', async () => {
    await serving(fileStore({ directory: data }), async (server) => {
      const first = await runCommand(data, 'export', '--to', to)
      expect(first).toMatchObject({ code: 0, err: '' })
      expect(await counts()).toEqual(await countsOf(server))
      const days = (await readdir(join(exported(), 'events'))).filter((name) => name.startsWith('day='))
      expect(days).toContain('day=2026-05-03')
      for (const view of ['customers', 'users', 'facts'])
        expect((await readdir(join(exported(), view))).join()).toMatch(
          /^\.written\.json(?:,day=\d{4}-\d{2}-\d{2})+$/,
        )
      const [row] = await read(
        `select event_name, properties ->> 'rows' as n, user_email from ${files('events')}
        where event_name = 'Report exported' order by n::int desc limit 1`,
      )
      expect(row).toEqual({ event_name: 'Report exported', n: '19', user_email: 'p19@shop4.example' })

      const before = join(exported(), 'events', 'day=2026-05-03', 'data.parquet')
      const { mtimeNs } = await stat(before, { bigint: true })
      expect((await runCommand(data, 'export', '--to', to)).out.match(/, 0 written/g)).toHaveLength(5)

      await sendEvents(server, organization, 25)
      const third = await runCommand(data, 'export', '--to', to)
      // Of one person on two days: today, and the day of the last event.
      expect(third.out).toMatch(/events: \d+ rows in \d+ files, 2 written/)
      expect(third.out).toMatch(/revenue: \d+ rows in \d+ files, 0 written/)
      expect(await counts()).toEqual(await countsOf(server))
      expect((await stat(before, { bigint: true })).mtimeNs).toBe(mtimeNs)
    })
  })

  it('holds nothing of whom an erasure took away, once it has run again', async () => {
    await runCommand(data, 'export', '--to', to, '--format', 'ndjson')
    const texts = async () => {
      const found = await readdir(exported(), { recursive: true, withFileTypes: true })
      const named = found.filter((entry) => entry.isFile() && entry.name.endsWith('.ndjson'))
      const all = await Promise.all(
        named.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
      )
      return all.join('\n')
    }
    expect(await texts()).toContain('p3@shop3.example')
    expect((await runCommand(data, 'person', 'erase', 'p3@shop3.example')).code).toBe(0)
    expect((await runCommand(data, 'export', '--to', to, '--format', 'ndjson')).code).toBe(0)
    expect(await texts()).not.toContain('p3@shop3.example')
    expect(await texts()).toContain('p4@shop4.example')
  })

  it('writes CSV, and keeps a folder to one format and store', async () => {
    expect((await runCommand(data, 'export', '--to', to, '--format', 'csv')).code).toBe(0)
    const [row] = await read(
      `select count(*)::int as n from read_csv('${join(exported(), 'users', '*', 'data.csv')}')`,
    )
    expect(row!['n']).toBeGreaterThan(10)
    await expect(runCommand(data, 'export', '--to', to)).rejects.toThrow(/holds csv of .*into another folder/)
    await expect(runCommand(data, 'export', '--to', to, '--format', 'xlsx')).rejects.toThrow(
      /"xlsx" is none: take parquet, csv, ndjson/,
    )
    await expect(runCommand(data, 'export')).rejects.toThrow(/Say where to by --to/)
    await expect(runCommand(data, 'export', '--to', to, '--organization', 'nobody')).rejects.toThrow(
      /There is no organization nobody/,
    )
  })
})

it('CSV starts no formula of a spreadsheet, unless it is to be raw', async () => {
  const formula = '=HYPERLINK("http://x.example";"open")'
  await serving(fileStore({ directory: data }), async (server) => {
    const records = [
      { kind: 'customer', domain: 'formula.example', name: formula },
      { kind: 'customer', domain: 'number.example', name: '-5' },
    ]
    const answer = await server.fetch(
      new Request('http://localhost/api/records', {
        method: 'POST',
        headers: { authorization: `Bearer ${organization.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ records }),
      }),
    )
    expect(answer.status).toBe(200)
  })
  expect((await runCommand(data, 'export', '--to', to, '--format', 'csv')).code).toBe(0)
  const safe = await dataOf('customers', 'data.csv')
  expect(safe).toContain(`"'=HYPERLINK(""http://x.example"";""open"")"`)
  expect(safe).toContain(',-5,')
  await expect(runCommand(data, 'export', '--to', to, '--format', 'csv', '--raw')).rejects.toThrow(
    'into another folder',
  )
  to = await mkdtemp(join(home, 'to-'))
  expect((await runCommand(data, 'export', '--to', to, '--format', 'csv', '--raw')).code).toBe(0)
  expect(await dataOf('customers', 'data.csv')).toContain('"=HYPERLINK(""http://x.example')
})
