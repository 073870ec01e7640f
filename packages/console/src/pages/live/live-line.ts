import type { LiveEvent } from '@customer-intel/node-sdk'
import { ask } from '../../app/ask.ts'
import { client } from '../../app/client.ts'

type Rejection = (LiveEvent & { type: 'rejected' })['rejection']

/** A line of the live list. */
export interface LiveLine {
  key: string
  /** `accepted`, `duplicate`, `rejected` or `quarantined`. */
  status: string
  /** When the server received it. */
  at: number
  uuid: string | null
  /** When it was refused, of what has no id to be explained by. */
  refused: string | null
  name: string
  type: string | null
  path: string | null
  /** The person, as far as is known; null: a visitor. */
  who: string | null
  customer: string | null
  /** Of a rejected one: what is wrong, and the remedy. */
  reason: string | null
}

/** The latest events that are stored already, and the latest rejections, so that the list doesn't begin empty. */
export async function recallLines(): Promise<LiveLine[]> {
  const found = await Promise.all([
    storedLines().catch(() => []),
    // Whose role it isn't to see them sees the events alone.
    client.events.listRejections({ limit: 50 }).then(
      ({ items }) => items.map(rejectedLine),
      () => [],
    ),
  ])
  return found.flat().toSorted((left, right) => right.at - left.at)
}

async function storedLines(): Promise<LiveLine[]> {
  const { rows } = await ask<{
    uuid: string
    name: string
    type: string
    path: string
    at: string
    who: string
    customer: string
  }>(
    `select event_id as uuid, event_name as name, event_type as type, path, occurred_at as at, user_email as who,
       customer_domain as customer
     from activity where occurred_at between now() - interval 30 days and now() order by occurred_at desc limit 50`,
    [],
  )
  return rows.map(({ at, path, who, customer, ...row }) => ({
    ...row,
    key: `${row.uuid} ${at}`,
    status: 'accepted',
    at: Date.parse(at),
    refused: null,
    path: path || null,
    who: who || null,
    customer: customer || null,
    reason: null,
  }))
}

/** A message of the stream as a line; null when it is none. */
export function toLine(message: LiveEvent): LiveLine | null {
  if (message.type === 'stored') {
    const { uuid, receivedAt, eventName, eventType, path, stated } = message.event
    return {
      key: `${uuid} ${receivedAt}`,
      status: 'accepted',
      at: Date.parse(receivedAt),
      uuid,
      refused: null,
      name: eventName,
      type: eventType,
      path: path || null,
      who: stated.email ?? stated.userId ?? null,
      customer: null,
      reason: null,
    }
  }
  return message.type === 'rejected' ? rejectedLine(message.rejection) : null
}

function rejectedLine(rejection: Rejection): LiveLine {
  const { at, uuid, eventName, reason, remedy, count, origin, publicKey, index } = rejection
  return {
    key: `rejected ${uuid} ${at} ${index} ${reason}`,
    status: 'rejected',
    at: Date.parse(at),
    uuid,
    refused: uuid === null ? at : null,
    name: eventName ?? 'A request',
    type: null,
    path: null,
    who: origin ?? publicKey,
    customer: null,
    reason: `${reason} ${remedy}${count > 1 ? ` (${count} times)` : ''}`,
  }
}

/** What is known of a stored event once it is read: whose it is, and whether it came again. */
export function withReading(line: LiveLine, message: LiveEvent & { type: 'read' }): LiveLine {
  const { outcome, contact, customer } = message
  return {
    ...line,
    status: outcome,
    who: contact?.name ?? contact?.email ?? line.who,
    customer: customer?.name ?? customer?.domain ?? null,
  }
}
