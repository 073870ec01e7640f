/** An event on its way. */
export interface QueuedEvent {
  json: string
  bytes: number
  /** Where it is in the spool. */
  place?: unknown
  /** The flush that waits for it. */
  generation: number
}

/** What a request's body may hold of events; the rest of 1 MB is for the envelope. */
export const maxBatchBytes = 1_000_000

/** Events in order, taken in batches within the limits of count and bytes. */
export function createQueue(initial: readonly QueuedEvent[] = []) {
  let events = [...initial]
  let head = 0

  return {
    get size() {
      return events.length - head
    },

    add(event: QueuedEvent) {
      events.push(event)
    },

    /** Puts a batch back where it was taken from. */
    putBack(batch: readonly QueuedEvent[]) {
      events = [...batch, ...events.slice(head)]
      head = 0
    },

    /** The next batch: at most so many events, at most 1 MB. Never empty while something waits. */
    take(maxCount: number): QueuedEvent[] {
      let end = head
      let bytes = 0
      while (end < events.length && end - head < maxCount) {
        bytes += events[end]!.bytes + 1
        if (bytes > maxBatchBytes && end > head) break
        end++
      }
      const batch = events.slice(head, end)
      head = end
      if (head === events.length || head > 10_000) {
        events = events.slice(head)
        head = 0
      }
      return batch
    },

    /** Everything, at once. */
    takeAll(): QueuedEvent[] {
      const all = events.slice(head)
      events = []
      head = 0
      return all
    },
  }
}
