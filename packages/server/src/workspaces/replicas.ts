import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readIfThere, replaceFile } from '../durable-files.ts'
import type { ReadModels } from '../read-models/read-models.ts'
import type { Snapshots } from '../read-models/snapshots.ts'
import type { Documents } from '../store/ports.ts'
import { delay } from '../work/delay.ts'
import type { Activity } from './activity.ts'
import { reasonOf } from './configuration.ts'
import { type Nodes, openNodes } from './nodes.ts'

/** What became of read models everywhere, once something left the log. */
export interface Rebuilt {
  /** Server processes whose read models were made anew. */
  nodes: number
  /** Those that were not heard of: theirs are made anew before they are asked again. */
  away: number
}

/** The read models of one organization on all nodes. */
export interface Replicas {
  readonly nodes: Nodes
  /** Null where none are kept. */
  readonly snapshots: Snapshots | null
  /** The last rebuild that this node's read models know of. */
  readonly epoch: number
  /**
   * Makes the read models of every node anew, so that nothing is left of what the log doesn't hold any more. Resolves
   * once that is done wherever a process runs. Rejects when it can't be, or when `signal` aborts: then ask again.
   */
  rebuild(signal?: AbortSignal): Promise<Rebuilt>
  close(): Promise<void>
}

/** The number of the last rebuild that was asked for. Not there: there was none. */
const name = 'erased'
/** How often each node looks whether one is asked for, and says while it rebuilds that it lives, in milliseconds. */
const lookEveryMs = 1_000
/**
 * For an organization that nothing comes for: what others ask for is something that comes. But that may not be told, and who
 * says nothing for `awayAfterMs` after it was asked is taken for away, and would go on answering as before. All
 * organizations look at the same moments: waking up costs more than looking.
 */
const idleEveryMs = 10_000
/** A node that said nothing for so long is away, in milliseconds. */
const awayAfterMs = 15_000

/** Grows with each erasure or deletion; 0 before the first. */
export async function readErasedEpoch(documents: Documents): Promise<number> {
  return ((await documents.read(name))?.value ?? 0) as number
}

/** What lies beside read models: whose they are, and which rebuild they know of. */
interface Mark {
  node: string
  epoch: number
}

/**
 * Opens the read models of this node, after removing what is older than the last rebuild: a replica that was away when
 * somebody was erased never answers.
 */
export async function openReplicas(options: {
  documents: Documents
  directory: string
  activity: Pick<Activity, 'isIdle' | 'subscribe'>
  open: () => Promise<ReadModels>
  /** Removes the read models in `directory`, which are not open. */
  remove: () => Promise<void>
  snapshots: Snapshots | null
  onProblem: (problem: string) => void
}): Promise<{ readModels: ReadModels; replicas: Replicas }> {
  const { documents, directory, activity, snapshots, onProblem } = options
  const path = join(directory, 'activity.node')
  const stopping = new AbortController()
  let known: { epoch: number; version: string | null } = { epoch: 0, version: null }

  const asked = await readEpoch()
  const found = parseMark(await readIfThere(path))
  const mark: Mark = found ?? { node: randomUUID(), epoch: 0 }
  if (mark.epoch < asked) await options.remove()
  // Unwritten it is as if it had never been: the next start makes everything anew.
  if (found === null || mark.epoch < asked) await settle(asked).catch(() => undefined)
  // Where it can't be had everything is made from the log, which takes longer.
  await snapshots
    ?.restore({ epoch: asked })
    .catch((error: unknown) => onProblem(`A snapshot can't be used: ${reasonOf(error)}`))
  const nodes = openNodes(documents, mark.node)
  const readModels = await options.open()
  let isTold = false
  let rebuilding: Promise<void> | null = null
  // A store that can't be written now must not keep anybody from reading: then others are told later.
  await tellOnce().catch(() => undefined)
  const watching = watch()

  async function readEpoch(): Promise<number> {
    const read =
      known.version === null
        ? await documents.read(name)
        : await documents.read(name, { known: known.version })
    if (read === null) known = { epoch: 0, version: null }
    else if (read !== 'unchanged') known = { epoch: read.value as number, version: read.version }
    return known.epoch
  }

  async function settle(epoch: number): Promise<void> {
    mark.epoch = epoch
    await replaceFile(path, JSON.stringify(mark))
  }

  async function tellOnce(): Promise<void> {
    if (!isTold) await nodes.tell({ epoch: mark.epoch })
    isTold = true
  }

  /** Makes this node's read models anew, unless that was done since it was asked for. */
  function catchUp(): Promise<void> {
    rebuilding ??= (async () => {
      for (let epoch = await readEpoch(); mark.epoch < epoch; epoch = await readEpoch()) {
        const alive = setInterval(() => void nodes.tell({}).catch(() => undefined), lookEveryMs)
        await readModels.rebuild().finally(() => clearInterval(alive))
        await settle(epoch)
        await nodes.tell({ epoch })
      }
    })().finally(() => (rebuilding = null))
    return rebuilding
  }

  async function watch(): Promise<void> {
    let told: string | null = null
    while (await restUntilLook()) {
      try {
        await tellOnce()
        await catchUp()
        told = null
      } catch (error) {
        const reason = reasonOf(error)
        // Where the store is away others say so; then this looks again.
        if (!stopping.signal.aborted && reason !== told && mark.epoch < known.epoch)
          onProblem(`Read models can't be made anew after an erasure, and that is tried again: ${reason}`)
        told = reason
      }
    }
  }

  /** Resolves false when it is over. */
  async function restUntilLook(): Promise<boolean> {
    if (!activity.isIdle) return delay(lookEveryMs, stopping.signal)
    const resting = new AbortController()
    const end = () => resting.abort()
    const unsubscribe = activity.subscribe(end)
    stopping.signal.addEventListener('abort', end, { once: true })
    await delay(idleEveryMs - (performance.now() % idleEveryMs), resting.signal)
    stopping.signal.removeEventListener('abort', end)
    unsubscribe()
    return !stopping.signal.aborted
  }

  async function ask(): Promise<number> {
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
        const epoch = await ask()
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
          await delay(lookEveryMs / 4, stopping.signal)
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
