import { derivedUuid } from '../../kernel/log/derived-uuid.ts'

// Ids are computed from what they identify, without any version of the configuration: planning the same again, after a
// crash, a rebuild or on another node, yields the same id, and an edit triggers nothing again.

/** For a run about occurrences, in any order. */
export function runIdOf(automationId: string, occurrenceIds: readonly string[]): string {
  return derivedUuid(`run ${automationId} ${occurrenceIds.toSorted().join(' ')}`)
}

/** For a run at a slot, Unix milliseconds. */
export function slotRunId(automationId: string, slot: number): string {
  return derivedUuid(`run ${automationId} at ${new Date(slot).toISOString()}`)
}

/** For the report that slots up to one were missed. */
export function missedRunId(automationId: string, lastSlot: number): string {
  return derivedUuid(`missed ${automationId} until ${new Date(lastSlot).toISOString()}`)
}

/** For a run's message. */
export function messageIdOf(runId: string): string {
  return derivedUuid(`${runId} message`)
}

/** For the delivery of a run's message to a destination. */
export function deliveryIdOf(runId: string, destinationId: string): string {
  return derivedUuid(`${runId} ${destinationId}`)
}
