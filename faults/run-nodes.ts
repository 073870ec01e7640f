/**
 * `pnpm faults --store postgres`: three servers over one PostgreSQL with a synchronous standby, loaded while servers and
 * database are killed, frozen, cut off. Every event that was acknowledged must be there on every server, once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitForEvents } from '../bench/support/ask.ts'
import { createRandom } from '../bench/support/random.ts'
import { freePort, serverCommand, startServer } from '../bench/support/server-program.ts'
import { waitUntil } from '../bench/support/wait-until.ts'
import { startPostgres } from '../packages/server/test/support/postgres.ts'
import { compareWithLedger } from './compare.ts'
import { type Cluster, killNode, nodeFaults } from './node-faults.ts'
import { programOfOtherTables } from './other-tables.ts'
import { createLedger, sendUntil } from './sender.ts'
import { openSwitch } from './tcp-switch.ts'

const nodeCount = 3
const senders = 6

export async function runNodeFaults({
  cycles,
  seed,
  scale,
  source,
}: {
  /** How often a server is killed. */
  cycles: number
  seed: number
  /** Of the times that something stays away: 1 is a minute. */
  scale: number
  source: boolean
}): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'customer-intel-node-faults-'))
  const command = await serverCommand({ source })
  const random = createRandom(seed)
  const primary = await startPostgres({ max_connections: '80', wal_level: 'replica', max_wal_senders: '4' })
  const database = await openSwitch(Number(new URL(primary.url).port))
  const url = new URL(await primary.createDatabase())
  url.port = String(database.port)
  const startNode = async (index: number, port: number, program: readonly string[] = command) =>
    startServer(program, {
      dataDirectory: join(directory, `node-${index}`),
      port,
      environment: { SVC_DATABASE_URL: url.href },
    })
  const nodes = []
  for (let index = 0; index < nodeCount; index++) nodes.push(await startNode(index, await freePort()))
  const programs: (readonly string[] | undefined)[] = []
  const cluster: Cluster = {
    nodes,
    restart: async (index, program) => {
      // Once replaced it stays so.
      programs[index] = program ?? programs[index]
      const port = Number(new URL(cluster.nodes[index]!.url).port)
      cluster.nodes[index] = await startNode(index, port, programs[index])
    },
    nextCommand: source ? null : programOfOtherTables,
    primary,
    database,
    url: url.href,
    random,
    awayMs: 60_000 * scale,
  }
  await waitForEvents(cluster.nodes[0]!, 0)

  const ledger = createLedger()
  const stop = { now: false }
  let turn = 0
  const sending = Promise.all(
    Array.from({ length: senders }, (_, index) =>
      sendUntil(stop, {
        // As a proxy does: each request to the next one, also when it is sent again.
        ingestUrl: () => cluster.nodes[turn++ % nodeCount]!.ingestUrl,
        random: createRandom(seed * 1_000 + index),
        ledger,
        pauseMs: 200,
      }),
    ),
  )
  const acknowledged = () => [...ledger.acknowledged.values()].reduce((sum, { length }) => sum + length, 0)
  const inflict = async (name: string, fault: () => Promise<string | void>) => {
    const [before, retries] = [acknowledged(), ledger.retries]
    const begun = performance.now()
    const said = await fault()
    await allWell(cluster)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    console.log(
      `${name}: well again after ${seconds} s; meanwhile ${acknowledged() - before} events acknowledged, ` +
        `${ledger.retries - retries} requests retried${said ? `; ${said}` : ''}`,
    )
  }
  for (let cycle = 1; cycle <= cycles; cycle++) {
    await new Promise((resolve) => setTimeout(resolve, 300 + random.below(1_500)))
    await inflict(`${cycle}/${cycles} kill a server`, () => killNode(cluster))
  }
  for (const [name, fault] of Object.entries(nodeFaults)) await inflict(name, () => fault(cluster))
  stop.now = true
  await sending
  await allWell(cluster)

  let failed = ledger.wrong.length > 0
  for (const [index, node] of cluster.nodes.entries()) {
    const found = await compareWithLedger(node, ledger)
    console.log(
      `server ${index + 1}: ${found.acknowledged} events acknowledged, ${found.stored} stored; ` +
        `lost ${found.lost.length}, doubled ${found.doubled.length}`,
    )
    failed ||= found.lost.length > 0 || found.doubled.length > 0 || found.stored !== found.acknowledged
  }
  console.log(`${ledger.retries} requests retried, ${ledger.repeats} repeated on purpose`)
  for (const answer of ledger.wrong) console.log(`wrong answer: ${answer}`)
  for (const node of cluster.nodes) await node.stop()
  await database.close()
  await primary.dispose()
  if (failed) console.log(`FAILED; seed ${seed}, data kept in ${directory}`)
  else rmSync(directory, { recursive: true, force: true })
  return !failed
}

/** Every server takes events and has no others waiting. */
async function allWell({ nodes }: Cluster): Promise<void> {
  for (const { url } of nodes) {
    let why = 'no answer'
    const isWell = async () => {
      const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
      if (answer === null) return false
      const { reasons } = (await answer.json()) as { reasons: string[] }
      why = reasons.join('; ')
      return answer.ok && !reasons.some((reason) => /wait|lack|not possible/.test(reason))
    }
    await waitUntil('a server to be well', isWell, { timeoutMs: 180_000, everyMs: 200 }).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}; ${url} says: ${why}`, { cause: error })
      },
    )
  }
}
