import { once } from 'node:events'
import { callTool } from './support/ask.ts'
import type { Case } from './support/case.ts'
import { fullHistory, startOnHistory } from './support/dataset.ts'
import { median } from './support/percentile.ts'
import { residentBytes } from './support/processes.ts'
import { figure } from './support/table.ts'

const repeats = 5
const settleMs = 5_000

/** From the start of the program on an existing data directory to the first answers, and what it takes when idle. */
export const boot: Case = async (context) => {
  const events = (fullHistory / 2) * context.scale
  await (await startOnHistory(context, events)).stop()
  const clean = await measure(false)
  const killed = await measure(true)
  const rows = [
    ['boot to healthy, after a clean stop', figure(clean.healthy, 'ms')],
    ['boot to the first list of customers, after a clean stop', figure(clean.answering, 'ms')],
    ['boot to healthy, after kill -9', figure(killed.healthy, 'ms')],
    ['boot to the first list of customers, after kill -9', figure(killed.answering, 'ms')],
    ['resident memory of all processes, idle', figure(clean.resident / 1024 ** 2, 'MB')],
  ]
  return {
    title: 'Boot and memory',
    about: `On ${events.toLocaleString('en-US')} events. Median of ${repeats}; memory ${settleMs / 1000} s after the first answer.`,
    columns: ['What', 'Median'],
    rows,
  }

  async function measure(kill: boolean) {
    const runs: { healthy: number; answering: number; resident: number }[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      const server = await startOnHistory(context, 0)
      const begun = performance.now()
      await callTool(server, 'svc_list_customers', {})
      const answering = server.bootMs + (performance.now() - begun)
      if (!kill) await new Promise((resolve) => setTimeout(resolve, settleMs))
      runs.push({ healthy: server.bootMs, answering, resident: residentBytes(server.pids()) })
      if (kill) {
        const exited = once(server.process, 'exit')
        for (const pid of server.pids()) process.kill(pid, 'SIGKILL')
        await exited
      } else {
        await server.stop()
      }
    }
    // The first start of the killed series follows a clean stop.
    const counted = kill ? runs.slice(1) : runs
    return {
      healthy: median(counted.map((run) => run.healthy)),
      answering: median(counted.map((run) => run.answering)),
      resident: median(counted.map((run) => run.resident)),
    }
  }
}
