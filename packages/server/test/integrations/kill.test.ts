import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'
import type { RecordsRecord } from '../../src/kernel/log/record.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { openFileWorkspaces } from '../support/file-workspaces.ts'
import { readLog } from '../support/recording-read-models.ts'

const program = fileURLToPath(new URL('syncing-process.ts', import.meta.url))
const companies = 60

let sandbox: Sandbox
let directory: string
beforeAll(async () => {
  sandbox = await startSandbox({ companies })
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-sync-'))
})
afterAll(async () => {
  await sandbox.close()
  await rm(directory, { recursive: true, force: true })
})

/** Runs a server until it has synced, or kills it when it sends its nth request, or as `environment` says. Whether it synced. */
async function runServer({
  killAt = Infinity,
  environment = {},
}: {
  killAt?: number
  environment?: Record<string, string>
} = {}): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', program, directory, sandbox.billingA.origin, sandbox.billingA.apiKey],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...environment },
    },
  )
  let requests = 0
  sandbox.billingA.fault = () => {
    if (++requests === killAt) child.kill('SIGKILL')
    return null
  }
  let synced = false
  child.stdout.once('data', () => {
    synced = true
    child.kill('SIGKILL')
  })
  await once(child, 'close')
  return synced
}

it('a sync that is killed again and again loses and doubles nothing', async () => {
  const logDirectory = await makeOrganization()

  // Within the first page, between pages, within the second one; asked by number of request, since each takes its time.
  for (const killAt of [10, 40, 56, 58, 15]) expect(await runServer({ killAt })).toBe(false)
  expect(await runServer()).toBe(true)

  const pages = await pagesOf(logDirectory)
  // Each page stands there once: what was durable was not fetched again.
  expect(pages.map(({ sync }) => sync?.recordCount)).toEqual([50, 100, 120])
  expectEachOnce(pages)
})

it('a sync that is killed before and after each page and each change of its connection does the same', async () => {
  const logDirectory = await makeOrganization()
  const moments = [
    'change:before:1',
    'change:after:1',
    ...[1, 2, 3].flatMap(() => ['append:before:1', 'append:after:1']),
    'change:before:2',
    'change:after:2',
  ]
  for (const moment of moments) await runServer({ environment: { KILL_AT: moment } })
  expect(await runServer()).toBe(true)
  const pages = await pagesOf(logDirectory)
  expect(pages.slice(0, 3).map(({ sync }) => sync?.recordCount)).toEqual([50, 100, 120])
  // What comes behind them are looks at what changed: nothing.
  expect(pages.slice(3).flatMap(({ records }) => records)).toEqual([])
  expectEachOnce(pages)
})

it('a webhook that was answered is followed by a sync, though the server was killed at once', async () => {
  const before = sandbox.billingA.calls.length
  const customer = sandbox.billingA.customers[0]!
  sandbox.billingA.emit('customer.updated', Object.assign(customer, { name: 'Renamed before the kill' }))
  expect(await runServer({ environment: { HINT: '1' } })).toBe(false)
  expect(await runServer()).toBe(true)
  expect(sandbox.billingA.calls.slice(before).map(({ path }) => path)).toContain(
    `/v1/customers/${customer.id}`,
  )
})

async function makeOrganization(): Promise<string> {
  await rm(directory, { recursive: true, force: true })
  const { document } = defineOrganization({ name: 'Acme' })
  const workspaces = openFileWorkspaces(directory)
  await workspaces.createOrganization(document.organization, document)
  await workspaces.close()
  return join(directory, 'organizations', document.organization.id, 'log')
}

async function pagesOf(logDirectory: string): Promise<RecordsRecord[]> {
  const log = await readLog(logDirectory)
  return log.filter((record): record is RecordsRecord => record.kind === 'records')
}

function expectEachOnce(pages: readonly RecordsRecord[]): void {
  const accounts = pages.flatMap(({ records }) =>
    records.flatMap((record) => (record.kind === 'billing' ? record.origin : [])),
  )
  expect(accounts).toHaveLength(companies)
  expect(new Set(accounts).size).toBe(companies)
}
