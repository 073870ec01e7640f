import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { access, appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordKey } from '../../src/kernel/log/record-key.ts'
import type { SourceRecord, StoredRecord } from '../../src/kernel/log/record.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { lockDirectory } from '../../src/drivers/file/directory-lock.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { createConfiguration } from '../../src/kernel/workspace/configuration.ts'
import { readLog } from '../support/recording-read-models.ts'
import { openTestServer } from '../support/test-server.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

let directory: string
const running = new Set<ChildProcess>()
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-import-'))
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function run(
  args: readonly string[],
  options: { input?: string; environment?: Record<string, string> } = {},
) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [main, 'import', ...args], {
    env: { PATH, HOME, SVC_DATA_DIR: join(directory, 'data'), ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  child.stdin.end(options.input ?? '')
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal)
    })
  })
  return { child, ended, output: () => text }
}

const mail = (id: number, more: object = {}): Omit<SourceRecord, 'occurredAt'> & { occurredAt: string } => ({
  kind: 'source',
  sourceType: 'EMAIL',
  sourceId: `m-${id}`,
  occurredAt: '2026-05-01T10:00:00Z',
  customer: { domain: `acme${id % 10}.com` },
  ...more,
})

async function writeLines(lines: readonly unknown[]): Promise<string> {
  const file = join(directory, 'records.ndjson')
  await writeFile(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return file
}

/** What the log says in the end: of each key the last record. */
async function stateOf(
  log: Parameters<typeof readLog>[0],
): Promise<{ last: Map<string, StoredRecord>; written: number }> {
  const last = new Map<string, StoredRecord>()
  let written = 0
  for (const entry of await readLog(log)) {
    if (entry.kind !== 'records') continue
    written += entry.records.length
    for (const record of entry.records) last.set(recordKey(record), record)
  }
  return { last, written }
}

/** A data directory with one organization; returns where its log is. */
async function makeData(): Promise<string> {
  const { document } = defineOrganization({ name: 'Acme' })
  const { id } = document.organization
  const store = fileStore({ directory: join(directory, 'data') })
  await createConfiguration(store.organization(id).documents, document)
  await store.close()
  return join(directory, 'data', 'organizations', id, 'log')
}

describe('svc-server import, through a running server', () => {
  it('brings records in, and says which lines were refused, why, and what to do', async () => {
    const test = await openTestServer()
    const { url } = await test.server.listen({ port: 0 })
    const file = await writeLines([
      mail(1),
      '',
      'no json',
      mail(2),
      { ...mail(3), customer: { id: 'cForged', domain: 'a.com' } },
    ])
    const { ended, output } = run([file, '--url', url, '--api-key', test.apiKey])
    expect(await ended).toBe(1)
    expect(output()).toContain('Line 3: is not JSON: write one record a line, as an object')
    expect(output()).toContain('Line 5: customer must name the customer in exactly one way')
    expect(output()).toContain('Imported 2, refused 2.')
    await expect(access(`${file}.import`)).rejects.toThrow('ENOENT')

    const environment = { SVC_BASE_URL: url, SVC_API_KEY: test.apiKey }
    const fromStdin = run(['-'], {
      input: `${JSON.stringify(mail(7))}\n${JSON.stringify(mail(8))}`,
      environment,
    })
    expect(await fromStdin.ended).toBe(0)
    expect(fromStdin.output()).toContain('Imported 2, refused 0.')
    expect([...(await stateOf(test.workspace.log)).last.keys()]).toEqual(
      [1, 2, 7, 8].map((id) => `source:EMAIL:m-${id}`),
    )

    const stranger = run([file, '--url', url, '--api-key', `ok_${'x'.repeat(40)}`])
    expect(await stranger.ended).toBe(1)
    expect(stranger.output()).toMatch(
      /The import stopped: .*\/api\/records answered 401: Invalid credentials/,
    )
    await test.close()
  })
})

describe('svc-server import, into the data directory', () => {
  it('refuses while a server runs, and says what to do', async () => {
    await makeData()
    const lock = await lockDirectory(join(directory, 'data'))
    const { ended, output } = run([await writeLines([mail(1)])])
    expect(await ended).toBe(2)
    expect(output()).toMatch(/in use by the process with pid \d+.*import through it: --url/)
    await lock.release()
  })

  it('says what is wrong with the command line', async () => {
    const missing = run([join(directory, 'none.ndjson')])
    await makeData()
    expect(await missing.ended).not.toBe(0)
    const twice = run(['a', 'b'])
    expect(await twice.ended).toBe(2)
    expect(twice.output()).toContain('"import" takes <file>|-')
    const keyless = run(['a', '--url', 'http://127.0.0.1:1'])
    expect(await keyless.ended).toBe(2)
    expect(keyless.output()).toContain('needs an API key')
  })

  it('killed ten times with -9, it comes to the same end, and begins no run from the start', async () => {
    const log = await makeData()
    const total = 24_000
    // Every key twice or more: what comes later in the file has to win.
    const records = Array.from({ length: total }, (_, index) =>
      mail(index % 9_000, { title: `Version ${index}` }),
    )
    const file = await writeLines(records)
    const reached = (): number => {
      try {
        return (JSON.parse(readFileSync(`${file}.import`, 'utf8')) as { offset: number }).offset
      } catch {
        return 0
      }
    }
    for (let kill = 0; kill < 10; kill += 1) {
      const before = reached()
      const { child, ended, output } = run([file])
      await vi.waitUntil(() => reached() > before || !running.has(child), { interval: 1 })
      // At another point of a batch each time.
      for (const until = performance.now() + kill * 3; performance.now() < until;) reached()
      child.kill('SIGKILL')
      expect(await ended, output()).toBe('SIGKILL')
      expect(output().includes('Going on behind line')).toBe(before > 0)
    }
    const { ended, output } = run([file])
    expect(await ended, output()).toBe(0)
    expect(output()).toContain(`Imported ${total}, refused 0.`)
    expect(await readdir(directory)).toEqual(['data', 'records.ndjson'])

    const { last, written } = await stateOf(log)
    const titles = new Map(
      [...last.values()].map((record) => [recordKey(record), (record as SourceRecord).title]),
    )
    expect(titles).toEqual(new Map(records.map(({ sourceId, title }) => [`source:EMAIL:${sourceId}`, title])))
    // At most one batch a kill came twice.
    expect(written).toBeLessThanOrEqual(total + 10 * 1_000)
  })

  it('starts over when it is told to, and when the file has changed', async () => {
    const log = await makeData()
    const file = await writeLines([mail(1), mail(2)])
    await writeFile(`${file}.import`, 'nonsense')
    expect(await run([file]).ended).toBe(0)
    expect((await stateOf(log)).written).toBe(2)
    await appendFile(file, `\n${JSON.stringify(mail(3))}`)
    expect(await run([file, '--restart']).ended).toBe(0)
    expect((await stateOf(log)).written).toBe(5)
  })
})
