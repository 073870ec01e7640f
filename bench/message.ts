import { join } from 'node:path'
import { actingEnvironment, openActing, phases } from './support/acting.ts'
import type { Case } from './support/case.ts'
import { percentile } from './support/percentile.ts'
import { freePort, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'

const fullMessages = 60
/** What a message has to come within, from the event's arrival. */
const allowedMs = 1_000

/** From an event to its message at a webhook, phase by phase. */
export const message: Case = async (context) => {
  const { command, scratch, scale } = context
  const server = await startServer(command, {
    dataDirectory: join(scratch, 'message'),
    port: await freePort(),
    environment: actingEnvironment,
  })
  const acting = await openActing(server)
  const count = Math.max(5, Math.round(fullMessages * scale))
  const names = ['event accepted', ...phases] as const
  const times = new Map<string, number[]>(names.map((name) => [name, []]))
  // The first one starts what the others use.
  for (let index = -1; index < count; index++) {
    const watch = await acting.watch([server])
    const begun = performance.now()
    const note = (name: string) => {
      if (index >= 0) times.get(name)!.push(performance.now() - begun)
    }
    await Promise.all([
      acting.send(server).then(() => note(names[0])),
      ...phases.map((phase) => watch.reached(phase).then(() => note(phase))),
    ])
    watch.end()
  }
  await server.stop()
  acting.close()
  context.log(`${count} messages came`)
  const came = percentile(times.get('message came')!, 0.95)
  return {
    title: 'From an event to a message',
    about: `${count} events of people nobody knew, one after another, each of which makes an automation with an agent by rule tell a webhook on this machine. Times since the event was sent; a phase shows in /metrics, which is asked every 10 ms.`,
    columns: ['Phase', 'Median', 'p95', 'Slowest', 'p95 allowed'],
    rows: names.map((name) => {
      const all = times.get(name)!
      return [
        name,
        ...[0.5, 0.95, 1].map((share) => figure(percentile(all, share), 'ms')),
        name === 'message came' ? figure(allowedMs, 'ms') : '',
      ]
    }),
    failures: came > allowedMs ? [`a message takes over ${allowedMs} ms`] : [],
  }
}
