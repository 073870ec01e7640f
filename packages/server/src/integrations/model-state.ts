import type { SyncMark } from '../log/record.ts'

/** Where a model stands, as it is kept in the log. */
export interface ModelState {
  /** Everything up to here was brought; null: nothing is known to be whole. */
  cursor: string | null
  /** A walk that is under way; null: none. */
  walk: Walk | null
  /** When the last complete walk of everything began, Unix milliseconds; absent: there was none. */
  wholeAt?: number
  /** Settings that everything was read by, JSON; absent: it depends on none. */
  readAs?: string
  /** What that walk didn't meet and wasn't taken away, and the remedy; absent: nothing. */
  held?: string
  recordCount: number
  setAsideCount: number
}

export interface Walk {
  /** The cursor that it asks from, overlap taken off; null: everything. */
  since: string | null
  /** The page that comes next; null: the first. */
  page: string | null
  /** The cursor once it is complete. */
  cursor: string | null
  /** Unix milliseconds. */
  startedAt: number
  /** Something was met that has no id, so that what wasn't met isn't known. */
  nameless?: true
}

export const initialState: ModelState = { cursor: null, walk: null, recordCount: 0, setAsideCount: 0 }

/** A state as a mark of the log holds it. */
export function readState({
  state,
  recordCount,
  setAsideCount,
}: Pick<SyncMark, 'state' | 'recordCount' | 'setAsideCount'>): ModelState {
  const place = JSON.parse(state) as Omit<ModelState, 'recordCount' | 'setAsideCount'>
  return { ...place, recordCount, setAsideCount }
}
