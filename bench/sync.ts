import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { defineOrganization } from '../packages/server/src/organizations/define-organization.ts'
import { fileStore } from '../packages/server/src/drivers/file/file-store.ts'
import { createConfiguration } from '../packages/server/src/kernel/workspace/configuration.ts'
import type { Case } from './support/case.ts'
import { percentile } from './support/percentile.ts'
import { cpuSeconds, residentBytes } from './support/processes.ts'
import { freePort, type RunningServer, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { serveUsers } from './support/users-service.ts'
import { waitUntil } from './support/wait-until.ts'

const connections = 10
const allowedSeconds = 60
/** The processes that nobody needs end after a minute. */
const untilIdleMs = 75_000
const watchedMs = 20_000

/** How long a first sync takes beside reads, and what connections cost while nothing happens. */
export const sync: Case = async (context) => {
  const count = Math.ceil(100_000 * context.scale)
  const many = await serveUsers(count)
  const [large, small] = ['sync-', 'idle-'].map((name) => mkdtempSync(join(context.scratch, name)))
  const [first = ''] = await makeOrganizations(large!, 1)
  const apiKeys = await makeOrganizations(small!, connections)
  const start = (dataDirectory: string, origin: string) =>
    freePort().then((port) =>
      startServer(context.command, {
        dataDirectory,
        port,
        environment: { SVC_PROVIDER_AUTH_ANALYTICS_B_BASE_URL: origin },
      }),
    )
  let server = await start(large!, many.origin)
  const cpuBefore = cpuSeconds(server.pids())
  const begun = performance.now()
  await connect(server, first)
  const reads = readBeside(server, first)
  await waitUntil('the sync', () => isSynced(server, first), { timeoutMs: 600_000, everyMs: 100 })
  const syncedMs = performance.now() - begun
  await waitUntil('the users', async () => (await countUsers(server, first)) >= count, {
    timeoutMs: 600_000,
    everyMs: 250,
  })
  const readableMs = performance.now() - begun
  const latencies = await reads.stop()
  const cpu = cpuSeconds(server.pids()) - cpuBefore
  const resident = residentBytes(server.pids())
  await server.stop()
  many.close()

  const few = await serveUsers(20)
  server = await start(small!, few.origin)
  for (const apiKey of apiKeys) await countUsers(server, apiKey)
  context.log(
    `the sync was over after ${figure(syncedMs / 1_000, 's')}, reads beside it took ${figure(percentile(latencies, 0.5), 'ms')}; now nobody asks`,
  )
  const without = await idleCores(server)
  for (const apiKey of apiKeys) {
    await connect(server, apiKey)
    await waitUntil('a small sync', () => isSynced(server, apiKey), { everyMs: 100 })
  }
  context.log(`${connections} connections; now nobody asks`)
  const withAll = await idleCores(server)
  await server.stop()
  few.close()
  for (const folder of [large!, small!]) rmSync(folder, { recursive: true })
  return {
    title: 'Syncs of providers',
    about: `${count.toLocaleString('en-US')} users of \`auth-analytics-b\` by pages of 100, with three reads a second beside; then ${connections} organizations with a connection each, idle for ${untilIdleMs / 1_000} s, watched for ${watchedMs / 1_000} s.`,
    columns: ['What', 'Result'],
    rows: [
      [`until the sync is over (${allowedSeconds} s allowed)`, figure(syncedMs / 1_000, 's')],
      ['until every user can be read', figure(readableMs / 1_000, 's')],
      ['reads beside it, median', figure(percentile(latencies, 0.5), 'ms')],
      ['reads beside it, 95th percentile', figure(percentile(latencies, 0.95), 'ms')],
      ['CPU of all processes', figure(cpu, 's')],
      ['resident memory of all processes, afterwards', figure(resident / 1024 ** 2, 'MB')],
      [
        `CPU, idle, ${connections} organizations without connections`,
        `${(without * 100).toFixed(2)} % of a core`,
      ],
      ['CPU, idle, each with a connection', `${(withAll * 100).toFixed(2)} % of a core`],
    ],
    failures:
      syncedMs / 1_000 > allowedSeconds
        ? [`the sync took ${figure(syncedMs / 1_000, 's')}; ${allowedSeconds} s are allowed`]
        : [],
  }
}

async function makeOrganizations(directory: string, count: number): Promise<string[]> {
  const store = fileStore({ directory, sync: false })
  const apiKeys: string[] = []
  for (let index = 0; index < count; index++) {
    const { document, apiKey } = defineOrganization({ name: `Organization ${index}` })
    await createConfiguration(store.organization(document.organization.id).documents, document)
    apiKeys.push(apiKey)
  }
  await store.close()
  return apiKeys
}

async function ask<Output>(
  { url }: RunningServer,
  apiKey: string,
  { path, body }: { path: string; body?: object },
): Promise<Output> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as Output
}

async function connect(server: RunningServer, apiKey: string): Promise<void> {
  const body = { provider: 'auth-analytics-b', config: { secretKey: 'sk_test_bench' } }
  await ask(server, apiKey, { path: '/api/integrations/connect', body })
}

async function isSynced(server: RunningServer, apiKey: string): Promise<boolean> {
  const path = '/api/integrations/sync-status?provider=auth-analytics-b'
  const { syncs } = await ask<{ syncs: { status: string; errorMessage: string | null }[] }>(server, apiKey, {
    path,
  })
  if (syncs[0]?.status === 'ERROR') throw new Error(`The sync failed: ${syncs[0].errorMessage}`)
  return syncs[0]?.status === 'SUCCESS'
}

async function countUsers(server: RunningServer, apiKey: string): Promise<number> {
  const body = { tool: 'svc_query', input: { sql: 'select count(*) as users from users' } }
  const { data } = await ask<{ data: { users: number | string }[] }>(server, apiKey, {
    path: '/api/tools/call',
    body,
  })
  return Number(data[0]!.users)
}

/** Three reads a second, as an application asks. */
function readBeside(server: RunningServer, apiKey: string) {
  const latencies: number[] = []
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      const begun = performance.now()
      const body = { tool: 'svc_list_customers', input: { limit: 20 } }
      await ask(server, apiKey, { path: '/api/tools/call', body })
      latencies.push(performance.now() - begun)
      await setTimeout(333)
    }
    return latencies
  })()
  return {
    stop: () => {
      isOver = true
      return running
    },
  }
}

async function idleCores(server: RunningServer): Promise<number> {
  await setTimeout(untilIdleMs)
  const before = cpuSeconds(server.pids())
  await setTimeout(watchedMs)
  return (cpuSeconds(server.pids()) - before) / (watchedMs / 1_000)
}
