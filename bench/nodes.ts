import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createConfiguration } from '../packages/server/src/kernel/workspace/configuration.ts'
import { defineOrganization } from '../packages/server/src/organizations/define-organization.ts'
import { postgresStore } from '../packages/server/src/drivers/postgres/postgres-store.ts'
import { startPostgres } from '../packages/server/test/support/postgres.ts'
import type { Case, CaseContext } from './support/case.ts'
import { cpuSeconds } from './support/processes.ts'
import { createRandom } from './support/random.ts'
import { freePort, type RunningServer, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'

const organizations = 100
/** Each organization gets an event, and each third time a question. */
const everyMs = 10_000
/** Until nobody is left who held something before the last node came. */
const warmMs = 120_000
const watchedMs = 60_000
/** All nodes together may take so many times what one does. */
const maxRatio = 2.2
/** After the end of a node everything has to be answered within this time. */
const maxBackMs = 5_000

interface Keys {
  publicKey: string
  apiKey: string
}

/** What nodes that share organizations cost together, and what a question waits for when one of them ends. */
export const nodes: Case = async (context) => {
  const database = await startPostgres({ max_connections: '100' })
  const folder = mkdtempSync(join(context.scratch, 'nodes-'))
  const count = Math.max(3, Math.ceil(organizations * context.scale))
  try {
    const measured = []
    for (const [name, size, isShared] of [
      ['one node', 1, true],
      ['three nodes that share', 3, true],
      ...(context.scale < 0.3 ? [['three nodes, each everything', 3, false] as const] : []),
    ] as const) {
      const url = await database.createDatabase()
      const keys = await makeOrganizations(url, count)
      const cluster = await startNodes(context, { url, folder, name, size, isShared, count })
      const cost = await measure(context, cluster, keys)
      context.log(
        `${name}: ${figure(cost.cpuMs, 'ms')} an event, ${figure(cost.memory / 1024 ** 2, 'MB')} in ${cost.processes} processes`,
      )
      const ended = size === 3 && isShared ? await endEach(context, cluster, keys) : null
      measured.push({ name, ...cost, ended })
      await Promise.all(cluster.nodes.map((node) => node.stop()))
    }
    const [one, shared] = measured
    const ratios = { cpu: shared!.cpuMs / one!.cpuMs, memory: shared!.memory / one!.memory }
    const { longestMs, wrong, failed, asked } = shared!.ended!
    const failures = [
      ...(ratios.cpu > maxRatio ? [`CPU of three is ${ratios.cpu.toFixed(2)} times that of one`] : []),
      ...(ratios.memory > maxRatio
        ? [`memory of three is ${ratios.memory.toFixed(2)} times that of one`]
        : []),
      ...(wrong > 0 ? [`${wrong} wrong answers`] : []),
      ...(longestMs > maxBackMs
        ? [`a question waited ${figure(longestMs, 'ms')} after the end of a node`]
        : []),
    ]
    return {
      title: 'Nodes that share organizations',
      about:
        `${count} organizations over PostgreSQL, each with an event every ${everyMs / 1_000} s at any node and a question for every third event at another, with a read process for each (SVC_READ_PROCESSES=${count}); watched for ${watchedMs / 1_000} s. ` +
        `Memory is counted by share (PSS). Then each of the three is killed in turn (kill -9), while the others take events and are asked for them: of ${asked} questions ${wrong} were answered wrongly and ${failed} with an error, and the longest wait was ${figure(longestMs, 'ms')}.`,
      columns: ['', 'CPU an event', 'times one', 'memory', 'times one'],
      rows: measured.map(({ name, cpuMs, memory }) => [
        name,
        figure(cpuMs, 'ms'),
        (cpuMs / one!.cpuMs).toFixed(2),
        figure(memory / 1024 ** 2, 'MB'),
        (memory / one!.memory).toFixed(2),
      ]),
      failures,
    }
  } finally {
    await database.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeOrganizations(url: string, count: number): Promise<Keys[]> {
  const store = postgresStore({ url })
  await store.open()
  const keys: Keys[] = []
  for (let index = 0; index < count; index++) {
    const { document, publicKey, apiKey } = defineOrganization({ name: `Organization ${index}` })
    await createConfiguration(store.organization(document.organization.id).documents, document)
    keys.push({ publicKey, apiKey })
  }
  await store.close()
  return keys
}

interface Cluster {
  nodes: RunningServer[]
  restart(index: number): Promise<void>
}

async function startNodes(
  context: CaseContext,
  options: { url: string; folder: string; name: string; size: number; isShared: boolean; count: number },
): Promise<Cluster> {
  const { url, folder, name, size, isShared, count } = options
  const ports: number[] = []
  for (let index = 0; index < size; index++) ports.push(await freePort())
  const start = async (index: number) => {
    const node = await startServer(context.command, {
      dataDirectory: join(folder, `${name.replaceAll(/\W+/g, '-')}-${index}`),
      port: ports[index]!,
      // A folder whose process was killed is locked for a while.
      timeoutMs: 120_000,
      environment: {
        SVC_DATABASE_URL: url,
        SVC_READ_PROCESSES: String(count),
        ...(isShared && { SVC_NODE_URL: `http://127.0.0.1:${ports[index]!}` }),
      },
    })
    const isReady = () => fetch(`${node.url}/health/ready`).then(({ ok }) => ok)
    await waitUntil('the node to be ready', isReady, { everyMs: 250, timeoutMs: 300_000 })
    return node
  }
  const nodes: RunningServer[] = []
  for (let index = 0; index < size; index++) nodes.push(await start(index))
  return {
    nodes,
    async restart(index) {
      nodes[index] = await start(index)
    },
  }
}

async function send(node: RunningServer, { publicKey }: Keys, email: string): Promise<void> {
  const event = { type: 'identify', url: 'server://bench', path: '/', email }
  const response = await fetch(`${node.url}/api/i/v1/${publicKey}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source: 'server', events: [event] }),
  })
  if (response.status !== 200) throw new Error(`An event was answered ${response.status}`)
}

/** Whether somebody is found: `late` where the answer says that it lacks something. */
async function find(
  node: RunningServer,
  { apiKey }: Keys,
  email: string,
): Promise<'found' | 'missing' | 'late' | 'failed'> {
  const response = await fetch(`${node.url}/api/tools/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'svc_list_users', input: { search: email } }),
  })
  const { items, stale } = (await response.json()) as { items?: unknown[]; stale?: object }
  if (response.status !== 200) return 'failed'
  if (items?.length === 1) return 'found'
  return stale === undefined ? 'missing' : 'late'
}

