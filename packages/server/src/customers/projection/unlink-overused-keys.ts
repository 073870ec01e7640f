import { keyHash } from '../identity/key-hash.ts'
import type { EventKeys } from '../identity/keys.ts'
import { numberItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { isFirstAttribution } from './attribution.ts'
import type { OverusedKey, MergeLimiter } from './merge-limiter.ts'
import { deviceKeys } from './devices.ts'
import type { SubjectTable } from './subject-table.ts'
import { isAlive, latest, type Subject, subjectHashes, subjectTuple, underOtherKeys } from './subject.ts'

/** What keys that link nobody any more affected. */
export interface Unlinked {
  /** The subjects that own the events now, and those on their former devices. */
  subjects: Set<Subject>
  /** The people they belonged to. */
  userIds: Set<string>
  customerIds: Set<string>
}

/** Tables that refer to subjects. */
const referring = [
  'events',
  'active_days',
  'record_subjects',
  'sources',
  'facts',
  'account_records',
  'revenue_snapshots',
  'search_documents',
  'occurrences',
  'signal_hits',
]

/** Removes keys that reached a limit from the stored subjects: their rows move to subjects without the key. Rare. */
export async function unlinkOverusedKeys(
  writer: SqlWriter,
  subjects: SubjectTable,
  limiter: MergeLimiter,
  reached: readonly OverusedKey[],
): Promise<Unlinked> {
  const unlinked: Unlinked = { subjects: new Set(), userIds: new Set(), customerIds: new Set() }
  if (reached.length === 0) return unlinked
  await subjects.load(reached.map(({ key }) => keyHash(key)))
  const moves = new Map<Subject, Subject>()
  const targets: { former: Subject; tuple: string; keys: EventKeys }[] = []
  for (const former of new Set(reached.flatMap(({ key }) => subjects.under(key)))) {
    const keys = limiter.link(former, former.trusted)
    const tuple = subjectTuple(keys, former.trusted, null)
    if (tuple !== subjectTuple(former, former.trusted, null)) targets.push({ former, tuple, keys })
  }
  if (targets.length === 0) return unlinked
  await limiter.keep(
    targets.flatMap(({ former }) => (former.stated ? [{ keys: former, trusted: former.trusted }] : [])),
  )
  await subjects.load(targets.flatMap(({ keys }) => subjectHashes(keys)))
  for (const { former, tuple, keys } of targets) {
    const target = subjects.peek(tuple) ?? subjects.create(underOtherKeys(former, keys))
    add(target, former)
    subjects.markChanged(target)
    moves.set(former, target)
    unlinked.subjects.add(target)
    if (former.userId !== null) unlinked.userIds.add(former.userId)
    if (former.customerId !== null) unlinked.customerIds.add(former.customerId)
  }
  const formers = [...moves.keys()].map(({ id }) => id)
  const ids = [...moves.values()].map(({ id }) => id)
  for (const table of referring) {
    await writer.all(
      `update ${table} set subject = m.target
       from (select unnest(string_to_array($1, chr(31))::integer[]) as former,
                    unnest(string_to_array($2, chr(31))::integer[]) as target) m
       where ${table}.subject = m.former and ${table}.subject in (${numberItems(1)})`,
      [formers, ids],
    )
  }
  await subjects.remove([...moves.keys()])
  // Subjects that stay on a device may have been linked to a person by those that left it.
  const devices = new Set([...moves.keys()].flatMap(deviceKeys))
  await subjects.load([...devices].map(keyHash))
  for (const device of devices) for (const subject of subjects.under(device)) unlinked.subjects.add(subject)
  return unlinked
}

/** Adds the totals of one subject to another's. */
function add(target: Subject, former: Subject): void {
  if (!isAlive(former)) return
  const isFirst = !isAlive(target) || former.firstAt < target.firstAt
  const isTie = isAlive(target) && former.firstAt === target.firstAt
  if (former.eventCount > 0) {
    const isFirstEvent = target.eventCount === 0
    if (isFirstEvent || isFirst || (isTie && isFirstAttribution(former.attribution, target.attribution)))
      target.attribution = former.attribution
    target.lastAt = isFirstEvent ? former.lastAt : Math.max(target.lastAt, former.lastAt)
    target.productAt = isFirstEvent ? former.productAt : latest(target.productAt, former.productAt)
    target.contactAt = isFirstEvent ? former.contactAt : latest(target.contactAt, former.contactAt)
    if (former.plannedAt !== null) target.plannedAt = Math.min(target.plannedAt ?? Infinity, former.plannedAt)
    if (former.signedUpAt !== null)
      target.signedUpAt = Math.min(target.signedUpAt ?? Infinity, former.signedUpAt)
    if (former.activatedAt !== null)
      target.activatedAt = Math.min(target.activatedAt ?? Infinity, former.activatedAt)
  }
  if (isFirst || (isTie && former.cause < target.cause)) target.cause = former.cause
  if (isFirst) target.firstAt = former.firstAt
  target.eventCount += former.eventCount
  target.statements += former.statements
}
