import { createHash } from 'node:crypto'
import type { NamedEvent } from './ingest-events.ts'

/** Number of events to remember. */
const maxRefused = 10_000

/**
 * The last refused events of a connection. Because of the overlap each sync returns them again, and they aren't stored: so
 * each would be counted and noted as refused again. Losing them with the process does no more than that once.
 */
export interface RefusedEvents {
  /** The events that weren't refused before, as they are: one that changed since, for example its person, may be taken. */
  without(events: readonly NamedEvent[]): NamedEvent[]
  add(events: readonly NamedEvent[]): void
}

export function createRefusedEvents(): RefusedEvents {
  /** Digests, the last returned one last. */
  const refused = new Set<string>()

  function add(digest: string): void {
    refused.delete(digest)
    refused.add(digest)
    const [first] = refused
    if (refused.size > maxRefused) refused.delete(first!)
  }

  return {
    without: (events) =>
      events.filter((event) => {
        const digest = digestOf(event)
        const isRefused = refused.has(digest)
        if (isRefused) add(digest)
        return !isRefused
      }),
    add(events) {
      for (const event of events) add(digestOf(event))
    },
  }
}

function digestOf({ input }: NamedEvent): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url').slice(0, 22)
}
