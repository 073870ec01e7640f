import { createHash } from 'node:crypto'
import { openSharedDocument } from '../kernel/store/shared-document.ts'
import { partOf } from '../kernel/workspace/part.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'

/**
 * A limit of an organization's tries within a time that all nodes share. For what is rare: each try is a write. Tries
 * without an organization (null: the one that was named is not there) are counted by each node.
 */
export interface SharedTries {
  /**
   * Counts a try of this key at `now`, Unix milliseconds, unless the limit is reached: then resolves with the milliseconds
   * until one is free; else with 0.
   */
  take(workspace: Workspace | null, key: string, now: number): Promise<number>
  /** Takes the try of that time back. */
  release(workspace: Workspace | null, key: string, now: number): Promise<void>
}

/** Beyond it, the keys that were tried longest ago are dropped. */
const maxKeys = 1_000

/** Times of each key's tries, by a hash: keys may be people's addresses. In the order of their last try. */
type Tries = Record<string, number[]>

/** `name`: of the document that holds them. */
export function createSharedTries(
  name: string,
  { limit, windowMs }: { limit: number; windowMs: number },
): SharedTries {
  const triesOf = partOf(({ documents }) => openSharedDocument<Tries>(documents, name, {}))
  const own: Tries = {}
  const change = async <Result>(workspace: Workspace | null, work: (tries: Tries) => Result) =>
    workspace === null ? work(own) : triesOf(workspace).change(work)
  const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)
  return {
    take: (workspace, key, now) =>
      change(workspace, (tries) => {
        for (const [other, times] of Object.entries(tries))
          if (times.at(-1)! <= now - windowMs) delete tries[other]
        const hash = hashOf(key)
        const recent = (tries[hash] ?? []).filter((at) => at > now - windowMs)
        if (recent.length >= limit) return Math.max(1, recent[0]! + windowMs - now)
        delete tries[hash]
        tries[hash] = [...recent, now]
        for (const oldest of Object.keys(tries).slice(0, -maxKeys)) delete tries[oldest]
        return 0
      }),
    release: (workspace, key, now) =>
      change(workspace, (tries) => {
        const hash = hashOf(key)
        const left = tries[hash] ?? []
        const at = left.indexOf(now)
        if (at >= 0) left.splice(at, 1)
        if (left.length === 0) delete tries[hash]
      }),
  }
}
