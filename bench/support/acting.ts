import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { query } from './ask.ts'
import { apiKey, type RunningServer } from './server-program.ts'
import { waitUntil } from './wait-until.ts'

/** What an acting server needs to reach our receiver. */
export const actingEnvironment = { SVC_ALLOW_PRIVATE_ADDRESSES: 'true' }

/** What happens between an event and the acknowledgement of its message, in order. */
export const phases = [
  'occurrence',
  'run',
  'message written',
  'message came',
  'message answered',
  'acknowledgement',
] as const
export type Phase = (typeof phases)[number]

interface Run {
  id: string
  status: string
  deliveries: { id: string; status: string }[]
  occurrences: { id: string; customerId: string | null }[]
}

/** An automation with a webhook of ours, on servers that come and go. */
export interface Acting {
  /** Sends an event of a person nobody knew. What isn't acknowledged may be there or not. */
  send(server: RunningServer): Promise<void>
  /** Watches from now on: of each phase, who came to it next; null: our receiver saw it, and doesn't know whose. */
  watch(servers: readonly RunningServer[]): Promise<Watch>
  /** Waits until every event is delivered. */
  settled(server: () => RunningServer): Promise<void>
  /** What is wrong with the runs as they stand, in words: each event gives one occurrence, one run and one delivery. */
  faultsOf(server: RunningServer): Promise<string[]>
  /** Of each message id, how often it came. */
  received: ReadonlyMap<string, number>
  close(): void
}

export interface Watch {
  reached(phase: Phase): Promise<RunningServer | null>
  end(): void
}

/** `/metrics` is asked so often, in milliseconds: oftener, and a server takes itself to be busy. */
const lookEveryMs = 10

/** Where a phase shows in `/metrics`. */
const counters: Partial<Record<Phase, RegExp>> = {
  occurrence: /^svc_signal_occurrences\{.*\} (\d+)$/m,
  run: /^svc_automation_runs_total\{.*outcome="started".*\} (\d+)$/m,
  'message written': /^svc_automation_runs_total\{.*outcome="told".*\} (\d+)$/m,
  acknowledgement: /^svc_delivery_attempts_total\{.*status="ACCEPTED_BY_PROVIDER".*\} (\d+)$/m,
}

export async function openActing(server: RunningServer): Promise<Acting> {
  const received = new Map<string, number>()
  const listeners = new Set<(phase: Phase) => unknown>()
  const tell = (phase: Phase) => listeners.forEach((listener) => listener(phase))
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['webhook-id'])
      received.set(id, (received.get(id) ?? 0) + 1)
      tell('message came')
      response.writeHead(204).end(() => tell('message answered'))
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const automationId = await configure(server, url)
  let person = 0

  return {
    received,
    async send({ ingestUrl }) {
      const events = [{ type: 'custom', eventName: 'upgraded', url: 'https://a.example/', path: '/' }]
      const body = { source: 'server', userIdentity: { email: `jane@c${person++}.example` }, events }
      await fetch(ingestUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch(() => undefined)
    },
    async watch(servers) {
      const before = await Promise.all(servers.map(readCounters))
      const seen = new Map<Phase, RunningServer | null>()
      const listener = (phase: Phase) => void (seen.has(phase) || seen.set(phase, null))
      listeners.add(listener)
      let hasEnded = false
      const look = async () => {
        for (const [index, server] of servers.entries()) {
          const now = await readCounters(server)
          for (const [phase, count] of now)
            if (count > (before[index]!.get(phase) ?? 0) && !seen.has(phase)) seen.set(phase, server)
        }
        if (!hasEnded) setTimeout(() => void look(), lookEveryMs)
      }
      void look()
      return {
        async reached(phase) {
          await waitUntil(phase, () => seen.has(phase), { everyMs: 1, timeoutMs: 60_000 })
          return seen.get(phase) ?? null
        },
        end() {
          hasEnded = true
          listeners.delete(listener)
        },
      }
    },
    settled: (current) =>
      waitUntil(
        'every event to be delivered',
        async () => {
          const delivered = (await listRuns(current(), automationId)).filter(
            ({ status }) => status === 'DELIVERED',
          )
          return delivered.length >= (await countUpgrades(current()))
        },
        { timeoutMs: 300_000, everyMs: 500 },
      ).then(() => undefined),
    async faultsOf(current) {
      const runs = await listRuns(current, automationId)
      const events = await countUpgrades(current)
      const occurrences = new Set(runs.flatMap((run) => run.occurrences.map(({ id }) => id)))
      const deliveries = runs.flatMap((run) => run.deliveries.map(({ id }) => id))
      const never = deliveries.filter((id) => !received.has(id)).length
      const unknown = [...received.keys()].filter((id) => !deliveries.includes(id)).length
      return [
        ...(runs.length === events ? [] : [`${events} events gave ${runs.length} runs`]),
        ...(occurrences.size === events ? [] : [`${events} events gave ${occurrences.size} occurrences`]),
        ...(deliveries.length === events ? [] : [`${events} events gave ${deliveries.length} deliveries`]),
        ...(never === 0 ? [] : [`${never} deliveries never came`]),
        ...(unknown === 0 ? [] : [`${unknown} messages came that are no delivery`]),
      ]
    },
    close() {
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

async function configure(server: RunningServer, url: string): Promise<string> {
  const { agent } = await ask<{ agent: { id: string } }>(server, 'POST', '/api/agents', {
    type: 'custom',
    displayName: 'Watcher',
    instructions: 'Say what happened.',
  })
  await ask(server, 'POST', `/api/agents/${agent.id}/enable`)
  const destination = { type: 'WEBHOOK_ENDPOINT', url, label: 'Rig', isDefault: true }
  await ask(server, 'POST', '/api/destinations', destination)
  const { signal } = await ask<{ signal: { id: string } }>(server, 'POST', '/api/signals', {
    kind: 'EVENT_MATCH',
    name: 'Upgraded',
    definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['upgraded'] },
  })
  const { automation } = await ask<{ automation: { id: string } }>(server, 'POST', '/api/automations', {
    agentId: agent.id,
    name: 'Tell',
    triggerType: 'SIGNAL_OCCURRENCE',
    signalIds: [signal.id],
  })
  return automation.id
}

async function ask<Data>(server: RunningServer, method: string, path: string, body?: object): Promise<Data> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (JSON.parse(text) as { result: { data: Data } }).result.data
}

async function listRuns(server: RunningServer, automationId: string): Promise<Run[]> {
  const runs: Run[] = []
  let cursor: string | null = null
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: { runs: Run[]; pagination: { nextCursor: string | null } } = await ask(
      server,
      'GET',
      `/api/automations/${automationId}/runs?limit=100${after}`,
    )
    runs.push(...page.runs)
    cursor = page.pagination.nextCursor
  } while (cursor !== null)
  return runs
}

async function countUpgrades(server: RunningServer): Promise<number> {
  const [row] = await query<{ events: number | string }>(
    server,
    "select count(*) as events from activity where event_name = 'upgraded'",
  )
  return Number(row!.events)
}

/** Nothing where the server is away. */
async function readCounters({ url }: RunningServer): Promise<Map<Phase, number>> {
  const text = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.text(),
    () => '',
  )
  return new Map(
    phases.flatMap((phase) => {
      const count = counters[phase]?.exec(text)?.[1]
      return count === undefined ? [] : [[phase, Number(count)] as const]
    }),
  )
}
