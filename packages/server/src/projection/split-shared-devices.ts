import { type OwnerSpan, ownerSpans } from '../identity/device-owner.ts'
import { personKey } from '../identity/keys.ts'
import { numberItems, type SqlWriter } from '../read-models/sql/database.ts'
import { isActivity } from '../read-models/sql/conditions.ts'
import { deviceKeys, type DeviceKey, isAnonymous, ownerSubjects } from './devices.ts'
import type { SubjectTable } from './subject-table.ts'
import { type Subject, subjectTuple } from './subject.ts'

/** Devices that change users too often, by device and people: more events can't reduce the number of changes. */
export type RestlessDevices = Set<string>

/**
 * Tables with rows that move along with events: an anonymous device's events, its form messages, and occurrences in them.
 */
const happened = ['events', 'sources', 'search_documents', 'occurrences', 'signal_hits']

/**
 * Splits the anonymous events of devices that several people use, by time: each event moves to a variant of its subject
 * that carries the person who used the device then. If the users change more often than `maxTurns`, the events belong to
 * nobody. Returns the affected subjects, whose people must be recomputed.
 */
export async function splitSharedDevices(
  writer: SqlWriter,
  subjects: SubjectTable,
  shared: readonly Subject[],
  { maxTurns, restless }: { maxTurns: number; restless: RestlessDevices },
): Promise<Set<Subject>> {
  const concerned = new Set<Subject>()
  for (const [device, anonymous] of byOwningDevice(subjects, shared)) {
    const owners = ownerSubjects(subjects.under(device))
    const people = [...new Set(owners.map(({ userId }) => userId ?? ''))]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join(' ')
    const name = `${device} ${String(owners[0]!.trusted)} ${people}`
    const spans = restless.has(name) ? null : await readSpans(writer, owners, maxTurns)
    if (spans === null) restless.add(name)
    for (const base of anonymous.filter((subject) => subject.span === null)) {
      const variants = anonymous.filter((other) => sameButSpan(base, other))
      if (spans === null && variants.length === 1) continue
      const placed = (spans ?? [{ from: -Infinity, person: null }]).map(({ from, person }) => ({
        from,
        variant: person === null ? base : variantOf(subjects, base, person),
      }))
      for (const { variant } of placed) {
        if (!variants.includes(variant)) variants.push(variant)
        concerned.add(variant)
      }
      const spansOf = [
        placed.map(({ variant }) => variant.id),
        placed.map(({ from }) => timestamp(from, '0001-01-01T00:00:00Z')),
        placed.map((_, index) => timestamp(placed[index + 1]?.from ?? Infinity, '9999-12-31T00:00:00Z')),
        variants.map(({ id }) => id),
      ]
      for (const table of happened) {
        await writer.all(
          `update ${table} set subject = m.variant
           from (select unnest(string_to_array($1, chr(31))::integer[]) as variant,
                        unnest(string_to_array($2, chr(31))::timestamp[]) as since,
                        unnest(string_to_array($3, chr(31))::timestamp[]) as until) m
           where ${table}.subject in (${numberItems(4)}) and occurred_at >= m.since and occurred_at < m.until
             and subject <> m.variant`,
          spansOf,
        )
      }
      await addUp(writer, subjects, variants)
    }
  }
  return concerned
}

/** Who used the device when; null when the users change more often than `maxTurns`. */
async function readSpans(
  writer: SqlWriter,
  owners: readonly Subject[],
  maxTurns: number,
): Promise<OwnerSpan[] | null> {
  const people = [...new Set(owners.map(({ userId }) => userId))]
  const rows = await writer.all<{ subject: number; event_id: string; occurred_at: string }>(
    `select subject, event_id, occurred_at from (
       select e.subject, e.event_id, e.occurred_at, p.person,
         lag(p.person) over (order by e.occurred_at, e.event_id) as former
       from events e join (
         select unnest(string_to_array($1, chr(31))::integer[]) as subject,
                unnest(string_to_array($2, chr(31))::integer[]) as person
       ) p on p.subject = e.subject
       where e.subject in (${numberItems(1)})
     ) passed where former is distinct from person
     order by occurred_at, event_id limit ${maxTurns + 2}`,
    [owners.map(({ id }) => id), owners.map(({ userId }) => people.indexOf(userId))],
  )
  if (rows.length > maxTurns + 1) return null
  const keyOf = new Map(owners.map((owner) => [owner.id, personKey(owner)!]))
  return ownerSpans(
    rows.map((row) => ({
      at: Date.parse(row.occurred_at),
      eventId: row.event_id,
      person: keyOf.get(row.subject)!,
    })),
  )
}

/** By the device that decides: the fingerprint if its people are known, else the visitor. */
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
      productAt: null,
      contactAt: null,
      eventCount: 0,
      statements: 0,
    })
  )
}

/** Recomputes the totals of the variants from their events, active days included. */
async function addUp(writer: SqlWriter, subjects: SubjectTable, variants: readonly Subject[]): Promise<void> {
  const ids = variants.map(({ id }) => id)
  const rows = await writer.all<{
    subject: number
    n: number
    first_at: string
    last_at: string
    product_at: string | null
    activated_at: string | null
    attribution: string | null
  }>(
    `select subject, count(*) as n, min(occurred_at) as first_at, max(occurred_at) as last_at,
       max(occurred_at) filter (where ${isActivity('event_type', 'PRODUCT')}) as product_at,
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
      variant.productAt = row.product_at === null ? null : Date.parse(row.product_at)
      variant.attribution = row.attribution ?? ''
      variant.activatedAt = row.activated_at === null ? null : Date.parse(row.activated_at)
    }
    subjects.markChanged(variant)
  }
  await writer.all(`delete from active_days where subject in (${numberItems(1)})`, [ids])
  await writer.all(
    `insert into active_days
     select subject, floor(extract(epoch from occurred_at) / 86400)::integer, min(occurred_at)
     from events where subject in (${numberItems(1)}) and ${isActivity('event_type', 'PRODUCT')} group by 1, 2`,
    [ids],
  )
}

function timestamp(ms: number, unbounded: string): string {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : unbounded
}
