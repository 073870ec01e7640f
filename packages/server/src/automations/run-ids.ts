import { derivedUuid } from '../log/derived-uuid.ts'

// Ids follow from what they are of, and from no generation of the configuration: whoever decides the same again, after a
// crash, a rebuild or on another node, gives it the same id, and an edit fires nothing again.

/** Of a run about occurrences, in any order. */
export function runIdOf(automationId: string, occurrenceIds: readonly string[]): string {
  return derivedUuid(`run ${automationId} ${occurrenceIds.toSorted().join(' ')}`)
}

/** Of a run at a slot, Unix milliseconds. */
export function slotRunId(automationId: string, slot: number): string {
  return derivedUuid(`run ${automationId} at ${new Date(slot).toISOString()}`)
}

/** Of a note that slots up to one were missed. */
export function missedRunId(automationId: string, lastSlot: number): string {
  return derivedUuid(`missed ${automationId} until ${new Date(lastSlot).toISOString()}`)
}

/** Of a run's message. */
export function messageIdOf(runId: string): string {
  return derivedUuid(`${runId} message`)
}

/** Of a run's message on its way to a destination. */
export function deliveryIdOf(runId: string, destinationId: string): string {
  return derivedUuid(`${runId} ${destinationId}`)
}
