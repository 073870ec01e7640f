/**
 * `pnpm faults --automations`: the real server with an automation and a webhook of ours, killed at each phase between an
 * event and the acknowledgement of its message. Each event gives one run and one delivery; what a receiver gets twice has
 * the same id.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../bench/support/random.ts'
import { freePort, serverCommand, startServer } from '../bench/support/server-program.ts'
import { type Acting, actingEnvironment, openActing, phases } from '../bench/support/acting.ts'
import { rebuild, type Subject, type RigOptions } from './faults.ts'

export const eventsPerCycle = 3

/** Resolves true when every event gave one run and one delivery, also after a rebuild. */
export async function runAutomationFaults(options: RigOptions): Promise<boolean> {
  const { cycles, seed } = options
  const random = createRandom(seed)
  const dataDirectory = mkdtempSync(join(tmpdir(), 'customer-intel-once-'))
  const command = await serverCommand(options)
  const port = await freePort()
  const start = () => startServer(command, { dataDirectory, port, environment: actingEnvironment })
  const subject: Subject = { command, dataDirectory, port, server: await start(), random }
  const acting = await openActing(subject.server)

  for (let cycle = 0; cycle < cycles; cycle++) {
    const { server } = subject
    const phase = phases[cycle % phases.length]!
    const watch = await acting.watch([server])
    for (let index = 0; index < eventsPerCycle; index++) await acting.send(server)
    await watch.reached(phase)
    watch.end()
    // Somewhere until the next phase, or past it.
    const pauseMs = random.below(2) * random.below(60)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const exited = once(server.process, 'exit')
    server.process.kill('SIGKILL')
    await exited
    subject.server = await start()
    console.log(`${cycle + 1}/${cycles} killed ${pauseMs} ms after: ${phase}`)
  }
  await acting.settled(() => subject.server)
  const found = await acting.faultsOf(subject.server)
  tellRepeated(acting)
  await rebuild(subject, actingEnvironment)
  const rebuilt = (await acting.faultsOf(subject.server)).map((fault) => `after a rebuild: ${fault}`)
  await subject.server.stop()
  acting.close()
  for (const fault of [...found, ...rebuilt]) console.log(fault)
  const isWell = found.length + rebuilt.length === 0
  if (isWell) rmSync(dataDirectory, { recursive: true, force: true })
  else console.log(`FAILED; seed ${seed}, data kept in ${dataDirectory}`)
  return isWell
}

export function tellRepeated({ received }: Acting): void {
  const repeated = [...received.values()].filter((times) => times > 1).length
  console.log(`\n${received.size} messages, ${repeated} of them came more than once under the same id`)
}
