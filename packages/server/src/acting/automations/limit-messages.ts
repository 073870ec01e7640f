import { derivedUuid } from '../../kernel/log/derived-uuid.ts'
import type { DeliveryRecord, NotificationRecord, StoredRecord } from '../../kernel/log/record.ts'
import { escapeMarkdown } from '../notifications/escape-markdown.ts'
import type { StoredDestination } from '../notifications/destinations.ts'
import type { Reads } from '../../kernel/read-models/read-models.ts'
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
  /** By the read models and what was noted here since, also after it resolved. */
  read(
    workspace: Workspace,
    reads: Pick<Reads, 'countRunMessages'>,
  ): Promise<(destinationId: string) => boolean>
  /** Notes messages that were written: the read models may not have them yet. */
  note(workspace: Workspace, records: readonly StoredRecord[]): void
}

/** `perHour` 0: there is no limit. */
export function createMessageLimit({
  clock,
  perHour,
}: {
  clock: () => number
  perHour: number
}): MessageLimit {
  const noted = new WeakMap<Workspace, { since: number; counts: Map<string, number> }>()
  const countsOf = (workspace: Workspace): Map<string, number> => {
    const { since } = hourOf(clock())
    const known = noted.get(workspace)
    if (known?.since === since) return known.counts
    const counts = new Map<string, number>()
    noted.set(workspace, { since, counts })
    return counts
  }
  return {
    async read(workspace, reads) {
      if (perHour === 0) return () => false
      const stored = new Map(
        (await reads.countRunMessages(hourOf(clock()).since)).map((row) => [row.destinationId, row.count]),
      )
      return (id) => Math.max(stored.get(id) ?? 0, countsOf(workspace).get(id) ?? 0) >= perHour
    },
    note(workspace, records) {
      const counts = countsOf(workspace)
      for (const record of records)
        if (record.kind === 'delivery' && record.status !== 'SKIPPED')
          counts.set(record.destinationId, (counts.get(record.destinationId) ?? 0) + 1)
    },
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
