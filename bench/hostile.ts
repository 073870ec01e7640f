import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countEvents, waitForEvents } from './support/ask.ts'
import type { Case, CaseContext } from './support/case.ts'
import { type HostileBody, hostileHistories, ordinaryBody } from './support/hostile-histories.ts'
import { percentile } from './support/percentile.ts'
import { cpuSeconds } from './support/processes.ts'
import { createRandom } from './support/random.ts'
import { freePort, type RunningServer, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'
import { uuidV7 } from './support/visits.ts'

const requests = 30_000
const connections = 16
/** Events that are looked at one after another. */
const laterEvents = 20
/** How many times as much as an ordinary event a later one may cost. */
const allowedRatio = 10

/** What an event costs after each of twelve histories that are meant to make it expensive. */
export const hostile: Case = async (context) => {
  const rows: string[][] = []
  const failures: string[] = []
  for (const [name, bodyOf] of Object.entries(hostileHistories)) {
    if (context.only?.includes(name) === false) continue
    const { ordinary, later, seconds } = await measure(context, bodyOf)
    const ratio = later.cpuMs / ordinary.cpuMs
    context.log(`${name}: ${figure(later.cpuMs, 'ms')} CPU, ${ratio.toFixed(1)} times an ordinary event`)
    if (ratio > allowedRatio)
      failures.push(`after ${name} an event costs ${ratio.toFixed(1)} times an ordinary one`)
    rows.push([
      name,
      figure(seconds, 's'),
      figure(ordinary.cpuMs, 'ms'),
      figure(later.cpuMs, 'ms'),
      ratio.toFixed(1),
      figure(ordinary.wallMs, 'ms'),
      figure(later.wallMs, 'ms'),
      (later.wallMs / ordinary.wallMs).toFixed(1),
    ])
  }
  return {
    title: 'Hostile histories',
    about:
      `What an event costs after ${(requests * context.scale).toLocaleString('en-US')} requests that anybody can send with a public key, each history on a server ` +
      `of its own. Ordinary is somebody new on a new device, before the history; later are further requests of the history itself. ${laterEvents} each, one after another: ` +
      `processor time of all processes per request (mean), and from sending it until a read shows it (median). At most ${allowedRatio} times is allowed.`,
    columns: [
      'History',
      'Brought in and read',
      'Ordinary, CPU',
      'Later, CPU',
      'Ratio',
      'Ordinary, until read',
      'Later, until read',
      'Ratio',
    ],
    rows,
    failures,
  }
}

interface Cost {
  cpuMs: number
  wallMs: number
}

async function measure(context: CaseContext, bodyOf: (n: number) => HostileBody) {
  const dataDirectory = mkdtempSync(join(context.scratch, 'hostile-'))
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })
  const sender = createSender(server)
  for (let n = 0; n < 5; n++) await sender.sendAndRead(ordinaryBody(-n - 1))
  const ordinary = await costOf(server, (n) => sender.sendAndRead(ordinaryBody(n)))
  const begun = performance.now()
  const size = Math.round(requests * context.scale)
  let next = 0
  const bringIn = async () => {
    while (next < size) await sender.send(bodyOf(next++))
  }
  await Promise.all(Array.from({ length: connections }, bringIn))
  await waitForEvents(server, sender.sent())
  const seconds = (performance.now() - begun) / 1_000
  for (let n = 0; n < 3; n++) await sender.sendAndRead(bodyOf(next++))
  const later = await costOf(server, () => sender.sendAndRead(bodyOf(next++)))
  await server.stop()
  rmSync(dataDirectory, { recursive: true })
  return { ordinary, later, seconds }
}

async function costOf(server: RunningServer, work: (n: number) => Promise<void>): Promise<Cost> {
  const before = cpuSeconds(server.pids())
  const took: number[] = []
  for (let n = 0; n < laterEvents; n++) {
    const begun = performance.now()
    await work(n)
    took.push(performance.now() - begun)
  }
  return {
    cpuMs: ((cpuSeconds(server.pids()) - before) * 1_000) / laterEvents,
    wallMs: percentile(took, 0.5),
  }
}

function createSender(server: RunningServer) {
  const random = createRandom(5)
  let sent = 0
  async function send(body: HostileBody): Promise<void> {
    const events = body.events.map((event) => {
      const timestamp = (event['timestamp'] as number | undefined) ?? Date.now()
      // What happened before 1970 has no time that such a uuid could hold.
      return { timestamp, uuid: uuidV7(random, Math.max(0, timestamp)), ...event }
    })
    sent += events.length
    const response = await fetch(server.ingestUrl, {
      method: 'POST',
      body: JSON.stringify({ source: 'client', ...body, events }),
    })
    if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`)
  }
  return {
    send,
    sent: () => sent,
    async sendAndRead(body: HostileBody): Promise<void> {
      await send(body)
      await waitUntil('the event to be read', async () => (await countEvents(server)) >= sent, {
        timeoutMs: 300_000,
        everyMs: 5,
      })
    },
  }
}
