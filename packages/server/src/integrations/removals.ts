import { partOf } from '../kernel/workspace/part.ts'
import type { ProviderId } from '@customer-intel/contract'
import type { Documents } from '../kernel/store/ports.ts'
import { openSharedDocument, type SharedDocument } from '../kernel/store/shared-document.ts'

/** A provider's data that is to be removed, since it was disconnected with that option. */
export interface Removal {
  /** ISO 8601. */
  requestedAt: string
  /** Of the connection that ended. */
  generation: string
  /**
   * What is to be removed, stored before the removal starts: after a kill it couldn't be found any more. Null until it
   * starts.
   */
  found: {
    /** Keys of the sources (`OPPORTUNITY:crm-a/17`): the facts that were extracted from each are removed, too. */
    sources: string[]
    /** Records and events, counted as often as they are in the log. */
    count: number
  } | null
}

/** One organization's pending removals. While one is pending, its provider isn't synced. */
export type Removals = SharedDocument<Partial<Record<ProviderId, Removal>>>

export function openRemovals(documents: Documents): Removals {
  return openSharedDocument<Partial<Record<ProviderId, Removal>>>(documents, 'removals', {})
}

/** Data of disconnected providers that is to be removed. */
export const removalsOf = partOf((workspace) => openRemovals(workspace.documents))
