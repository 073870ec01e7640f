import { join } from 'node:path'
import { actingEnvironment, openActing } from './support/acting.ts'
import type { Case } from './support/case.ts'
import { cpuSeconds } from './support/processes.ts'
import { freePort, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'

const fullMessages = 200
/** What the last message has to come within, from the last event's arrival. */
const allowedMs = 10_000

/** Events that come at once, each of which makes an automation write a message: how soon all came, and what each costs. */
export const backlog: Case = async ({ command, scratch, scale }) => {
  const server = await startServer(command, {
    dataDirectory: join(scratch, 'backlog'),
    port: await freePort(),
    environment: { ...actingEnvironment, SVC_MESSAGES_PER_HOUR: '100000' },
  })
  const acting = await openActing(server)
  const isDone = (count: number) => () => acting.received.size >= count
  const wait = (count: number) =>
    waitUntil(`${count} messages`, isDone(count), { everyMs: 20, timeoutMs: 300_000 })
  await acting.send(server)
  await wait(1)
  const count = Math.max(20, Math.round(fullMessages * scale))
  const cpuBefore = cpuSeconds(server.pids())
  for (let sent = 0; sent < count; sent += 20)
    await Promise.all(Array.from({ length: 20 }, () => acting.send(server)))
  const begun = performance.now()
  await wait(1 + count / 2)
  const halfMs = performance.now() - begun
  await wait(1 + count)
  const allMs = performance.now() - begun
  await acting.settled(() => server)
  const cpuMs = ((cpuSeconds(server.pids()) - cpuBefore) * 1_000) / count
  const faults = await acting.faultsOf(server)
  await server.stop()
  acting.close()
  return {
    title: 'A backlog of messages',
    about: `${count} events of people nobody knew, as fast as they are accepted, each of which makes an automation with an agent by rule send a webhook on this machine a message. Times since the last event was accepted; processor time of all processes, from the first event to the last acknowledgement.`,
    columns: ['What', 'Result'],
    rows: [
      [`half of the messages came`, figure(halfMs, 'ms')],
      [`all came (${figure(allowedMs, 'ms')} allowed)`, figure(allMs, 'ms')],
      ['processor time a message', figure(cpuMs, 'ms')],
    ],
    failures: [...faults, ...(allMs > allowedMs ? [`${count} messages take over ${allowedMs} ms`] : [])],
  }
}
