import type { SyncMark } from '../kernel/log/record.ts'

/** The state of a model's sync, as stored in the log. */
export interface ModelState {
  /** Everything up to here was synced; null: nothing is complete. */
  cursor: string | null
  /** The walk in progress; null: none. */
  walk: Walk | null
  /** When the last complete walk of all objects started, Unix milliseconds; absent: there was none. */
  wholeAt?: number
  /** The settings by which everything was mapped, JSON; absent: it depends on none. */
  readAs?: string
  /** Deletions that were held back, and the remedy; absent: none. */
  held?: string
  recordCount: number
  setAsideCount: number
}

export interface Walk {
  /** The cursor to start from, minus the overlap; null: all objects. */
  since: string | null
  /** The next page; null: the first. */
  page: string | null
  /** The cursor once the walk is complete. */
  cursor: string | null
  /** Unix milliseconds. */
  startedAt: number
  /** An object without an id was seen, so that deletions can't be detected. */
  nameless?: true
}

export const initialState: ModelState = { cursor: null, walk: null, recordCount: 0, setAsideCount: 0 }

/** Parses a state from a mark in the log. */
export function readState({
  state,
  recordCount,
  setAsideCount,
}: Pick<SyncMark, 'state' | 'recordCount' | 'setAsideCount'>): ModelState {
  const place = JSON.parse(state) as Omit<ModelState, 'recordCount' | 'setAsideCount'>
  return { ...place, recordCount, setAsideCount }
}
