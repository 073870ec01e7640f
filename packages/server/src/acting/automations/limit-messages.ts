import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import type { DeliveryRecord, NotificationRecord, StoredRecord } from '../../kernel/log/record.ts'
import { escapeMarkdown } from '../notifications/escape-markdown.ts'
import type { StoredDestination } from '../notifications/destinations.ts'
import { together } from '../../kernel/together.ts'
import { partOf } from '../../kernel/workspace/part.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { StoredAutomation } from './automations.ts'

const hour = 3_600_000

/** The clock hour of a time, Unix milliseconds. */
export function hourOf(now: number): { since: number; until: number } {
  const since = Math.floor(now / hour) * hour
  return { since, until: since + hour }
}

/** Which destinations got as many messages of automations within the clock hour as they may. */
export interface MessageLimit {
  /**
   * By the read models and what was noted here since, also after it resolved: which are full, and which would be with
   * what is reserved.
   */
  read(workspace: Workspace): Promise<FullDestinations>
  /** Reserves a message to each of these destinations for a run that begins; the result releases them, once. */
  reserve(workspace: Workspace, destinationIds: readonly string[]): () => void
  /** Notes messages that are about to be appended: the read models don't have them yet. The result takes them back. */
  note(workspace: Workspace, records: readonly StoredRecord[]): () => void
}

export interface FullDestinations {
  isFull: (destinationId: string) => boolean
  isTaken: (destinationId: string) => boolean
}

/** Messages by destination, within the hour that begins with `since`. */
interface Hour {
  since: number
  written: Map<string, number>
  reserved: Map<string, number>
}

/** Messages by destination since a time, Unix milliseconds as text; the runs of a backlog ask for them together. */
const countsOf = partOf(({ readModels }) =>
  together(async (times) => {
    const counts = await Promise.all(times.map((since) => readModels.countRunMessages(Number(since))))
    return new Map(times.map((since, index) => [since, counts[index]!]))
  }),
)

/** `perHour` 0: there is no limit. */
export function createMessageLimit({
  clock,
  perHour,
}: {
  clock: () => number
  perHour: number
}): MessageLimit {
  const hours = new WeakMap<Workspace, Hour>()
  const hourNow = (workspace: Workspace): Hour => {
    const { since } = hourOf(clock())
    const known = hours.get(workspace)
    if (known?.since === since) return known
    const begun = { since, written: new Map(), reserved: new Map() }
    hours.set(workspace, begun)
    return begun
  }
  const count = (counts: Map<string, number>, ids: readonly string[]): (() => void) => {
    const add = (by: 1 | -1) => {
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + by)
    }
    add(1)
    let isUndone = false
    return () => {
      if (!isUndone) add(-1)
      isUndone = true
    }
  }
  return {
    async read(workspace) {
      if (perHour === 0) return { isFull: () => false, isTaken: () => false }
      const stored = await countsOf(workspace)(String(hourOf(clock()).since))
      const { written } = hourNow(workspace)
      for (const row of stored ?? [])
        written.set(row.destinationId, Math.max(written.get(row.destinationId) ?? 0, row.count))
      const isOver = (id: string, { written: now, reserved }: Hour, by: 0 | 1) =>
        (now.get(id) ?? 0) + by * (reserved.get(id) ?? 0) >= perHour
      return {
        isFull: (id) => isOver(id, hourNow(workspace), 0),
        isTaken: (id) => isOver(id, hourNow(workspace), 1),
      }
    },
    reserve: (workspace, ids) => count(hourNow(workspace).reserved, ids),
    note: (workspace, records) =>
      count(
        hourNow(workspace).written,
        records.flatMap((record) =>
          record.kind === 'delivery' && record.status !== 'SKIPPED' ? [record.destinationId] : [],
        ),
      ),
  }
}

/**
 * At the end of the hour, one message about all runs that an automation skipped in it since its destinations were full.
 * Written again, under the same id, with each further one.
 */
export function writeLimitedMessage(
  { id, name }: StoredAutomation,
  destinations: readonly StoredDestination[],
  { count, now }: { count: number; now: number },
): [NotificationRecord, ...DeliveryRecord[]] {
  const { since, until } = hourOf(now)
  const notificationId = derivedUuid(`limited ${id} ${new Date(since).toISOString()}`)
  return [
    {
      kind: 'notification',
      notificationId,
      sentBy: id,
      title: `And ${count} more: ${name}`,
      text: `**${escapeMarkdown(name)}** ran ${count} more times within the hour until ${new Date(until).toISOString()}. Its destinations had as many messages as they may get in an hour: open its runs to see what happened.`,
      source: 'automation',
      subject: name,
      payload: {
        automationId: id,
        automationName: name,
        limitedRuns: count,
        since: new Date(since).toISOString(),
      },
    },
    ...destinations.map((destination): DeliveryRecord => ({
      kind: 'delivery',
      deliveryId: derivedUuid(`${notificationId} ${destination.id}`),
      notificationId,
      destinationId: destination.id,
      status: 'ENQUEUED',
      tries: 0,
      nextAt: until,
    })),
  ]
}
