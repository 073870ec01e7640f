/**
 * `pnpm faults --automations`: the real server with an automation and a webhook of ours, killed at moments between an event
 * and the answer to its message. Each event gives one run and one delivery; what a receiver gets twice has the same id.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { query } from '../bench/support/ask.ts'
import { createRandom } from '../bench/support/random.ts'
import { apiKey, freePort, serverCommand, startServer } from '../bench/support/server-program.ts'
import { waitUntil } from '../bench/support/wait-until.ts'
import { rebuild, type Subject } from './faults.ts'

const environment = { SVC_ALLOW_PRIVATE_ADDRESSES: 'true' }
const eventsPerCycle = 3

/** When the server is killed: so long after its event was acknowledged, or when its message came, before or after the answer. */
type Moment = { afterMs: number } | 'message came' | 'message answered'

interface Run {
  id: string
  status: string
  deliveries: { id: string; status: string }[]
  occurrences: { id: string; customerId: string | null }[]
}

/** Resolves true when every event gave one run and one delivery, also after a rebuild. */
export async function runAutomationFaults(options: {
  cycles: number
  seed: number
  source: boolean
}): Promise<boolean> {
  const { cycles, seed } = options
  const random = createRandom(seed)
  const dataDirectory = mkdtempSync(join(tmpdir(), 'customer-intel-once-'))
  const command = await serverCommand(options)
  const port = await freePort()
  /** Of each message id, how often it came. */
  const received = new Map<string, number>()
  let onMessage: ((moment: Moment) => void) | null = null
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['webhook-id'])
      received.set(id, (received.get(id) ?? 0) + 1)
      onMessage?.('message came')
      response.writeHead(204).end(() => onMessage?.('message answered'))
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

  const start = () => startServer(command, { dataDirectory, port, environment })
  const subject: Subject = { command, dataDirectory, port, server: await start(), random }
  const ask = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${subject.server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return (JSON.parse(text) as { result: { data: Data } }).result.data
  }

  const { agent } = await ask<{ agent: { id: string } }>('POST', '/api/agents', {
    type: 'custom',
    displayName: 'Watcher',
    instructions: 'Say what happened.',
  })
  await ask('POST', `/api/agents/${agent.id}/enable`)
  await ask('POST', '/api/destinations', { type: 'WEBHOOK_ENDPOINT', url, label: 'Rig', isDefault: true })
  const { signal } = await ask<{ signal: { id: string } }>('POST', '/api/signals', {
    kind: 'EVENT_MATCH',
    name: 'Upgraded',
    definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['upgraded'] },
  })
  const { automation } = await ask<{ automation: { id: string } }>('POST', '/api/automations', {
    agentId: agent.id,
    name: 'Tell',
    triggerType: 'SIGNAL_OCCURRENCE',
    signalIds: [signal.id],
  })

  let person = 0
  const send = async (): Promise<void> => {
    const events = [{ type: 'custom', eventName: 'upgraded', url: 'https://a.example/', path: '/' }]
    const body = { source: 'server', userIdentity: { email: `jane@c${person++}.example` }, events }
    const response = await fetch(subject.server.ingestUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 200) throw new Error(`An event was answered ${response.status}`)
  }
  const killAt = async (moment: Moment): Promise<void> => {
    const { server } = subject
    const exited = once(server.process, 'exit')
    if (typeof moment === 'string')
      await new Promise<void>((resolve) => {
        onMessage = (at) => at === moment && resolve()
      })
    else await new Promise((resolve) => setTimeout(resolve, moment.afterMs))
    onMessage = null
    server.process.kill('SIGKILL')
    await exited
    subject.server = await start()
  }
  const listRuns = async (): Promise<Run[]> => {
    const runs: Run[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page: { runs: Run[]; pagination: { nextCursor: string | null } } = await ask(
        'GET',
        `/api/automations/${automation.id}/runs?limit=100${query}`,
      )
      runs.push(...page.runs)
      cursor = page.pagination.nextCursor
    } while (cursor !== null)
    return runs
  }
  const countUpgrades = async (): Promise<number> => {
    const [row] = await query<{ events: number | string }>(
      subject.server,
      "select count(*) as events from activity where event_name = 'upgraded'",
    )
    return Number(row!.events)
  }
  /** What is wrong with the runs as they stand, in words. */
  const faultsOf = async (): Promise<string[]> => {
    const runs = await listRuns()
    const events = await countUpgrades()
    const occurrences = runs.flatMap((run) => run.occurrences.map(({ id }) => id))
    const deliveries = runs.flatMap((run) => run.deliveries.map(({ id }) => id))
    const wrong: string[] = []
    if (runs.length !== events) wrong.push(`${events} events gave ${runs.length} runs`)
    if (new Set(occurrences).size !== events)
      wrong.push(`${events} events gave ${occurrences.length} occurrences`)
    if (deliveries.length !== events) wrong.push(`${events} events gave ${deliveries.length} deliveries`)
    const never = deliveries.filter((id) => !received.has(id)).length
    const unknown = [...received.keys()].filter((id) => !deliveries.includes(id)).length
    if (never > 0) wrong.push(`${never} deliveries never came`)
    if (unknown > 0) wrong.push(`${unknown} messages came that are no delivery`)
    return wrong
  }

  for (let cycle = 0; cycle < cycles; cycle++) {
    const moments: Moment[] = ['message came', 'message answered', { afterMs: random.below(1_500) }]
    const moment = moments[cycle % moments.length]!
    const killed = killAt(moment)
    // What isn't acknowledged any more may be there or not: what counts is what can be read in the end.
    for (let index = 0; index < eventsPerCycle; index++) await send().catch(() => undefined)
    await killed
    const when = typeof moment === 'string' ? moment : `${moment.afterMs} ms after`
    console.log(`${cycle + 1}/${cycles} killed: ${when}`)
  }
  await waitUntil(
    'every event to be delivered',
    async () => {
      const delivered = (await listRuns()).filter(({ status }) => status === 'DELIVERED').length
      return delivered >= (await countUpgrades())
    },
    { timeoutMs: 180_000, everyMs: 500 },
  )
  const found = await faultsOf()
  const repeated = [...received.values()].filter((times) => times > 1).length
  console.log(`\n${received.size} messages, ${repeated} of them came more than once under the same id`)
  await rebuild(subject)
  const rebuilt = (await faultsOf()).map((fault) => `after a rebuild: ${fault}`)
  await subject.server.stop()
  receiver.closeAllConnections()
  receiver.close()
  for (const fault of [...found, ...rebuilt]) console.log(fault)
  const isWell = found.length + rebuilt.length === 0
  if (isWell) rmSync(dataDirectory, { recursive: true, force: true })
  else console.log(`FAILED; seed ${seed}, data kept in ${dataDirectory}`)
  return isWell
}
