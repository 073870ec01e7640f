import { open, rename, rm, stat } from 'node:fs/promises'
import { nullWhereMissing, syncFolder } from '../../kernel/durable-files.ts'
import type { Blobs, Position } from '../../kernel/store/ports.ts'
import { databasePath } from './open-read-models.ts'
import type { Snapshots } from '../../kernel/read-models/snapshots.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import { tablesVersion } from '../schema.ts'

interface Snapshot {
  name: string
  /** Schema version of its tables: only the current one is usable. */
  tables: string
  epoch: number
  position: Position
  madeAt: number
  /** Names, in order. */
  chunks: string[]
  /** False while a chunk is missing. */
  isComplete: boolean
}

/** Number of snapshots to keep. */
const kept = 2
const chunkBytes = 8 * 1024 * 1024
const tables = tablesVersion.slice(0, 12)
/** Also matches the temporary file that a kill leaves in a folder. */
const chunkName = /^(([\da-f]{12})-(\d+)-(\d+))\/(\d{6})-of-(\d+)(\.tmp)?$/

/**
 * A snapshot is a set of chunks, `<tables>-<epoch>-<position>/<index>-of-<count>`, and complete once all are there.
 * `directory`: of the organization's read models.
 */
export function openSnapshots(blobs: Blobs, directory: string): Snapshots {
  const path = databasePath(directory)
  // Removed with DuckDB's temporary folder, `${path}.tmp`, by its name, which must differ from that.
  const draft = `${path}.tmp-snapshot`
  let taking: { epoch: number; stop: AbortController; ended: Promise<void> } | null = null

  /** The newest first. */
  async function list(): Promise<Snapshot[]> {
    const snapshots = new Map<string, Snapshot & { count: number }>()
    const listed = await blobs.list()
    for (const chunk of listed.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
      const [, name = '', of = '', epoch, position, , count, isDraft] = chunkName.exec(chunk.name) ?? []
      if (name === '') continue
      const snapshot = snapshots.get(name) ?? {
        name,
        tables: of,
        epoch: Number(epoch),
        position: Number(position),
        madeAt: 0,
        chunks: [],
        count: Number(count),
        isComplete: true,
      }
      snapshots.set(name, snapshot)
      snapshot.madeAt = Math.max(snapshot.madeAt, chunk.madeAt)
      snapshot.chunks.push(chunk.name)
      if (isDraft !== undefined) snapshot.isComplete = false
    }
    return [...snapshots.values()]
      .map((snapshot) => ({
        ...snapshot,
        isComplete: snapshot.isComplete && snapshot.chunks.length === snapshot.count,
      }))
      .sort((left, right) => right.position - left.position)
  }

  const usable = async () => (await list()).filter((one) => one.isComplete && one.tables === tables)
  const remove = ({ chunks }: Snapshot) => blobs.remove(chunks)

  async function put(name: string, signal: AbortSignal): Promise<void> {
    const file = await open(draft, 'r')
    try {
      const count = Math.ceil((await file.stat()).size / chunkBytes)
      const buffer = Buffer.alloc(chunkBytes)
      for (let index = 0; index < count; index++) {
        signal.throwIfAborted()
        const { bytesRead } = await file.read(buffer, 0, chunkBytes, index * chunkBytes)
        await blobs.put(
          `${name}/${String(index).padStart(6, '0')}-of-${count}`,
          buffer.subarray(0, bytesRead),
        )
      }
    } finally {
      await file.close()
    }
  }

  async function take(
    readModels: Pick<ReadModels, 'copyTo'>,
    { epoch, signal }: { epoch: number; signal: AbortSignal },
  ): Promise<void> {
    try {
      const position = await readModels.copyTo(draft)
      await put(`${tables}-${epoch}-${position}`, signal)
    } finally {
      await rm(draft, { force: true })
    }
    for (const snapshot of (await usable()).slice(kept)) await remove(snapshot)
  }

  const isTaking = () => taking !== null

  return {
    async restore({ epoch }) {
      if ((await stat(path).catch(nullWhereMissing)) !== null) return false
      const found = (await usable()).find((snapshot) => snapshot.epoch >= epoch)
      if (found === undefined) return false
      const file = await open(draft, 'w', 0o600)
      try {
        for (const name of found.chunks) {
          const bytes = await blobs.get(name)
          // A chunk that was removed meanwhile makes the snapshot useless.
          if (bytes === null) return false
          await file.writeFile(bytes)
        }
        await file.sync()
        await rename(draft, path)
      } finally {
        await file.close()
        await rm(draft, { force: true })
      }
      await syncFolder(directory)
      return true
    },
    async take(readModels, { epoch }) {
      const stop = new AbortController()
      let end = () => {}
      taking = { epoch, stop, ended: new Promise((resolve) => (end = resolve)) }
      try {
        await take(readModels, { epoch, signal: stop.signal })
      } finally {
        taking = null
        end()
      }
    },
    async newest() {
      const [found] = await usable()
      return found === undefined ? null : { position: found.position, madeAt: found.madeAt }
    },
    async removeBefore(epoch) {
      if (taking !== null && taking.epoch < epoch) {
        taking.stop.abort(new Error('Something left the log meanwhile'))
        await taking.ended
      }
      for (const snapshot of await list())
        if (snapshot.epoch < epoch || !(snapshot.isComplete || isTaking())) await remove(snapshot)
    },
  }
}
