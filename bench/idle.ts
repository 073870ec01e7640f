import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { defineOrganization } from '../packages/server/src/organizations/define-organization.ts'
import { fileStore } from '../packages/server/src/drivers/file/file-store.ts'
import { createConfiguration } from '../packages/server/src/kernel/workspace/configuration.ts'
import type { Case } from './support/case.ts'
import { percentile } from './support/percentile.ts'
import { cpuSeconds, residentBytes } from './support/processes.ts'
import { freePort, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'

const organizations = 100
/** Facts follow the last event within a minute and a half, and the processes that nobody needs then end a minute later. */
const untilIdleMs = 150_000
const watchedMs = 20_000

/** What many small organizations cost while nobody asks, and how soon each answers then. */
export const idle: Case = async (context) => {
  const dataDirectory = mkdtempSync(join(context.scratch, 'idle-'))
  const keys: { publicKey: string; apiKey: string }[] = []
  const store = fileStore({ directory: dataDirectory, sync: false })
  for (let index = 0; index < Math.ceil(organizations * context.scale); index++) {
    const { document, publicKey, apiKey } = defineOrganization({ name: `Organization ${index}` })
    await createConfiguration(store.organization(document.organization.id).documents, document)
    keys.push({ publicKey, apiKey })
  }
  await store.close()
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })

  const send = async ({ publicKey }: { publicKey: string }) => {
    const event = { type: 'identify', url: 'server://bench', path: '/', email: 'jane@acme.com' }
    const body = JSON.stringify({ source: 'server', events: [event] })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/api/i/v1/${publicKey}/events`, {
      method: 'POST',
      headers,
      body,
    })
    if (response.status !== 200) throw new Error(`An event was answered ${response.status}`)
  }
  /** Milliseconds until the list of customers holds the one that was sent. */
  const ask = async ({ apiKey }: { apiKey: string }) => {
    const begun = performance.now()
    const isThere = async () => {
      const response = await fetch(`${server.url}/api/tools/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'svc_list_customers', input: {} }),
      })
      const { items } = (await response.json()) as { items?: unknown[] }
      return items?.length === 1
    }
    await waitUntil('the customer', isThere, { everyMs: 10 })
    return performance.now() - begun
  }

  const first: number[] = []
  for (const each of keys) {
    await send(each)
    first.push(await ask(each))
  }
  context.log(`${keys.length} organizations were asked; now nobody asks`)
  await setTimeout(untilIdleMs)
  const before = cpuSeconds(server.pids())
  await setTimeout(watchedMs)
  const pids = server.pids()
  const cores = (cpuSeconds(pids) - before) / (watchedMs / 1_000)
  const resident = residentBytes(pids)
  const back: number[] = []
  for (const each of keys) back.push(await ask(each))
  const inTurn = residentBytes(server.pids())
  await server.stop()
  rmSync(dataDirectory, { recursive: true })
  return {
    title: 'Many small organizations',
    about: `${keys.length} organizations with an event each; idle for ${untilIdleMs / 1_000} s, watched for ${watchedMs / 1_000} s more, then asked one after another for their customers.`,
    columns: ['What', 'Result'],
    rows: [
      ['first answer after an event, median', figure(percentile(first, 0.5), 'ms')],
      ['processes, idle', figure(pids.length)],
      ['resident memory of all processes, idle', figure(resident / 1024 ** 2, 'MB')],
      ['CPU of all processes, idle', `${(cores * 100).toFixed(2)} % of a core`],
      ['answer of one that was idle, median', figure(percentile(back, 0.5), 'ms')],
      ['answer of one that was idle, slowest', figure(percentile(back, 1), 'ms')],
      ['resident memory of all processes, asked in turn', figure(inTurn / 1024 ** 2, 'MB')],
    ],
  }
}
