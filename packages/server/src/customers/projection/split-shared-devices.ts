import type { AddressHolders } from '../identity/address-holders.ts'
import { type OwnerSpan, ownerSpans } from '../identity/device-owner.ts'
import { numberItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { deviceKeys, type DeviceKey, isAnonymous, ownerSubjects } from './devices.ts'
import { type DividedSubject, placeByTime } from './place-by-time.ts'
import type { SubjectTable } from './subject-table.ts'
import { type Subject, subjectTuple } from './subject.ts'

/** Devices that change users too often, by device and people: more events can't reduce the number of changes. */
export type OscillatingDevices = Set<string>

/**
 * Splits the anonymous events of devices that several people use, by time: each event moves to a variant of its subject
 * that carries the person who used the device then. If the users change more often than `maxTurns`, the events belong to
 * nobody. Returns the affected subjects, whose people must be recomputed.
 */
export async function splitSharedDevices(
  writer: SqlWriter,
  subjects: SubjectTable,
  shared: readonly Subject[],
  {
    maxTurns,
    oscillating,
    addresses,
  }: { maxTurns: number; oscillating: OscillatingDevices; addresses: AddressHolders },
): Promise<ReadonlySet<Subject>> {
  const divided: DividedSubject[] = []
  for (const [device, anonymous] of byOwningDevice(subjects, shared)) {
    const owners = ownerSubjects(subjects.under(device))
    const people = [...new Set(owners.map(({ userId }) => userId ?? ''))]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join(' ')
    const name = `${device} ${String(owners[0]!.trusted)} ${people}`
    const spans = oscillating.has(name) ? null : await readSpans(writer, owners, { maxTurns, addresses })
    if (spans === null) oscillating.add(name)
    for (const base of anonymous.filter((subject) => subject.span === null)) {
      const variants = anonymous.filter((other) => sameButSpan(base, other))
      if (spans === null && variants.length === 1) continue
      divided.push({ variants, spans: spans ?? [{ from: -Infinity, person: null }] })
    }
  }
  return placeByTime(writer, subjects, divided)
}

/** Who used the device when; null when the users change more often than `maxTurns`. */
async function readSpans(
  writer: SqlWriter,
  owners: readonly Subject[],
  { maxTurns, addresses }: { maxTurns: number; addresses: AddressHolders },
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
  const keyOf = new Map(owners.map((owner) => [owner.id, addresses.ownerOf(owner)!]))
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
