import type { ProjectedSignal } from './occurrence-read-types.ts'
import type { Services } from '../kernel/operations/services.ts'
import { type BackgroundWork, startBackgroundWork } from '../kernel/background/background-work.ts'
import { type LeaseContext, underLease } from '../kernel/background/under-lease.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { detectionOf, isTimeBased } from './detection.ts'
import { type DetectionState, detectTimeBased, SignalReadError } from './detect-time-based.ts'
import { recordDefinitions, stateOf } from './record-definitions.ts'
import { definitionOf, type StoredSignal, signalClockOf, signalsOf } from './signals.ts'

/** How often the progress of signals without occurrences is saved, in milliseconds. */
const saveEveryMs = 15 * 60_000
/** New events may make a window close earlier: signals are evaluated again this long after the last time. Milliseconds. */
const reevaluateMs = 60_000
/** Pauses after a signal couldn't be evaluated, in milliseconds; the last one repeats. */
const retryMs = [60_000, 5 * 60_000, 30 * 60_000]

interface Progress {
  /** Of the lease under which it was made. */
  fence: number
  signals: Map<string, DetectionState & { tookMs: number }>
  /** Signals whose evaluation failed, and when it is retried. */
  failed: Map<string, { count: number; retryAt: number }>
  revision: number
  evaluatedAt: number
  savedAt: number
}

/**
 * Evaluates time-based signals (absences, daily conditions): all windows that closed since the last evaluation, once the
 * read models have applied everything that was durable at that time. Occurrences are appended to the log under ids that
 * are computed from them, so that an evaluation may be repeated.
 */
export function startDetection(services: Services): BackgroundWork {
  const { workspaces, clock, logger, metrics } = services
  const progressOf = new WeakMap<Workspace, Progress>()
  /** The state of the definitions that the log was last compared with. */
  const recorded = new WeakMap<Workspace, string>()

  async function detect(workspace: Workspace, context: LeaseContext): Promise<boolean> {
    const now = clock()
    // Includes all that former holders of the lease appended.
    const reads = await workspace.readModels.exact()
    const { revision } = reads
    const progress = progressIn(workspace, context, revision)
    const clocks = await signalClockOf(workspace).read()
    const projected = await reads.listSignalDefinitions()
    const stored = await signalsOf(workspace).read()
    if (await recordDefinitions(workspace, context, stored, { projected, receivedAt: now })) return false
    recorded.set(workspace, stateOf(stored))
    const timeBased = projected.filter(({ signal }) => isTimeBased(detectionOf(signal)))
    forgetOthers(progress, timeBased)
    let found = 0
    for (const signal of fastestFirst(timeBased, progress)) {
      const { signalId } = signal
      if (context.signal.aborted) return false
      if ((progress.failed.get(signalId)?.retryAt ?? 0) > now) continue
      const known = progress.signals.get(signalId)?.until ?? clocks[signalId] ?? 0
      const from = Math.max(Date.parse(signal.since), known)
      if (from >= now) continue
      const began = performance.now()
      const onPart = (state: DetectionState) =>
        progress.signals.set(signalId, { ...state, tookMs: performance.now() - began })
      try {
        const name = stored.find(({ id }) => id === signalId)?.name
        found += await detectTimeBased(workspace, context, signal, { from, now, name, onPart })
        progress.failed.delete(signalId)
      } catch (error) {
        if (!(error instanceof SignalReadError) || context.signal.aborted) throw error
        reportFailure(workspace, progress, nameOf(stored, signalId), { signalId, now, reason: error.message })
      }
    }
    const isSaveDue = found > 0 || now - progress.savedAt >= saveEveryMs
    if (isSaveDue && timeBased.length > 0)
      await signalClockOf(workspace).change((all) => {
        for (const [id, { until }] of progress.signals) all[id] = until
        for (const id of Object.keys(all))
          if (!timeBased.some(({ signalId }) => signalId === id)) delete all[id]
      })
    Object.assign(progress, { revision, evaluatedAt: now }, isSaveDue && { savedAt: now })
    return true
  }

  /** Starts again with each lease. */
  function progressIn(workspace: Workspace, { lease: { fence } }: LeaseContext, revision: number): Progress {
    const known = progressOf.get(workspace)
    if (known?.fence === fence) return known
    const begun: Progress = {
      fence,
      signals: new Map(),
      failed: new Map(),
      revision,
      evaluatedAt: 0,
      savedAt: 0,
    }
    progressOf.set(workspace, begun)
    return begun
  }

  function reportFailure(
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

  /** Milliseconds until there may be a new occurrence. Reads no read models, which may have to be started. */
  async function untilDue(workspace: Workspace): Promise<number> {
    const signals = await signalsOf(workspace).read()
    const timeBased = signals.filter(
      (signal) => signal.archivedAt === null && isTimeBased(detectionOf(definitionOf(signal))),
    )
    // Also once after the start.
    if (signals.length > 0 && recorded.get(workspace) !== stateOf(signals)) return 0
    if (timeBased.length === 0) return Infinity
    const known = progressOf.get(workspace)
    if (known === undefined) return 0
    const times = timeBased.map(({ id }) => {
      const failure = known.failed.get(id)
      if (failure !== undefined) return failure.retryAt
      const state = known.signals.get(id)
      return state === undefined ? 0 : (state.nextAt ?? Infinity)
    })
    if (known.revision !== workspace.readModels.revision) times.push(known.evaluatedAt + reevaluateMs)
    return Math.min(...times) - clock()
  }

  const work = underLease(async (workspace, context) => {
    let isDone = false
    await workspace.rewrites.shared(context.signal, async (signal) => {
      isDone = await detect(workspace, { ...context, signal })
    })
    return isDone
  })
  return startBackgroundWork({
    name: 'What did not happen could not be looked for',
    intervalMs: 1_000,
    workspaces,
    warn: (message) => logger.warn(message),
    async work(workspace, signal) {
      const dueMs = await untilDue(workspace)
      if (dueMs > 0) return dueMs
      return (await work(workspace, signal)) === false ? false : untilDue(workspace)
    },
  })
}

/** Those that took longest the last time come last. */
function fastestFirst(signals: readonly ProjectedSignal[], { signals: states }: Progress): ProjectedSignal[] {
  const tookMs = ({ signalId }: ProjectedSignal) => states.get(signalId)?.tookMs ?? 0
  return signals.toSorted((left, right) => tookMs(left) - tookMs(right))
}

/** Drops the progress of signals that were archived. */
function forgetOthers({ signals, failed }: Progress, timeBased: readonly ProjectedSignal[]): void {
  const ids = new Set(timeBased.map(({ signalId }) => signalId))
  for (const known of [signals, failed]) for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
}

function nameOf(signals: readonly StoredSignal[], signalId: string): string {
  const name = signals.find(({ id }) => id === signalId)?.name
  return name === undefined ? signalId : `${JSON.stringify(name)} (${signalId})`
}
