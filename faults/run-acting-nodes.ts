/**
 * `pnpm faults --automations --store postgres`: two servers over one PostgreSQL with an automation and a webhook of ours. One
 * of them is killed, or stands still for longer than its lease, at each phase between an event and the acknowledgement of
 * its message. Each event gives one run and one delivery, on both.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../bench/support/random.ts'
import {
  freePort,
  runServerCommand,
  type RunningServer,
  serverCommand,
  startServer,
} from '../bench/support/server-program.ts'
import { startPostgres } from '../packages/server/test/support/postgres.ts'
import { actingEnvironment, openActing, phases } from '../bench/support/acting.ts'
import type { RigOptions } from './faults.ts'
import { eventsPerCycle, tellRepeated } from './run-automations.ts'

/** Every so often a server isn't killed, but stands still for so long: its lease runs for 15 seconds. */
const frozenEvery = 10
const frozenMs = 25_000

/** Resolves true when every event gave one run and one delivery on each server, also after a rebuild. */
export async function runActingNodeFaults(options: RigOptions): Promise<boolean> {
  const { cycles, seed } = options
  const random = createRandom(seed)
  const directory = mkdtempSync(join(tmpdir(), 'customer-intel-once-nodes-'))
  const command = await serverCommand(options)
  const postgres = await startPostgres()
  const databaseUrl = await postgres.createDatabase()
  const environment = {
    ...actingEnvironment,
    SVC_DATABASE_URL: databaseUrl,
    SVC_SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const folderOf = (index: number) => join(directory, `node-${index}`)
  const ports = [await freePort(), await freePort()]
  const startNode = (index: number) =>
    startServer(command, { dataDirectory: folderOf(index), port: ports[index]!, environment })
  const nodes: RunningServer[] = [await startNode(0), await startNode(1)]
  const acting = await openActing(nodes[0]!)

  for (let cycle = 0; cycle < cycles; cycle++) {
    const phase = phases[cycle % phases.length]!
    const watch = await acting.watch(nodes)
    for (let index = 0; index < eventsPerCycle; index++) await acting.send(nodes[index % nodes.length]!)
    const seen = await watch.reached(phase)
    watch.end()
    // Whoever came to that phase works for the organization; now and then the other one is the victim.
    const victim = random.below(4) === 0 || seen === null ? random.below(2) : nodes.indexOf(seen)
    const server = nodes[victim]!
    const begun = performance.now()
    const isFrozen = cycle % frozenEvery === frozenEvery - 1
    if (isFrozen) {
      const pids = server.pids()
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, frozenMs))
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    } else {
      const exited = once(server.process, 'exit')
      server.process.kill('SIGKILL')
      await exited
      nodes[victim] = await startNode(victim)
    }
    await acting.settled(() => nodes[1 - victim]!)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    const what = isFrozen ? 'stood still' : 'killed'
    console.log(
      `${cycle + 1}/${cycles} server ${victim + 1} ${what} at: ${phase}; all told ${seconds} s later`,
    )
  }
  const wrong: string[] = []
  for (const [index, node] of nodes.entries())
    wrong.push(...(await acting.faultsOf(node)).map((fault) => `server ${index + 1}: ${fault}`))
  tellRepeated(acting)
  await nodes[0]!.stop()
  const { child, output } = runServerCommand([...command, 'rebuild'], {
    ...environment,
    SVC_DATA_DIR: folderOf(0),
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) wrong.push(`svc-server rebuild ended with ${code}: ${output()}`)
  nodes[0] = await startNode(0)
  wrong.push(...(await acting.faultsOf(nodes[0])).map((fault) => `after a rebuild: ${fault}`))
  for (const node of nodes) await node.stop()
  acting.close()
  await postgres.dispose()
  for (const fault of wrong) console.log(fault)
  if (wrong.length === 0) rmSync(directory, { recursive: true, force: true })
  else console.log(`FAILED; seed ${seed}, data kept in ${directory}`)
  return wrong.length === 0
}
