import type { AddressHolders } from '../identity/address-holders.ts'
import { emailKey } from '../identity/keys.ts'
import { tenureAt } from '../identity/tenures.ts'
import type { SqlWriter } from '../../kernel/sql/database.ts'
import { type DividedSubject, placeByTime } from './place-by-time.ts'
import type { SubjectTable } from './subject-table.ts'
import { type Subject, subjectTuple } from './subject.ts'

/**
 * Splits what happened with an address that was handed on, without the userId of a holder, by time: it moves to the
 * variant of its subject that carries the userId of who held the address then. Returns the affected subjects, whose people
 * must be recomputed.
 */
export async function splitAddresses(
  writer: SqlWriter,
  subjects: SubjectTable,
  handedOn: readonly Subject[],
  addresses: AddressHolders,
): Promise<ReadonlySet<Subject>> {
  const divided: DividedSubject[] = []
  const seen = new Set<Subject>()
  for (const subject of handedOn) {
    if (seen.has(subject)) continue
    const tenures = addresses.tenures(emailKey(subject.email!))
    const holderAt = (at: number) => tenureAt(tenures, at).users[0]!
    // A record that states something about the address has a time of its own.
    if (
      subject.statements === 0 &&
      [subject.firstAt, subject.lastAt].every((at) => holderAt(at) === subject.span)
    )
      continue
    const tuple = subjectTuple(subject, subject.trusted, null)
    const variants = subjects
      .under(emailKey(subject.email!))
      .filter((other) => subjectTuple(other, other.trusted, null) === tuple)
    const spans = tenures.map(({ from, users }) => ({ from, person: users[0]! }))
    for (const variant of variants) seen.add(variant)
    divided.push({ variants, spans })
  }
  return placeByTime(writer, subjects, divided)
}
