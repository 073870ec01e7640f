import type { ProviderId } from '@customer-intel/contract'
import type { Documents } from '../store/ports.ts'
import { openSharedDocument, type SharedDocument } from '../store/shared-document.ts'

/** What a provider brought is to go, since it was disconnected so. */
export interface Removal {
  /** ISO 8601. */
  requestedAt: string
  /** Of the connection that was ended. */
  generation: string
  /** What goes, noted before anything does: a run that was killed wouldn't find it any more. Null until it begins. */
  found: {
    /** Keys of the sources (`OPPORTUNITY:crm-a/17`): with each go the facts that were read from it. */
    sources: string[]
    /** Records and events, as often as they stand in the log. */
    count: number
  } | null
}

/** One organization's removals that are not done. While there is one of a provider, that provider isn't synced. */
export type Removals = SharedDocument<Partial<Record<ProviderId, Removal>>>

export function openRemovals(documents: Documents): Removals {
  return openSharedDocument<Partial<Record<ProviderId, Removal>>>(documents, 'removals', {})
}
