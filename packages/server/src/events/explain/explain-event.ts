import { rejectionLogOf } from '../rejections.ts'
import { describeRejection } from '../list-rejections.ts'
import type { EventExplanation, EventStatus } from '@customer-intel/contract'
import { isAppError } from '../../kernel/errors.ts'
import type { QuarantinedItem } from '../../kernel/read-models/quarantine-reads.ts'
import type { EventTrace } from '../event-read-types.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { findArrivals, type FoundArrivals } from './find-arrivals.ts'

export interface ExplainOptions {
  /** How much of the log's end to search, in bytes. */
  searchBytes: number
}

/** Explains what happened to an event, by its uuid in lower case: from the read models, the log, and recent rejections. */
export async function explainEvent(
  workspace: Workspace,
  uuid: string,
  { searchBytes }: ExplainOptions,
): Promise<EventExplanation> {
  const { readModels } = workspace
  const { stale } = await readModels.fresh()
  const found = await findArrivals(workspace, uuid, searchBytes)
  const refused = (await rejectionLogOf(workspace).find(uuid)).map(describeRejection)
  const traces = await readModels.traceEvent(uuid).catch((error: unknown) => {
    // It may be in the log only: the answer says so.
    if (isAppError(error) && error.code === 'READS_UNAVAILABLE') return null
    throw error
  })
  const quarantined = traces?.length === 0 ? await readModels.findQuarantined(uuid) : null
  const trace = traces?.[0] ?? null
  const key = trace?.contact?.email ?? trace?.ownKey ?? null
  const links = trace?.contact && key !== null ? await readModels.listIdentityLinks(key) : []
  const overused =
    traces === null
      ? []
      : await readModels.listOverusedKeys([...new Set(found.arrivals.flatMap(({ keys }) => keys))])
  const occurrences = trace === null ? [] : await readModels.listOccurrences({ eventId: uuid, limit: 100 })
  const behind = (await workspace.log.end()) - readModels.projected
  const { status, reason } = judge({ traces, quarantined, found, refused, readModels, behind })
  return {
    uuid,
    status,
    reason,
    arrivals: found.arrivals.map(({ receivedAt, source, index }) => ({
      receivedAt: new Date(receivedAt).toISOString(),
      source,
      index,
    })),
    searched: found.searched,
    rejections: refused.map(({ at, index, reason, remedy, eventName }) => ({
      at,
      index: index ?? 0,
      reason,
      remedy,
      eventName,
    })),
    event: trace === null ? null : eventOf(trace),
    contact: trace === null ? null : contactOf(trace),
    customer: trace === null ? null : customerOf(trace),
    links,
    occurrences: occurrences.map(({ occurrenceId: id, signalId, occurredAt, customerId }) => ({
      id,
      signalId,
      occurredAt,
      customerId,
    })),
    crowdedKeys: overused.map(({ key, trusted, limit }) => ({
      key,
      statedBy: trusted ? 'server' : 'browser',
      limit,
    })),
    ...(stale === null ? {} : { stale }),
  }
}

interface Evidence {
  /** Null while the read models don't answer. */
  traces: EventTrace[] | null
  quarantined: QuarantinedItem | null
  found: FoundArrivals
  refused: ReturnType<typeof describeRejection>[]
  readModels: ReadModels
  /** Bytes of the log that the read models haven't applied. */
  behind: number
}

function judge(evidence: Evidence): { status: EventStatus; reason: string } {
  const { traces, quarantined, found, refused, readModels, behind } = evidence
  const stored = traces?.length ?? 0
  const { arrivals, searched } = found
  const [first] = arrivals
  if (stored > 0 && arrivals.length > stored) {
    const again = arrivals.length - stored
    return {
      status: 'duplicate',
      reason: `It is stored once, however often it comes: ${again} of its ${arrivals.length} arrivals found in the log repeated it and changed nothing.`,
    }
  }
  if (stored > 0) {
    const senders = new Set(traces?.map(({ source }) => source === 'client'))
    const more =
      stored === 1
        ? ''
        : senders.size > 1
          ? ' A browser and a server sent it under one uuid: each counts once, and `source` tells them apart.'
          : ` It is stored ${stored} times: its uuid tells no time, so that a repetition after weeks is not recognised; send uuids of version 7.`
    return { status: 'accepted', reason: `It is in the log and in every answer.${more}` }
  }
  if (quarantined !== null) {
    const { reason, at, position } = quarantined
    return {
      status: 'quarantined',
      reason: `It is safe in the log, at ${position}, and in no answer: at ${at} it could not be applied and was quarantined. ${reason}. After an upgrade that can apply it, it is taken in by another try: in the console under Settings, Quarantine, or by svc-server quarantine retry.`,
    }
  }
  if (first !== undefined) {
    if (traces !== null && behind <= 0)
      return {
        status: 'accepted',
        reason: 'It is in the log; the read models were asked and hold no row of it.',
      }
    const why = readModels.unavailable ?? `They are ${behind} bytes of the log behind.`
    return { status: 'waiting', reason: `It is safe in the log, and not yet in the read models. ${why}` }
  }
  const last = refused.at(-1)
  if (last !== undefined) {
    return {
      status: 'rejected',
      reason: `It was rejected at ${last.at}, as events[${last.index ?? 0}] of its batch: ${last.reason}`,
    }
  }
  const extent = searched.whole ? 'the whole log' : `the last ${searched.bytes} bytes of the log`
  return {
    status: 'unknown',
    reason:
      `Neither the read models${traces === null ? ' (which can not be asked now)' : ''}, nor ${extent}, nor the last refusals hold it. ` +
      'A request that was refused before its events were read (403, 413, 415, 429) leaves no trace of them; GET /metrics counts these.',
  }
}

function eventOf({
  eventType,
  eventName,
  occurredAt,
  receivedAt,
  source,
}: EventTrace): EventExplanation['event'] {
  return { eventType, eventName, occurredAt, receivedAt, source }
}

function contactOf({ contact, ownKey, cause }: EventTrace): EventExplanation['contact'] {
  if (contact === null || cause === null) return null
  const { userId, email, name } = contact
  const via = ownKey === null ? 'device' : ownKey.startsWith('email:') ? 'email' : 'userId'
  return { userId, email, name, via, cause }
}

function customerOf({ customer, contact, ownAccount }: EventTrace): EventExplanation['customer'] {
  if (customer === null) return null
  return { ...customer, via: viaOf({ contact, ownAccount }) }
}

function viaOf({
  contact,
  ownAccount,
}: Pick<EventTrace, 'contact' | 'ownAccount'>): NonNullable<EventExplanation['customer']>['via'] {
  if (ownAccount !== null) return 'customerId'
  if (contact === null || contact.account !== null) return 'contactCustomerId'
  return contact.companyDomain === null ? 'person' : 'emailDomain'
}
