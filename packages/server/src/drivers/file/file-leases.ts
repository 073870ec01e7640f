import { join } from 'node:path'
import { makeFolder, readIfThere, replaceFile } from '../../kernel/durable-files.ts'
import { type Lease, type Leases, assertName } from '../../kernel/store/ports.ts'
import type { SerialQueue } from './serial-queue.ts'
import { unavailable } from './unavailable.ts'

/** The leases of one organization, and whether one of them is current. */
export interface FileLeases {
  leases: Leases
  isCurrent: (lease: Lease) => boolean
}

/**
 * Leases of the one process that owns the data directory: held in memory, gone with it. The file `fences` holds the last
 * fence of each, so that it grows across restarts.
 */
export function fileLeases(options: { directory: string; sync: boolean; queue: SerialQueue }): FileLeases {
  const { directory, sync, queue } = options
  const path = join(directory, 'fences')
  const held = new Map<string, { fence: number; until: number }>()
  const isHeld = ({ name, fence }: Pick<Lease, 'name' | 'fence'>) => held.get(name)?.fence === fence

  async function nextFence(name: string): Promise<number> {
    const text = (await readIfThere(path))?.toString('utf8')
    const fences = (text === undefined ? {} : JSON.parse(text)) as Record<string, number>
    const fence = (fences[name] ?? 0) + 1
    await makeFolder(directory, { sync })
    await replaceFile(path, JSON.stringify({ ...fences, [name]: fence }), { sync })
    return fence
  }

  return {
    isCurrent: isHeld,
    leases: {
      acquire: (name, { ttlMs }) =>
        queue.run(async () => {
          assertName(name)
          const other = held.get(name)
          if (other !== undefined && performance.now() < other.until) return null
          const fence = await nextFence(name).catch(unavailable(`The lease ${name} can't be acquired`))
          const hold = () => held.set(name, { fence, until: performance.now() + ttlMs })
          hold()
          return {
            name,
            fence,
            async renew() {
              if (!isHeld({ name, fence })) return false
              hold()
              return true
            },
            async release() {
              if (isHeld({ name, fence })) held.delete(name)
            },
          }
        }),
    },
  }
}
