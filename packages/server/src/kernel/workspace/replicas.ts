import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readIfThere, replaceFile } from '../durable-files.ts'
import type { ReadModels } from '../read-models/read-models.ts'
import type { Snapshots } from '../read-models/snapshots.ts'
import type { Documents } from '../store/ports.ts'
import { delay } from '../work/delay.ts'
import type { Activity } from './activity.ts'
import { reasonOf } from '../reason-of.ts'
import { type Nodes, openNodes } from './nodes.ts'

/** The result of a rebuild on all nodes after data was deleted from the log. */
export interface Rebuilt {
  /** Nodes whose read models were rebuilt. */
  nodes: number
  /** Nodes that didn't respond: they rebuild theirs before they answer again. */
  away: number
}

/** One organization's read models on all nodes. */
export interface Replicas {
  readonly nodes: Nodes
  /** Null when no snapshots are configured. */
  readonly snapshots: Snapshots | null
  /** The last rebuild that this node has completed. */
  readonly epoch: number
  /**
   * Rebuilds the read models of every node, so that nothing remains of what was deleted from the log. Resolves once all
   * running nodes have done so. Rejects when it fails or `signal` aborts: then call it again.
   */
  rebuild(signal?: AbortSignal): Promise<Rebuilt>
  close(): Promise<void>
}

/** The document with the number of the last requested rebuild. Absent: there was none. */
const name = 'erased'
/** How often each node checks for requested rebuilds, and reports during a rebuild that it is alive. */
const checkEveryMs = 1_000
/**
 * The same for an idle organization. A request also makes it active, but that notice can get lost, and a node that
 * doesn't respond within `awayAfterMs` counts as away although it still answers reads. All organizations check at the
 * same moments: few wake-ups for all.
 */
const idleEveryMs = 10_000
/** A node that hasn't reported for this long counts as away. */
const awayAfterMs = 15_000

/** Grows with each erasure or deletion; 0 before the first. */
export async function readErasedEpoch(documents: Documents): Promise<number> {
  return ((await documents.read(name))?.value ?? 0) as number
}

/** Stored beside the read models: their node, and the last rebuild they include. */
interface Mark {
  node: string
  epoch: number
}

/**
 * Opens this node's read models. Removes them first if a rebuild was requested while this node was away: they may hold
 * deleted data.
 */
