import type { Row } from '../../kernel/sql/define-table.ts'
import { eventTables } from '../event-tables.ts'
import { activityKind } from '@customer-intel/contract'
import type { SqlWriter } from '../../kernel/sql/database.ts'
import { activeDay, type NewDay } from '../../customers/projection/active-days.ts'
import { attribution, isFirstAttribution } from '../../customers/projection/attribution.ts'
import type { MergeLimiter } from '../../customers/projection/merge-limiter.ts'
import type { PendingEvent } from './pending-event.ts'
import type { SubjectTable } from '../../customers/projection/subject-table.ts'
import { type Unlinked, unlinkOverusedKeys } from '../../customers/projection/unlink-overused-keys.ts'
import { activityTypes } from './event-row.ts'
import {
  isAlive,
  newSubject,
  noteActivity,
  type Subject,
  subjectHashes,
  subjectTuple,
} from '../../customers/projection/subject.ts'

export interface CountedEvents {
  subjectOf: ReadonlyMap<PendingEvent, Subject>
  /** Subjects that may change identities, or a first time. */
  toRecompute: ReadonlySet<Subject>
  /** Subjects of former micro-batches with another attribution: an event is earlier than those known. */
  reattributed: ReadonlySet<Subject>
  /** First times of new days of product activity. */
  newDays: readonly NewDay[]
  unlinked: Unlinked
}

/** Finds or creates the subject of each event, and adds the event to its totals. */
export async function countEvents(
  writer: SqlWriter,
  subjects: SubjectTable,
  limiter: MergeLimiter,
  events: readonly PendingEvent[],
): Promise<CountedEvents> {
  const tuples = events.map(({ keys, trusted }) => subjectTuple(keys, trusted, null))
  const combinations = new Map(events.map((event, index) => [tuples[index]!, event]))
  const reached = await limiter.count(subjects, combinations)
  const unlinked = await unlinkOverusedKeys(writer, subjects, limiter, reached)
  const missing: number[] = []
  const linked = events.map(({ keys, trusted }, index) => {
    const linking = limiter.link(keys, trusted)
    if (linking === keys) return keys
    tuples[index] = subjectTuple(linking, trusted, null)
    if (subjects.peek(tuples[index]) === undefined) missing.push(...subjectHashes(linking))
    return linking
  })
  await subjects.load(missing)

  const subjectOf = new Map<PendingEvent, Subject>()
  const toRecompute = new Set(unlinked.subjects)
  const reattributed = new Set<Subject>()
  const days: Row<typeof eventTables.active_days>[] = []
  const newDays: NewDay[] = []
  for (const [index, pending] of events.entries()) {
    let subject = subjects.peek(tuples[index]!)
    if (subject === undefined) {
      const { trusted, event, at } = pending
      subject = subjects.create(newSubject(linked[index]!, { trusted, cause: event.uuid, at }))
      toRecompute.add(subject)
    }
    const { attribution: origin } = subject
    if (linked[index] === pending.keys) subject.stated = true
    const { newDay, newFirst } = addEvent(subject, pending, subjects.now)
    if (newDay !== null) {
      days.push({ subject: subject.id, day: newDay, first_at: pending.at })
      newDays.push({ subject, at: pending.at })
    }
    const known = subject.userId !== null || subject.customerId !== null
    if (origin !== '' && origin !== subject.attribution && !subjects.isNew(subject)) reattributed.add(subject)
    if (subject.shared || (known && newFirst)) toRecompute.add(subject)
    subjects.markChanged(subject)
    subjectOf.set(pending, subject)
  }
  await writer.append(eventTables.active_days, days)
  return { subjectOf, toRecompute, reattributed, newDays, unlinked }
}

/**
 * Adds an event to its subject. Returns the day of product activity that it started, and whether it is the earliest
 * event.
 */
function addEvent(
  subject: Subject,
  { at, event, activation }: PendingEvent,
  now: number,
): { newDay: number | null; newFirst: boolean } {
  const isFirst = !isAlive(subject) || at < subject.firstAt
  const earlier = subject.eventCount === 0 || isFirst
  let newFirst = earlier
  if (earlier || at === subject.firstAt) {
    const origin = attribution(event)
    if (earlier || isFirstAttribution(origin, subject.attribution)) {
      newFirst = true
      subject.attribution = origin
    }
  }
  if (isFirst || (at === subject.firstAt && event.uuid < subject.cause)) {
    newFirst = true
    subject.cause = event.uuid
  }
  const eventType = activityTypes[event.type]
  noteActivity(subject, eventType, at, now)
  subject.firstAt = Math.min(subject.firstAt, at)
  if (activation) subject.activatedAt = Math.min(subject.activatedAt ?? Infinity, at)
  const { day } = activeDay(at)
  const isNewDay = activityKind(eventType) === 'PRODUCT' && day !== subject.productDay
  if (isNewDay) subject.productDay = day
  return { newDay: isNewDay ? day : null, newFirst }
}
