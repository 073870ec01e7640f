import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'
import type { RecordsRecord } from '../../src/log/record.ts'
import { defineOrganization } from '../../src/platform/organizations.ts'
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

/** Runs a server until it has synced, or kills it when it sends its nth request. Whether it synced. */
async function runServer({ killAt }: { killAt: number }): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', program, directory, sandbox.billingA.origin, sandbox.billingA.apiKey],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
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
  const { document } = defineOrganization({ name: 'Acme' })
  const before = openFileWorkspaces(directory)
  await before.createOrganization(document.organization, document)
  await before.close()

  // Within the first page, between pages, within the second one; asked by number of request, since each takes its time.
  for (const killAt of [10, 40, 56, 58, 15]) expect(await runServer({ killAt })).toBe(false)
  expect(await runServer({ killAt: Infinity })).toBe(true)

  const log = await readLog(join(directory, 'organizations', document.organization.id, 'log'))
  const pages = log.filter((record): record is RecordsRecord => record.kind === 'records')
  // Each page stands there once: what was durable was not fetched again.
  expect(pages.map(({ sync }) => sync?.recordCount)).toEqual([50, 100, 120])
  const accounts = pages.flatMap(({ records }) =>
    records.flatMap((record) => (record.kind === 'billing' ? record.origin : [])),
  )
  expect(accounts).toHaveLength(companies)
  expect(new Set(accounts).size).toBe(companies)
})
