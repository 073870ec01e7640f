import type { Position } from '../store/ports.ts'
import type { ReadModels } from './read-models.ts'

/** Snapshots of one organization's read models. A new node starts from one instead of applying the whole log. */
export interface Snapshots {
  /** Restores the newest usable snapshot if this node has no read models. Resolves false when there is none. */
  restore(options: { epoch: number }): Promise<boolean>
  /** Takes a snapshot, and removes all but the last two. Reads wait while the database file is copied. */
  take(readModels: Pick<ReadModels, 'copyTo'>, options: { epoch: number }): Promise<void>
  /** The log position of the newest usable snapshot, and when it was made, Unix milliseconds. Null: there is none. */
  newest(): Promise<{ position: Position; madeAt: number } | null>
  /** Removes snapshots of earlier epochs, finished or not: they may hold data that was since deleted from the log. */
  removeBefore(epoch: number): Promise<void>
}
