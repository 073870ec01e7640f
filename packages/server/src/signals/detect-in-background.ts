import type { ProjectedSignal } from '../read-models/reads/occurrence-reads.ts'
import type { Services } from '../services.ts'
import { type BackgroundWork, startBackgroundWork } from '../work/background-work.ts'
import { type Turn, underLease } from '../work/under-lease.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { detectionOf, isByClock } from './detection.ts'
import { type Look, lookByClock, UnreadableSignal } from './look-by-clock.ts'
import { settleDefinitions, stateOf } from './settle-definitions.ts'
import { definitionOf, type StoredSignal } from './signals.ts'

/** Where nothing was found, how far a signal was looked at is written down so often, in milliseconds. */
const noteEveryMs = 15 * 60_000
/** What came meanwhile may let a window close earlier: so long nobody looks again, in milliseconds. */
const lookAgainMs = 60_000
/** Pauses after a signal can't be looked at, in milliseconds; the last one repeats. */
const retryMs = [60_000, 5 * 60_000, 30 * 60_000]

interface Progress {
  fence: number
  signals: Map<string, Look & { tookMs: number }>
  /** What can't be looked at now, and when it is tried again. */
  failed: Map<string, { count: number; retryAt: number }>
  revision: number
  lookedAt: number
  notedAt: number
}

/**
 * Looks for what did not happen: of each signal by the clock the windows that closed since it was last looked at, once
 * everything is projected that was durable then. What is found is appended to the log under ids that follow from it.
 */
export function startDetection(services: Services): BackgroundWork {
  const { workspaces, clock, logger, metrics } = services
  const progressOf = new WeakMap<Workspace, Progress>()
  /** Which state of the definitions the log was compared with. */
  const settled = new WeakMap<Workspace, string>()

  async function detect(workspace: Workspace, turn: Turn): Promise<boolean> {
    const now = clock()
    // What was accepted until now is projected; whoever had the lease before appended by now.
    const reads = await workspace.readModels.exact()
    const { revision } = reads
    const progress = progressIn(workspace, turn, revision)
    const clocks = await workspace.signalClock.read()
    const projected = await reads.listSignalDefinitions()
    const stored = await workspace.signals.read()
    if (await settleDefinitions(workspace, turn, stored, { projected, receivedAt: now })) return false
    settled.set(workspace, stateOf(stored))
    const byClock = projected.filter(({ signal }) => isByClock(detectionOf(signal)))
    forgetOthers(progress, byClock)
    let found = 0
    for (const signal of inTurn(byClock, progress)) {
      const { signalId } = signal
      if (turn.signal.aborted) return false
      if ((progress.failed.get(signalId)?.retryAt ?? 0) > now) continue
      const known = progress.signals.get(signalId)?.until ?? clocks[signalId] ?? 0
      const from = Math.max(Date.parse(signal.since), known)
      if (from >= now) continue
      const began = performance.now()
      const onLooked = (look: Look) =>
        progress.signals.set(signalId, { ...look, tookMs: performance.now() - began })
      try {
        const name = stored.find(({ id }) => id === signalId)?.name
        found += await lookByClock(workspace, turn, signal, { from, now, name, onLooked })
        progress.failed.delete(signalId)
      } catch (error) {
        if (!(error instanceof UnreadableSignal) || turn.signal.aborted) throw error
        tellFailure(workspace, progress, nameOf(stored, signalId), { signalId, now, reason: error.message })
      }
    }
    const isNoteDue = found > 0 || now - progress.notedAt >= noteEveryMs
    if (isNoteDue && byClock.length > 0)
      await workspace.signalClock.change((all) => {
        for (const [id, { until }] of progress.signals) all[id] = until
        for (const id of Object.keys(all))
          if (!byClock.some(({ signalId }) => signalId === id)) delete all[id]
      })
    Object.assign(progress, { revision, lookedAt: now }, isNoteDue && { notedAt: now })
    return true
  }

  /** What this holder of the lease knows. */
  function progressIn(workspace: Workspace, { lease: { fence } }: Turn, revision: number): Progress {
    const known = progressOf.get(workspace)
    if (known?.fence === fence) return known
    const begun: Progress = {
      fence,
      signals: new Map(),
      failed: new Map(),
      revision,
      lookedAt: 0,
      notedAt: 0,
    }
    progressOf.set(workspace, begun)
    return begun
  }

  function tellFailure(
    workspace: Workspace,
    { failed }: Progress,
    name: string,
    { signalId, now, reason }: { signalId: string; now: number; reason: string },
  ): void {
    const count = failed.get(signalId)?.count ?? 0
    const waitMs = retryMs[Math.min(count, retryMs.length - 1)]!
    failed.set(signalId, { count: count + 1, retryAt: now + waitMs })
    metrics.of(workspace).signalFailures += 1
    logger.warn(
      `The signal ${name} could not be looked for, and is tried again in ${waitMs / 1_000} seconds; the others are looked for: ${reason}`,
    )
  }

  /** Milliseconds until there may be something to find: before that no engine is woken. */
  async function untilDue(workspace: Workspace): Promise<number> {
    const signals = await workspace.signals.read()
    const byClock = signals.filter(
      (signal) => signal.archivedAt === null && isByClock(detectionOf(definitionOf(signal))),
    )
    // Also once at the start.
    if (signals.length > 0 && settled.get(workspace) !== stateOf(signals)) return 0
    if (byClock.length === 0) return Infinity
    const known = progressOf.get(workspace)
    if (known === undefined) return 0
    const times = byClock.map(({ id }) => {
      const failure = known.failed.get(id)
      if (failure !== undefined) return failure.retryAt
      const look = known.signals.get(id)
      return look === undefined ? 0 : (look.nextAt ?? Infinity)
    })
    if (known.revision !== workspace.readModels.revision) times.push(known.lookedAt + lookAgainMs)
    return Math.min(...times) - clock()
  }

  const work = underLease(async (workspace, turn) => {
    let isDone = false
    await workspace.rewrites.beside(turn.signal, async (signal) => {
      isDone = await detect(workspace, { ...turn, signal })
    })
    return isDone
  })
  return startBackgroundWork({
    name: 'What did not happen could not be looked for',
    restMs: 1_000,
    workspaces,
    warn: (message) => logger.warn(message),
    async work(workspace, signal) {
      const dueMs = await untilDue(workspace)
      if (dueMs > 0) return dueMs
      return (await work(workspace, signal)) === false ? false : untilDue(workspace)
    },
  })
}

/** Those that took long come last. */
function inTurn(signals: readonly ProjectedSignal[], { signals: looks }: Progress): ProjectedSignal[] {
  const tookMs = ({ signalId }: ProjectedSignal) => looks.get(signalId)?.tookMs ?? 0
  return signals.toSorted((left, right) => tookMs(left) - tookMs(right))
}

/** What was archived is forgotten. */
function forgetOthers({ signals, failed }: Progress, byClock: readonly ProjectedSignal[]): void {
  const ids = new Set(byClock.map(({ signalId }) => signalId))
  for (const known of [signals, failed]) for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
}

function nameOf(signals: readonly StoredSignal[], signalId: string): string {
  const name = signals.find(({ id }) => id === signalId)?.name
  return name === undefined ? signalId : `${JSON.stringify(name)} (${signalId})`
}
