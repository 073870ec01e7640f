import { backupsOf } from '../kernel/workspace/backup-run.ts'
import { connectionsOf } from '../integrations/connections.ts'
import { statfs } from 'node:fs/promises'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { ingestLabels, type Metrics } from '../kernel/metrics/metrics.ts'

type Labels = Record<string, string>
type Samples = [Labels, number][]

export interface RenderOptions {
  workspaces: Iterable<Workspace>
  version: string
  /** The folder whose disk is measured; null: none. */
  directory: string | null
  /** Unix milliseconds. */
  now: number
}

/** All metrics in Prometheus' text format, version 0.0.4. Organizations are labelled by slug. */
export async function renderMetrics(
  metrics: Metrics,
  { workspaces, version, directory, now }: RenderOptions,
): Promise<string> {
  // Made anew each time, since these values are counted elsewhere.
  const registry = new Registry()
  const family = (name: string, type: 'counter' | 'gauge', help: string, samples: Samples) => {
    const labelNames = samples.length === 0 ? ['organization'] : Object.keys(samples[0]![0])
    const options = { name: `svc_${name}`, help, labelNames, registers: [registry] }
    if (type === 'counter') {
      const counter = new Counter(options)
      for (const [labels, value] of samples) counter.inc(labels, value)
    } else {
      const gauge = new Gauge(options)
      for (const [labels, value] of samples) gauge.set(labels, value)
    }
  }
  const opened = [...workspaces]
  const all = opened.map((workspace) => ({
    workspace,
    counters: metrics.of(workspace),
    labels: { organization: nameOf(workspace, opened) },
  }))
  const each = (value: (one: (typeof all)[number]) => number): Samples =>
    all.map((one) => [one.labels, value(one)])
  /** Without the organizations that have none. */
  const known = async (
    value: (one: (typeof all)[number]) => number | null | undefined | Promise<number | null | undefined>,
  ): Promise<Samples> => {
    const values = await Promise.all(all.map(async (one) => value(one)))
    return all.flatMap(({ labels }, at): Samples => {
      const found = values[at]
      return typeof found === 'number' ? [[labels, found]] : []
    })
  }

  family('info', 'gauge', 'The version that runs.', [[{ version }, 1]])
  family('requests_total', 'counter', 'Answers by method, route and status.', [
    ...[...metrics.requests].map(([key, count]): [Labels, number] => {
      const [method = '', route = '', status = ''] = key.split(' ')
      return [{ method, route, status }, count]
    }),
    ...[...metrics.ingestAnswers].map(([status, count]): [Labels, number] => [
      { ...ingestLabels, status: String(status) },
      count,
    ]),
  ])
  family(
    'forwarded_requests_total',
    'counter',
    'Requests that were passed on to another node: answered by it, unreached, or lost with it. Each is counted as a request there, too.',
    [...metrics.forwarded].map(([outcome, count]): [Labels, number] => [{ outcome }, count]),
  )
  family('ingest_rate_limited_total', 'counter', 'Ingest requests over the rate of their public key.', [
    [{}, metrics.ingestAnswers.get(429) ?? 0],
  ])
  family(
    'events_accepted_total',
    'counter',
    'Events made durable, repetitions included.',
    each(({ counters }) => counters.accepted),
  )
  family(
    'events_rejected_total',
    'counter',
    'Events refused: a field breaks the contract (invalid), or nobody is named (unidentified).',
    [
      ...all.map(({ labels, counters }): [Labels, number] => [
        { ...labels, reason: 'invalid' },
        counters.invalid,
      ]),
      ...all.map(({ labels, counters }): [Labels, number] => [
        { ...labels, reason: 'unidentified' },
        counters.unidentified,
      ]),
    ],
  )
  family(
    'signal_occurrences',
    'gauge',
    'Occurrences of signals that are stored.',
    each(({ workspace }) => workspace.readModels.counters.occurrences),
  )
  family(
    'signal_failures_total',
    'counter',
    'Times that a signal by the clock could not be looked for, by this process: the log says which and why.',
    each(({ counters }) => counters.signalFailures),
  )
  family(
    'automation_runs_total',
    'counter',
    'Runs of automations that this process began (started), skipped, handed over to be delivered (told) or gave up (failed).',
    all.flatMap(({ labels, counters }) =>
      [...counters.runs].map(([outcome, count]): [Labels, number] => [{ ...labels, outcome }, count]),
    ),
  )
  family(
    'events_duplicate_total',
    'counter',
    'Accepted events that repeated a stored one, as found by the projection.',
    each(({ workspace }) => workspace.readModels.counters.duplicates),
  )
  const byStatus = (counts: (one: (typeof all)[number]) => Map<string, number>) =>
    all.flatMap((one) =>
      [...counts(one)].map(([status, count]): [Labels, number] => [{ ...one.labels, status }, count]),
    )
  family(
    'delivery_attempts_total',
    'counter',
    'Tries to deliver a message, by the status of the delivery after it: ENQUEUED is tried again.',
    byStatus(({ counters }) => counters.deliveries),
  )
  family(
    'agent_runs_total',
    'counter',
    'Runs of agents that ended, by status.',
    byStatus(({ counters }) => counters.agentRuns),
  )
  family(
    'log_bytes',
    'gauge',
    'How far the log reaches.',
    each(({ counters }) => counters.lag.logEnd),
  )
  family(
    'log_disk_bytes',
    'gauge',
    'What the log takes on this machine.',
    await known(({ workspace }) => workspace.log.sizeOnDisk?.().catch(() => null)),
  )
  family(
    'spool_bytes',
    'gauge',
    'Events that wait on this machine until the database is back.',
    await known(({ workspace }) => workspace.log.health.spooledBytes),
  )
  family(
    'backup_age_seconds',
    'gauge',
    'Since when events are in no backup of svc-server backup; absent: none was made.',
    await known(async ({ workspace }) => {
      const last = (
        await backupsOf(workspace)
          .read()
          .catch(() => [])
      ).at(-1)
      return last && (now - Date.parse(last.asOf)) / 1_000
    }),
  )
  family(
    'sync_age_seconds',
    'gauge',
    'Since when a connected provider is not synced, by the list that waits longest.',
    (await Promise.all(all.map((one) => syncAges(one, now)))).flat(),
  )
  family(
    'log_quarantined_ranges',
    'gauge',
    'Damaged ranges of the log that are quarantined.',
    each(({ workspace }) => workspace.log.health.damaged.length),
  )
  family(
    'quarantined_items',
    'gauge',
    'Accepted events and records that can not be applied and are quarantined.',
    each(({ workspace }) => workspace.readModels.counters.quarantined),
  )
  family(
    'projection_lag_bytes',
    'gauge',
    'Bytes of the log that are not in the answers yet.',
    each(({ workspace, counters }) =>
      workspace.isHeld ? Math.max(0, counters.lag.logEnd - workspace.readModels.projected) : 0,
    ),
  )
  family(
    'projection_lag_seconds',
    'gauge',
    'How long the oldest event waits that is not in the answers yet.',
    each(({ counters }) => counters.lag.lagSeconds()),
  )
  family(
    'read_models_up',
    'gauge',
    'Whether reads can be answered.',
    each(({ workspace }) => (workspace.readModels.unavailable === null ? 1 : 0)),
  )
  family(
    'read_models_restarts_total',
    'counter',
    'Times that the process with the read models ended and was started again.',
    each(({ workspace }) => workspace.readModels.counters.restarts),
  )
  family(
    'query_kills_total',
    'counter',
    'Queries that were ended with their process, past deadline or memory.',
    each(({ workspace }) => workspace.readModels.counters.queryKills),
  )
  family(
    'queries_running',
    'gauge',
    'Users’ queries that run.',
    each(({ workspace }) => workspace.readModels.counters.runningQueries),
  )
  family(
    'queries_queued',
    'gauge',
    'Users’ queries that wait for one to end.',
    each(({ workspace }) => workspace.readModels.counters.queuedQueries),
  )
  family(
    'configuration_readable',
    'gauge',
    'Whether workspace.json can be read; while not, API keys are answered 503.',
    each(({ workspace }) => (workspace.problem === null ? 1 : 0)),
  )
  family(
    'read_process_resident_memory_bytes',
    'gauge',
    'Memory of the process with the read models.',
    await known(({ workspace }) => workspace.readModels.usage()?.residentBytes),
  )
  family(
    'read_process_cpu_seconds_total',
    'counter',
    'Processor time of the process with the read models, since it was started.',
    await known(({ workspace }) => workspace.readModels.usage()?.processorSeconds),
  )
  const disk = directory === null ? null : await statfs(directory).catch(() => null)
  const ofDisk = (blocks: number | undefined): Samples =>
    disk === null || blocks === undefined ? [] : [[{}, blocks * disk.bsize]]
  family('disk_free_bytes', 'gauge', 'Room on the disk of the data folder.', ofDisk(disk?.bavail))
  family('disk_size_bytes', 'gauge', 'Size of the disk of the data folder.', ofDisk(disk?.blocks))
  const delay = metrics.eventLoopDelay()
  const late = (what: string) => `How late the event loop ran since the last scrape, ${what}.`
  family('event_loop_delay_p50_seconds', 'gauge', late('half of the time'), [[{}, delay.p50]])
  family('event_loop_delay_p99_seconds', 'gauge', late('1 % of the time'), [[{}, delay.p99]])
  family('event_loop_delay_max_seconds', 'gauge', late('at most'), [[{}, delay.max]])
  const memory = process.memoryUsage()
  family(
    'process_resident_memory_bytes',
    'gauge',
    'Memory of the server process, without that of the read models.',
    [[{}, memory.rss]],
  )
  family('process_heap_used_bytes', 'gauge', 'JavaScript heap in use.', [[{}, memory.heapUsed]])
  family('process_cpu_seconds_total', 'counter', 'Processor time of the server process.', [
    [{}, cpuSeconds()],
  ])
  family('process_uptime_seconds', 'gauge', 'Since the process started.', [[{}, process.uptime()]])
  return Registry.merge([registry, metrics.durations.registry]).metrics()
}

/** The slug; with the start of the id if several organizations have that slug, since series must be unique. */
function nameOf({ organization: { id, slug } }: Workspace, opened: readonly Workspace[]): string {
  const isUnique = opened.filter(({ organization }) => organization.slug === slug).length === 1
  return isUnique ? slug : `${slug}-${id.slice(0, 8)}`
}

async function syncAges(
  { workspace, labels }: { workspace: Workspace; labels: Labels },
  now: number,
): Promise<Samples> {
  const connections = await connectionsOf(workspace)
    .read()
    .catch(() => ({}))
  return Object.entries(connections).map(([provider, { connectedAt, models }]) => {
    const since = Object.values(models).map(({ lastSyncedAt }) => Date.parse(lastSyncedAt ?? connectedAt))
    const longest = Math.min(...(since.length > 0 ? since : [Date.parse(connectedAt)]))
    return [{ ...labels, provider }, (now - longest) / 1_000]
  })
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
