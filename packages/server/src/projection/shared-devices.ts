import { ownerSpans } from '../identity/device-owner.ts'
import { personKey } from '../identity/keys.ts'
import { numberItems, type SqlWriter } from '../read-models/sql/database.ts'
import { deviceKeys, type DeviceKey, isAnonymous, ownerSubjects } from './devices.ts'
import type { SubjectTable } from './subject-table.ts'
import { type Subject, subjectTuple } from './subject.ts'

/**
 * Deals out the anonymous events of devices that several people use, by time: each event goes to a variant of its
 * subject that carries the person whose stretch it falls in (`span`). Rare, so it may read the devices' events;
 * returns the subjects concerned, whose people must be settled once more.
 */
export async function dealOutSharedDevices(
  writer: SqlWriter,
  subjects: SubjectTable,
  shared: readonly Subject[],
): Promise<Set<Subject>> {
  const concerned = new Set<Subject>()
  for (const [device, anonymous] of byOwningDevice(subjects, shared)) {
    const owners = ownerSubjects(subjects.under(device))
    const people = new Map(owners.map((owner) => [owner.id, personKey(owner)!]))
    const rows = await writer.all<{ subject: number; event_id: string; occurred_at: string }>(
      `select subject, event_id, occurred_at from events where subject in (${numberItems(1)})`,
      [[...people.keys()]],
    )
    const spans = ownerSpans(
      rows.map((row) => ({
        at: Date.parse(row.occurred_at),
        eventId: row.event_id,
        person: people.get(row.subject)!,
      })),
    )
    for (const base of anonymous.filter((subject) => subject.span === null)) {
      const variants = anonymous.filter((other) => sameButSpan(base, other))
      for (const [index, span] of spans.entries()) {
        const variant = variantOf(subjects, base, span.person)
        if (!variants.includes(variant)) variants.push(variant)
        concerned.add(variant)
        await writer.all(
          `update events set subject = $1 where subject in (${numberItems(2)}) and subject <> $1
             and occurred_at >= $3::timestamp and occurred_at < $4::timestamp`,
          [
            variant.id,
            variants.map(({ id }) => id),
            timestamp(span.from, '0001-01-01T00:00:00Z'),
            timestamp(spans[index + 1]?.from ?? Infinity, '9999-12-31T00:00:00Z'),
          ],
        )
      }
      await addUp(writer, subjects, variants)
    }
  }
  return concerned
}

/** Under the device that decides: the fingerprint where its people are known, else the visitor. */
function byOwningDevice(subjects: SubjectTable, shared: readonly Subject[]): Map<DeviceKey, Subject[]> {
  const groups = new Map<DeviceKey, Subject[]>()
  for (const subject of shared) {
    const device = deviceKeys(subject).find((key) => ownerSubjects(subjects.under(key)).length > 0)
    if (device === undefined) continue
    const group = groups.get(device)
    if (group) group.push(subject)
    else groups.set(device, [subject])
  }
  return groups
}

function sameButSpan(a: Subject, b: Subject): boolean {
  return isAnonymous(b) && subjectTuple(a, a.trusted, null) === subjectTuple(b, b.trusted, null)
}

function variantOf(subjects: SubjectTable, base: Subject, span: string): Subject {
  return (
    subjects.peek(subjectTuple(base, base.trusted, span)) ??
    subjects.create({
      ...base,
      span,
      userId: null,
      contactName: null,
      customerId: null,
      eventCount: 0,
      statements: 0,
    })
  )
}

/** Counts the variants anew from their events, active days included. */
async function addUp(writer: SqlWriter, subjects: SubjectTable, variants: readonly Subject[]): Promise<void> {
  const ids = variants.map(({ id }) => id)
  const rows = await writer.all<{
    subject: number
    n: number
    first_at: string
    last_at: string
    activated_at: string | null
    attribution: string | null
  }>(
    `select subject, count(*) as n, min(occurred_at) as first_at, max(occurred_at) as last_at,
       min(occurred_at) filter (where activation) as activated_at,
       min(attribution) filter (where attribution <> '' and occurred_at = earliest) as attribution
     from (select *, min(occurred_at) over (partition by subject) as earliest from events
           where subject in (${numberItems(1)})) theirs
     group by subject`,
    [ids],
  )
  const bySubject = new Map(rows.map((row) => [row.subject, row]))
  for (const variant of variants) {
    const row = bySubject.get(variant.id)
    variant.eventCount = row?.n ?? 0
    if (row !== undefined) {
      variant.firstAt = Date.parse(row.first_at)
      variant.lastAt = Date.parse(row.last_at)
      variant.attribution = row.attribution ?? ''
      variant.activatedAt = row.activated_at === null ? null : Date.parse(row.activated_at)
    }
    subjects.markChanged(variant)
  }
  await writer.all(`delete from active_days where subject in (${numberItems(1)})`, [ids])
  await writer.all(
    `insert into active_days
     select subject, floor(extract(epoch from occurred_at) / 86400)::integer, min(occurred_at)
     from events where subject in (${numberItems(1)}) and event_channel = 'PRODUCT' group by 1, 2`,
    [ids],
  )
}

function timestamp(ms: number, unbounded: string): string {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : unbounded
}
