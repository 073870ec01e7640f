import { encodeRecord, encodeRecords, type OccurrenceRecord } from '../log/record.ts'
import { besideErasures } from '../privacy/erasures.ts'
import type { ProjectedSignal } from '../read-models/reads/occurrence-reads.ts'
import type { Services } from '../services.ts'
import { type BackgroundWork, startBackgroundWork } from '../work/background-work.ts'
import { type Turn, underLease } from '../work/under-lease.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { dayMs, detectionOf, isByClock } from './detection.ts'
import type { HistoricOccurrence } from './evaluate-signal.ts'
import { definitionOf, type StoredSignal } from './signals.ts'

/** Windows that closed while no server ran are looked at for so long back, in milliseconds. */
const catchUpMs = 31 * dayMs
/** Where nothing was found, how far a signal was looked at is written down so often, in milliseconds. */
const noteEveryMs = 15 * 60_000
/** What came meanwhile may let a window close earlier: so long nobody looks again, in milliseconds. */
const lookAgainMs = 60_000
/** So many are found at once. */
const occurrencesAtOnce = 200_000

/** Until when a signal was looked at, and when to look again. */
interface Look {
  until: number
  nextAt: number | null
}

interface Progress {
  fence: number
  signals: Map<string, Look>
  revision: number
  lookedAt: number
  notedAt: number
}

/**
 * Looks for what did not happen: of each signal by the clock the windows that closed since it was last looked at, once
 * everything is projected that was durable then. What is found is appended to the log under ids that follow from it.
 */
export function startDetection(services: Services): BackgroundWork {
  const { workspaces, clock, logger } = services
  const progressOf = new WeakMap<Workspace, Progress>()
  /** Which state of the definitions the log was compared with. */
  const settled = new WeakMap<Workspace, string>()

  async function detect(workspace: Workspace, turn: Turn): Promise<boolean> {
    const now = clock()
    // What was accepted until now is projected; whoever had the lease before appended by now.
    const reads = await workspace.readModels.exact()
    const { revision } = reads
    const known = progressOf.get(workspace)
    const looked = known?.fence === turn.lease.fence ? known.signals : new Map<string, Look>()
    const stored = await workspace.signalClock.read()
    const projected = await reads.listSignalDefinitions()
    if (await settleDefinitions(workspace, turn, projected, now)) return false
    const signals = projected.filter(({ signal }) => isByClock(detectionOf(signal)))
    let found = 0
    for (const signal of signals) {
      if (turn.signal.aborted) return false
      const from = Math.max(
        Date.parse(signal.since),
        looked.get(signal.signalId)?.until ?? stored[signal.signalId] ?? 0,
        now - catchUpMs,
      )
      if (from >= now) continue
      const { occurrences, nextAt } = await reads.evaluateSignal({
        ...signal,
        from,
        until: now,
        limit: occurrencesAtOnce,
      })
      found += await append(workspace, turn, signal, occurrences, { from, now })
      looked.set(signal.signalId, { until: now, nextAt })
    }
    const isNoteDue = found > 0 || now - (known?.notedAt ?? 0) >= noteEveryMs
    if (isNoteDue && signals.length > 0)
      await workspace.signalClock.change((clocks) => {
        for (const [id, { until }] of looked) clocks[id] = until
        for (const id of Object.keys(clocks))
          if (!signals.some(({ signalId }) => signalId === id)) delete clocks[id]
      })
    progressOf.set(workspace, {
      fence: turn.lease.fence,
      signals: looked,
      revision,
      lookedAt: now,
      notedAt: isNoteDue ? now : (known?.notedAt ?? now),
    })
    return true
  }

  /**
   * What the document says of signals is told to the log where that says something else: whoever changed it may have been
   * killed between. Resolves whether there was anything.
   */
  async function settleDefinitions(
    workspace: Workspace,
    { lease, signal }: Turn,
    projected: readonly ProjectedSignal[],
    receivedAt: number,
  ): Promise<boolean> {
    const told = new Map(projected.map(({ signalId, signal }) => [signalId, JSON.stringify(signal)]))
    const stored = await workspace.signals.read()
    signal.throwIfAborted()
    let isSettled = false
    for (const one of stored) {
      const definition = one.archivedAt === null ? definitionOf(one) : null
      if ((told.get(one.id) ?? null) === (definition && JSON.stringify(definition))) continue
      await workspace.log.append(
        encodeRecord({ kind: 'signal', receivedAt, signalId: one.id, signal: definition }),
        {
          lease,
        },
      )
      isSettled = true
    }
    settled.set(workspace, stateOf(stored))
    return isSettled
  }

  async function append(
    workspace: Workspace,
    { lease, signal }: Turn,
    { signalId }: ProjectedSignal,
    occurrences: readonly HistoricOccurrence[],
    { from, now }: { from: number; now: number },
  ): Promise<number> {
    if (occurrences.length === 0) return 0
    const known = await workspace.readModels.listOccurrences({
      signalIds: [signalId],
      occurredAfter: new Date(from).toISOString(),
      limit: occurrencesAtOnce,
    })
    // By whose they are now: a customer may have got another key since.
    const seen = new Set(known.map(({ customerId, occurredAt }) => `${customerId} ${occurredAt}`))
    const records = occurrences.flatMap((occurrence): OccurrenceRecord[] => {
      const { customer, customerId, occurredAt, occurrenceId, evidence } = occurrence
      if (customer === null || seen.has(`${customerId} ${occurredAt}`)) return []
      return [
        {
          kind: 'occurrence',
          occurrenceId,
          signalId,
          customer,
          occurredAt: Date.parse(occurredAt),
          windowFrom: Date.parse(evidence.from),
          count: evidence.count,
          eventIds: evidence.eventIds,
        },
      ]
    })
    signal.throwIfAborted()
    for (const bytes of encodeRecords(records, { receivedAt: now }))
      if (bytes !== null) await workspace.log.append(bytes, { lease })
    return records.length
  }

  /** Whether there may be something to find: else no engine is woken. */
  async function isDue(workspace: Workspace): Promise<boolean> {
    const signals = await workspace.signals.read()
    const byClock = signals.filter(
      (signal) => signal.archivedAt === null && isByClock(detectionOf(definitionOf(signal))),
    )
    // Also once at the start.
    if (signals.length > 0 && settled.get(workspace) !== stateOf(signals)) return true
    if (byClock.length === 0) return false
    const known = progressOf.get(workspace)
    if (known === undefined) return true
    const now = clock()
    if (byClock.some(({ id }) => !known.signals.has(id))) return true
    if ([...known.signals.values()].some(({ nextAt }) => nextAt !== null && nextAt <= now)) return true
    return known.revision !== workspace.readModels.revision && now - known.lookedAt >= lookAgainMs
  }

  const work = underLease(async (workspace, turn) => {
    let isDone = false
    await besideErasures(workspace, turn.signal, async (signal) => {
      isDone = await detect(workspace, { ...turn, signal })
    })
    return isDone
  })
  return startBackgroundWork({
    name: 'What did not happen could not be looked for',
    restMs: 1_000,
    workspaces,
    warn: (message) => logger.warn(message),
    work: async (workspace, signal) => ((await isDue(workspace)) ? work(workspace, signal) : true),
  })
}

/** Another text whenever somebody changed a definition, on whichever node. */
function stateOf(signals: readonly StoredSignal[]): string {
  const latest = signals.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), '')
  return `${signals.length} ${latest}`
}
