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
  const devices = [...byOwningDevice(subjects, shared)].map(([device, anonymous]) => {
    const owners = ownerSubjects(subjects.under(device))
    const people = [...new Set(owners.map(({ userId }) => userId ?? ''))]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join(' ')
    return { anonymous, owners, name: `${device} ${String(owners[0]!.trusted)} ${people}` }
  })
  const read = await readSpans(
    writer,
    devices.filter(({ name }) => !oscillating.has(name)).map(({ owners }) => owners),
    { maxTurns, addresses },
  )
  const divided: DividedSubject[] = []
  for (const { anonymous, owners, name } of devices) {
    const spans = read.get(owners) ?? null
    if (spans === null) oscillating.add(name)
    for (const base of anonymous.filter((subject) => subject.span === null)) {
      const variants = anonymous.filter((other) => sameButSpan(base, other))
      if (spans === null && variants.length === 1) continue
      divided.push({ variants, spans: spans ?? [{ from: -Infinity, person: null }] })
    }
  }
  return placeByTime(writer, subjects, divided)
}

/** Who used each device when; null when its users change more often than `maxTurns`. By its owners' subjects. */
async function readSpans(
  writer: SqlWriter,
  devices: readonly Subject[][],
  { maxTurns, addresses }: { maxTurns: number; addresses: AddressHolders },
): Promise<Map<Subject[], OwnerSpan[] | null>> {
  const spans = new Map<Subject[], OwnerSpan[] | null>()
  if (devices.length === 0) return spans
  const people = new Map<string | null, number>()
  const owners = devices.flatMap((subjects, device) =>
    subjects.map(({ id, userId }) => {
      if (!people.has(userId)) people.set(userId, people.size)
      return { id, device, person: people.get(userId)! }
    }),
  )
  const rows = await writer.all<{ device: number; subject: number; event_id: string; occurred_at: string }>(
    `select device, subject, event_id, occurred_at from (
       select p.device, e.subject, e.event_id, e.occurred_at, p.person,
         lag(p.person) over (partition by p.device order by e.occurred_at, e.event_id) as former
       from events e join (
         select unnest(string_to_array($1, chr(31))::integer[]) as subject,
                unnest(string_to_array($2, chr(31))::integer[]) as device,
                unnest(string_to_array($3, chr(31))::integer[]) as person
       ) p on p.subject = e.subject
       where e.subject in (${numberItems(1)})
     ) passed where former is distinct from person
     qualify row_number() over (partition by device order by occurred_at, event_id) <= ${maxTurns + 2}
     order by occurred_at, event_id`,
    [owners.map(({ id }) => id), owners.map(({ device }) => device), owners.map(({ person }) => person)],
  )
  const passed = devices.map((): typeof rows => [])
  for (const row of rows) passed[row.device]!.push(row)
  for (const [device, subjects] of devices.entries()) {
    const keyOf = new Map(subjects.map((owner) => [owner.id, addresses.ownerOf(owner)!]))
    const turns = passed[device]!.map(({ subject, event_id, occurred_at }) => ({
      at: Date.parse(occurred_at),
      eventId: event_id,
      person: keyOf.get(subject)!,
    }))
    spans.set(subjects, turns.length > maxTurns + 1 ? null : ownerSpans(turns))
  }
  return spans
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
