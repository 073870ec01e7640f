import { open, rename, rm, stat } from 'node:fs/promises'
import { nullWhereMissing } from '../durable-files.ts'
import type { Pieces, Position } from '../store/ports.ts'
import { databasePath } from './open-read-models.ts'
import type { ReadModels } from './read-models.ts'
import { tablesVersion } from './sql/schema.ts'

/** Copies of one organization's read models, for nodes that have none: so that they needn't apply the whole log. */
export interface Snapshots {
  /** Puts the newest one in the place of read models that aren't there. Resolves false where there is none that fits. */
  restore(options: { epoch: number }): Promise<boolean>
  /** Makes one, and removes all but the last two. Answers wait while the file is copied beside itself. */
  take(readModels: Pick<ReadModels, 'copyTo'>, options: { epoch: number }): Promise<void>
  /** Of the newest one: how far it is, and when it was made, Unix milliseconds. Null: there is none that fits. */
  newest(): Promise<{ position: Position; madeAt: number } | null>
  /** Removes what was made before something left the log, also what is in the making, and what was broken off. */
  removeBefore(epoch: number): Promise<void>
}

interface Snapshot {
  name: string
  /** What tables are in it: others fit nobody here. */
  tables: string
  epoch: number
  position: Position
  madeAt: number
  /** As they follow each other. */
  pieces: string[]
  /** False: some piece isn't there, or not yet. */
  isWhole: boolean
}

/** So many are kept. */
const kept = 2
const pieceBytes = 8 * 1024 * 1024
const tables = tablesVersion.slice(0, 12)
/** With what a kill left of a piece in a folder. */
const pieceName = /^(([\da-f]{12})-(\d+)-(\d+))\/(\d{6})-of-(\d+)(\.tmp)?$/

/**
 * Snapshots in pieces, `<tables>-<epoch>-<position>/<index>-of-<count>`: one is there once each of its pieces is. `directory`
 * is that of the organization's read models.
 */
export function openSnapshots(pieces: Pieces, directory: string): Snapshots {
  const path = databasePath(directory)
  // Named as what DuckDB leaves beside its file, so that it goes with it.
  const draft = `${path}.tmp-snapshot`
  let taking: { epoch: number; stop: AbortController; settled: Promise<void> } | null = null

  /** The newest first. */
  async function list(): Promise<Snapshot[]> {
    const snapshots = new Map<string, Snapshot & { count: number }>()
    const listed = await pieces.list()
    for (const piece of listed.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
      const [, name = '', of = '', epoch, position, , count, isDraft] = pieceName.exec(piece.name) ?? []
      if (name === '') continue
      const snapshot = snapshots.get(name) ?? {
        name,
        tables: of,
        epoch: Number(epoch),
        position: Number(position),
        madeAt: 0,
        pieces: [],
        count: Number(count),
        isWhole: true,
      }
      snapshots.set(name, snapshot)
      snapshot.madeAt = Math.max(snapshot.madeAt, piece.madeAt)
      snapshot.pieces.push(piece.name)
      if (isDraft !== undefined) snapshot.isWhole = false
    }
    return [...snapshots.values()]
      .map((snapshot) => ({
        ...snapshot,
        isWhole: snapshot.isWhole && snapshot.pieces.length === snapshot.count,
      }))
      .sort((left, right) => right.position - left.position)
  }

  const fitting = async () => (await list()).filter((one) => one.isWhole && one.tables === tables)
  const remove = ({ pieces: names }: Snapshot) => pieces.remove(names)

  async function put(name: string, signal: AbortSignal): Promise<void> {
    const file = await open(draft, 'r')
    try {
      const count = Math.ceil((await file.stat()).size / pieceBytes)
      const buffer = Buffer.alloc(pieceBytes)
      for (let index = 0; index < count; index++) {
        signal.throwIfAborted()
        const { bytesRead } = await file.read(buffer, 0, pieceBytes, index * pieceBytes)
        await pieces.put(
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
    for (const snapshot of (await fitting()).slice(kept)) await remove(snapshot)
  }

  const isTaking = () => taking !== null

  return {
    async restore({ epoch }) {
      if ((await stat(path).catch(nullWhereMissing)) !== null) return false
      const found = (await fitting()).find((snapshot) => snapshot.epoch >= epoch)
      if (found === undefined) return false
      const file = await open(draft, 'w', 0o600)
      try {
        for (const name of found.pieces) {
          const bytes = await pieces.get(name)
          // Removed meanwhile.
          if (bytes === null) return false
          await file.writeFile(bytes)
        }
        await file.sync()
        await rename(draft, path)
        return true
      } finally {
        await file.close()
        await rm(draft, { force: true })
      }
    },
    async take(readModels, { epoch }) {
      const stop = new AbortController()
      let settle = () => {}
      taking = { epoch, stop, settled: new Promise((resolve) => (settle = resolve)) }
      try {
        await take(readModels, { epoch, signal: stop.signal })
      } finally {
        taking = null
        settle()
      }
    },
    async newest() {
      const [found] = await fitting()
      return found === undefined ? null : { position: found.position, madeAt: found.madeAt }
    },
    async removeBefore(epoch) {
      if (taking !== null && taking.epoch < epoch) {
        taking.stop.abort(new Error('Something left the log meanwhile'))
        await taking.settled
      }
      for (const snapshot of await list())
        if (snapshot.epoch < epoch || !(snapshot.isWhole || isTaking())) await remove(snapshot)
    },
  }
}