/** Events and questions in even steps, until `isOver`. Resolves with how many events there were. */
async function load(cluster: Cluster, keys: readonly Keys[], isOver: () => boolean): Promise<number> {
  const random = createRandom(1)
  const any = () => random.pick(cluster.nodes)
  const stepMs = everyMs / keys.length
  const begun = performance.now()
  const running = new Set<Promise<unknown>>()
  let sent = 0
  for (; !isOver(); sent++) {
    const each = keys[sent % keys.length]!
    const isAsked = Math.floor(sent / keys.length) % 3 === 0
    const one = send(any(), each, `jane@acme-${sent % 20}.com`).then(() =>
      isAsked ? find(any(), each, 'jane@acme-0.com') : null,
    )
    running.add(one)
    void one.finally(() => running.delete(one))
    await setTimeout(Math.max(0, begun + (sent + 1) * stepMs - performance.now()))
  }
  await Promise.all(running)
  return sent
}

async function measure(context: CaseContext, cluster: Cluster, keys: readonly Keys[]) {
  const begun = performance.now()
  let watched: { cpu: number; at: number } | null = null
  const pids = () => cluster.nodes.flatMap((node) => node.pids())
  await load(cluster, keys, () => performance.now() - begun > warmMs)
  watched = { cpu: cpuSeconds(pids()), at: performance.now() }
  const from = watched.at
  const events = await load(
    cluster,
    keys,
    () => performance.now() - from > watchedMs * Math.max(context.scale, 0.5),
  )
  const now = pids()
  return {
    cpuMs: ((cpuSeconds(now) - watched.cpu) * 1_000) / events,
    memory: now.reduce((sum, pid) => sum + proportionalBytes(pid), 0),
    processes: now.length,
  }
}

/** Memory of a process, of what it shares with others its part. */
function proportionalBytes(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Kills each node in turn, while the others take events and are asked for them. */
async function endEach(context: CaseContext, cluster: Cluster, keys: readonly Keys[]) {
  const result = { longestMs: 0, wrong: 0, failed: 0, asked: 0 }
  for (const [index, dying] of cluster.nodes.entries()) {
    const others = cluster.nodes.filter((node) => node !== dying)
    dying.process.kill('SIGKILL')
    // Its read processes end with it.
    const begun = performance.now()
    let round = 0
    const askAll = async (lane: number) => {
      for (let turn = lane; turn < keys.length; turn += 4) {
        const each = keys[turn]!
        const email = `p${index}-${turn}@acme.com`
        const from = performance.now()
        await send(others[turn % 2]!, each, email)
        let found: Awaited<ReturnType<typeof find>> = 'late'
        while (found !== 'found' && performance.now() - from < 60_000) {
          found = await find(others[(turn + 1) % 2]!, each, email)
          result.asked += 1
          if (found === 'missing') result.wrong += 1
          if (found === 'failed') result.failed += 1
          if (found === 'missing') break
        }
        result.longestMs = Math.max(result.longestMs, performance.now() - from)
        round += 1
      }
    }
    await Promise.all([0, 1, 2, 3].map(askAll))
    context.log(
      `node ${index} killed: ${round} questions answered within ${figure(performance.now() - begun, 'ms')}, the longest took ${figure(result.longestMs, 'ms')}`,
    )
    await cluster.restart(index)
  }
  return result
}
