import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SearchCustomerContextOutput } from '@customer-intel/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eachPosting } from '../../src/search/postings.ts'
import { databasePath } from '../../src/projector/process/open-read-models.ts'
import { Engine } from '../../src/projector/process/engine.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const apiKey = `ok_${'search'.repeat(7)}`
const batchSize = 100

let directory: string
const running = new Set<ChildProcess>()
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-search-'))
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function run(command: string) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [main, command], {
    env: { PATH, HOME, SVC_DATA_DIR: directory, SVC_INITIAL_API_KEY: apiKey, PORT: '0', SVC_DRAIN_MS: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal)
    })
  })
  return { child, ended, output: () => text }
}

async function startServer() {
  const server = run('start')
  await expect.poll(server.output).toMatch(/running at \S+/)
  const [, url] = /running at (\S+)/.exec(server.output())!
  return { ...server, url: url! }
}

function post(url: string, path: string, body: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Each with a word of its own, and with one that thirty others have, too. */
function sources(batch: number, text = 'They want to renew.'): object[] {
  return Array.from({ length: batchSize }, (_, index) => {
    const id = batch * batchSize + index
    return {
      kind: 'source',
      sourceType: 'CALL',
      sourceId: `c-${id}`,
      occurredAt: '2026-05-01T10:00:00Z',
      customer: { domain: 'acme.com' },
      text: `${text} only${id} shared${id % 20}`,
    }
  })
}

async function bring(url: string, records: object[]): Promise<void> {
  const response = await post(url, '/api/records', { records })
  expect([response.status, await response.text()]).toEqual([200, expect.any(String) as unknown])
}

async function find(url: string, query: string): Promise<string[]> {
  const response = await post(url, '/api/tools/call', {
    tool: 'svc_search_customer_context',
    input: { query, topK: 50 },
  })
  expect(response.status).toBe(200)
  const { results } = (await response.json()) as SearchCustomerContextOutput
  return results.flatMap((result) => (result.kind === 'source' ? [result.sourceId] : []))
}

/** The process that holds the database of the server, once it is there. */
function databaseOf(server: number): Promise<number> {
  const children = `/proc/${server}/task/${server}/children`
  const isDatabase = (pid: string) => {
    const path = `/proc/${pid}/cmdline`
    return existsSync(path) && readFileSync(path, 'utf8').includes('duckdb')
  }
  const find = () => Number(readFileSync(children, 'utf8').split(' ').filter(Boolean).find(isDatabase) ?? 0)
  return vi.waitUntil(find)
}

/** What the index on the disk says: of each source which terms, how often; counted, and in order. */
async function readIndex(): Promise<{ entries: string[]; languages: unknown[] }> {
  const [organization] = await readdir(join(directory, 'organizations'))
  const engine = await Engine.open({ path: databasePath(join(directory, 'organizations', organization!)) })
  const documents = await engine.all<{ document: number; artifact: string }>(
    'select document, artifact from search_documents',
  )
  const artifacts = new Map(documents.map(({ document, artifact }) => [document, artifact]))
  const rows = await engine.all<{ term: number; postings: string }>(
    'select term, postings from search_postings union all select term, postings from search_recent',
  )
  const languages = await engine.all('select * from search_languages order by language')
  await engine.close()
  const entries = documents.map(({ artifact }) => artifact)
  for (const { term, postings } of rows) {
    eachPosting(postings, (document, frequency, length) => {
      const artifact = artifacts.get(document)
      if (artifact !== undefined) entries.push(`${artifact} ${term} ${frequency} ${length}`)
    })
  }
  return { entries: entries.toSorted(), languages }
}

test.skipIf(process.platform !== 'linux')(
  'killed while it indexes and searches, server or database, it finds every source once; a rebuild gives the same index',
  async () => {
    let server = await startServer()
    const victims = ['database', 'server', 'database', 'server', 'database'] as const
    for (const [batch, victim] of victims.entries()) {
      await bring(server.url, sources(batch))
      // A second state of some that are there: their first must not be found beside it.
      await bring(server.url, sources(batch, 'They want to leave.').slice(0, 10))
      const searches = Array.from({ length: 8 }, (_, index) =>
        find(server.url, `renew shared${index}`).then(
          () => 'answered',
          () => 'failed',
        ),
      )
      await new Promise((resolve) => setTimeout(resolve, batch * 40))
      if (victim === 'database') {
        process.kill(await databaseOf(server.child.pid!), 'SIGKILL')
        // Those under way are asked again of the next process.
        expect(new Set(await Promise.all(searches))).toEqual(new Set(['answered']))
      } else {
        server.child.kill('SIGKILL')
        await server.ended
        await Promise.all(searches)
        server = await startServer()
      }
    }

    const ids = Array.from({ length: victims.length * batchSize }, (_, id) => id)
    for (const id of ids) expect(await find(server.url, `only${id}`)).toEqual([`c-${id}`])
    for (let shared = 0; shared < 20; shared++) {
      const expected = ids.filter((id) => id % 20 === shared).map((id) => `c-${id}`)
      expect((await find(server.url, `shared${shared}`)).toSorted()).toEqual(expected.toSorted())
    }

    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const index = await readIndex()
    expect(index.languages).toMatchObject([{ documents: ids.length }])
    const rebuild = run('rebuild')
    expect([await rebuild.ended, rebuild.output()]).toEqual([0, expect.any(String) as unknown])
    expect(await readIndex()).toEqual(index)
  },
)