export async function openReplicas(options: {
  documents: Documents
  directory: string
  activity: Pick<Activity, 'isIdle' | 'subscribe'>
  /** `prepare`: before each time that they are opened. */
  open: (prepare: () => Promise<void>) => Promise<ReadModels>
  /** Removes the read models in `directory`, which must not be open. */
  remove: () => Promise<void>
  snapshots: Snapshots | null
  onProblem: (problem: string) => void
}): Promise<{ readModels: ReadModels; replicas: Replicas }> {
  const { documents, directory, activity, snapshots, onProblem } = options
  const path = join(directory, 'activity.node')
  const stopping = new AbortController()
  let known: { epoch: number; version: string | null } = { epoch: 0, version: null }

  const requested = await readEpoch()
  const found = parseMark(await readIfThere(path))
  const mark: Mark = found ?? { node: randomUUID(), epoch: 0 }
  if (mark.epoch < requested) await options.remove()
  // If writing fails, the next start rebuilds again.
  if (found === null || mark.epoch < requested) await writeEpoch(requested).catch(() => undefined)
  const nodes = openNodes(documents, mark.node)
  const readModels = await options.open(prepare)
  let isReported = false
  let rebuilding: Promise<void> | null = null
  // Reads must work while the store can't be written: the report is repeated later.
  await reportOnce().catch(() => undefined)
  const watching = watch()

  /** Without a snapshot everything is rebuilt from the log, which takes longer. */
  async function prepare(): Promise<void> {
    await snapshots
      ?.restore({ epoch: mark.epoch })
      .catch((error: unknown) => onProblem(`A snapshot can't be used: ${reasonOf(error)}`))
  }

  async function readEpoch(): Promise<number> {
    const read =
      known.version === null
        ? await documents.read(name)
        : await documents.read(name, { known: known.version })
    if (read === null) known = { epoch: 0, version: null }
    else if (read !== 'unchanged') known = { epoch: read.value as number, version: read.version }
    return known.epoch
  }

  async function writeEpoch(epoch: number): Promise<void> {
    mark.epoch = epoch
    await replaceFile(path, JSON.stringify(mark))
  }

  async function reportOnce(): Promise<void> {
    if (!isReported) await nodes.report({ epoch: mark.epoch })
    isReported = true
  }

  /** Rebuilds this node's read models, if a newer rebuild was requested. */
  function catchUp(): Promise<void> {
    rebuilding ??= (async () => {
      for (let epoch = await readEpoch(); mark.epoch < epoch; epoch = await readEpoch()) {
        const alive = setInterval(() => void nodes.report({}).catch(() => undefined), checkEveryMs)
        await readModels.rebuild().finally(() => clearInterval(alive))
        await writeEpoch(epoch)
        await nodes.report({ epoch })
      }
    })().finally(() => (rebuilding = null))
    return rebuilding
  }

  async function watch(): Promise<void> {
    let reported: string | null = null
    while (await waitForCheck()) {
      try {
        await reportOnce()
        await catchUp()
        reported = null
      } catch (error) {
        const reason = reasonOf(error)
        // While the store is away, others report that; the next check tries again.
        if (!stopping.signal.aborted && reason !== reported && mark.epoch < known.epoch)
          onProblem(`Read models can't be rebuilt after an erasure, and that is tried again: ${reason}`)
        reported = reason
      }
    }
  }

  /** Resolves false once closed. */
  async function waitForCheck(): Promise<boolean> {
    // All organizations at the same moments, so that a store can be asked for all at once.
    if (!activity.isIdle) return delay(checkEveryMs - (performance.now() % checkEveryMs), stopping.signal)
    const waiting = new AbortController()
    const end = () => waiting.abort()
    const unsubscribe = activity.subscribe(end)
    stopping.signal.addEventListener('abort', end, { once: true })
    await delay(idleEveryMs - (performance.now() % idleEveryMs), waiting.signal)
    stopping.signal.removeEventListener('abort', end)
    unsubscribe()
    return !stopping.signal.aborted
  }

  async function requestRebuild(): Promise<number> {
    for (;;) {
      const epoch = (await readEpoch()) + 1
      const version = await documents.write(name, epoch, { expected: known.version })
      if (version !== null) return epoch
    }
  }

  return {
    readModels,
    replicas: {
      nodes,
      snapshots,
      get epoch() {
        return mark.epoch
      },
      async rebuild(signal) {
        const epoch = await requestRebuild()
        await snapshots?.removeBefore(epoch)
        await catchUp()
        const away = new Set<string>()
        for (;;) {
          signal?.throwIfAborted()
          stopping.signal.throwIfAborted()
          const others = await nodes.others()
          for (const { id, silentMs, epoch: theirs } of others) {
            if (theirs >= epoch || silentMs < awayAfterMs) continue
            await nodes.forget(id)
            away.add(id)
          }
          const waiting = others.filter((other) => other.epoch < epoch && !away.has(other.id))
          if (waiting.length === 0)
            return { nodes: 1 + others.filter(({ id }) => !away.has(id)).length, away: away.size }
          await delay(checkEveryMs / 4, stopping.signal)
        }
      },
      async close() {
        stopping.abort(new Error('The server is stopping'))
        await readModels.close()
        await watching
        await nodes.close()
      },
    },
  }
}

function parseMark(bytes: Buffer | null): Mark | null {
  try {
    const mark = JSON.parse(String(bytes)) as Mark | null
    return typeof mark?.node === 'string' && Number.isSafeInteger(mark.epoch) ? mark : null
  } catch {
    return null
  }
}
