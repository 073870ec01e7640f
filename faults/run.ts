/**
 * `pnpm faults`: loads the real server, kills it again and again without warning, and counts. Every event that was
 * acknowledged must be there, once. Exits with 1 unless nothing was lost and nothing doubled.
 *
 *   --cycles 20   how many faults; they take turns: server, query child, both, a rebuild,
 *                 a start
 *   --seed 1      what chance decides follows from it (moments of killing excepted: they depend on the machine)
 *   --source      runs the server from its sources, unbuilt
 *   --store postgres   three servers over one PostgreSQL instead, see run-nodes.ts; `--cycles` of them are killed
 *   --automations   an automation and its webhook instead, see run-automations.ts; `--cycles` times the server is killed.
 *                   With `--store postgres` two servers, see run-acting-nodes.ts
 *   --sync   a CRM's sync instead, see run-sync.ts; `--cycles` times the server is killed
 *   --scale 1     with a database: how many minutes something stays away
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { waitForEvents } from '../bench/support/ask.ts'
import { createRandom } from '../bench/support/random.ts'
import { freePort, serverCommand, startServer } from '../bench/support/server-program.ts'
import { compareWithLedger } from './compare.ts'
import type { Subject } from './faults.ts'
import { faults, inflict, rebuild } from './faults.ts'
import { runActingNodeFaults } from './run-acting-nodes.ts'
import { runAutomationFaults } from './run-automations.ts'
import { runNodeFaults } from './run-nodes.ts'
import { runSyncFaults } from './run-sync.ts'
import { createLedger, sendUntil } from './sender.ts'

const senders = 8

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    source: { type: 'boolean', default: false },
    store: { type: 'string', default: 'file' },
    scale: { type: 'string', default: '1' },
    automations: { type: 'boolean', default: false },
    sync: { type: 'boolean', default: false },
  },
})
const cycles = Number(values.cycles)
const seed = Number(values.seed)
const scale = Number(values.scale)
if (!(Number.isInteger(cycles) && cycles > 0 && Number.isInteger(seed) && scale > 0)) {
  console.error('--cycles must be a whole number over 0, --seed a whole number, --scale a number over 0')
  process.exit(2)
}
if (values.automations) {
  const run = values.store === 'postgres' ? runActingNodeFaults : runAutomationFaults
  process.exit((await run({ cycles, seed, source: values.source })) ? 0 : 1)
}
if (values.sync) process.exit((await runSyncFaults({ cycles, seed, source: values.source })) ? 0 : 1)
if (values.store === 'postgres')
  process.exit((await runNodeFaults({ cycles, seed, scale, source: values.source })) ? 0 : 1)

const dataDirectory = mkdtempSync(join(tmpdir(), 'customer-intel-faults-'))
const command = await serverCommand({ source: values.source })
const port = await freePort()
const random = createRandom(seed)
const server = await startServer(command, { dataDirectory, port })
const subject: Subject = { command, dataDirectory, port, server, random }
await waitForEvents(server, 0)
const ledger = createLedger()
const stop = { now: false }
const sending = Promise.all(
  Array.from({ length: senders }, (_, index) =>
    sendUntil(stop, {
      ingestUrl: () => server.ingestUrl,
      random: createRandom(seed * 1000 + index),
      ledger,
      pauseMs: 5,
    }),
  ),
)

const names = Object.keys(faults)
for (let cycle = 0; cycle < cycles; cycle++) {
  const name = names[cycle % names.length]!
  await new Promise((resolve) => setTimeout(resolve, 300 + random.below(1500)))
  const recoveredMs = await inflict(faults[name]!, subject)
  console.log(`${cycle + 1}/${cycles} ${name}: answers again after ${Math.round(recoveredMs)} ms`)
}
stop.now = true
await sending

const found = await compareWithLedger(subject.server, ledger)
console.log(
  `\n${found.acknowledged} events acknowledged, ${found.stored} stored, ` +
    `${ledger.retries} requests retried, ${ledger.repeats} repeated on purpose`,
)
console.log(`lost ${found.lost.length}, doubled ${found.doubled.length}`)
await rebuild(subject)
const rebuilt = await compareWithLedger(subject.server, ledger)
console.log(
  `after a rebuild: lost ${rebuilt.lost.length}, doubled ${rebuilt.doubled.length}, stored ${rebuilt.stored}`,
)
await subject.server.stop()
for (const answer of ledger.wrong) console.log(`wrong answer: ${answer}`)

const failed =
  [found.lost, found.doubled, rebuilt.lost, rebuilt.doubled, ledger.wrong].some((list) => list.length > 0) ||
  found.stored !== found.acknowledged ||
  rebuilt.stored !== found.stored
if (failed) {
  console.log(`FAILED; seed ${seed}, data kept in ${dataDirectory}`)
  process.exitCode = 1
} else {
  rmSync(dataDirectory, { recursive: true, force: true })
}
