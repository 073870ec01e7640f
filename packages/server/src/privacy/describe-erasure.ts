import type { Erasure } from '@customer-intel/contract'
import type { ErasureState } from './erasures.ts'

/** An erasure in the API. */
export function toErasure({ id, status, requestedAt, receipt }: ErasureState): Erasure {
  if (receipt === null) return { id, status, requestedAt, receipt: null }
  const { by: requestedBy, nodes, away, ...given } = receipt
  const { completedAt, events, sources, records, masked, segments } = given
  return {
    id,
    status,
    requestedAt,
    receipt: { completedAt, requestedBy, events, sources, records, masked, segments, nodes, away },
  }
}
