import type { Row } from '../../kernel/sql/define-table.ts'
import { textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import { keyHash } from '../identity/key-hash.ts'
import { publicId } from '../identity/keys.ts'
import { customerTables } from '../tables/customer-tables.ts'
import type { StoredContact } from './contact-table.ts'
import type { IdentifiedContact } from './describe-contact.ts'
import type { SubjectTable } from './subject-table.ts'

type Alias = Row<typeof customerTables.aliases>

/**
 * Writes the former ids of contacts that take the place of `gone`, where they changed. Returns a hash of each contact's,
 * by which the next time tells.
 */
export async function writeAliases(
  writer: SqlWriter,
  subjects: Pick<SubjectTable, 'isKnown'>,
  contacts: readonly IdentifiedContact[],
  gone: readonly StoredContact[],
): Promise<number[]> {
  const aliases = contacts.map(aliasesOf)
  const hashes = aliases.map((rows) => keyHash(JSON.stringify(rows)))
  const former = new Map(gone.map((contact) => [contact.userId, contact.aliases]))
  const isChanged = (index: number) => former.get(contacts[index]!.userId) !== hashes[index]
  const unchanged = new Set(contacts.filter((_, index) => !isChanged(index)).map(({ userId }) => userId))
  const stale = gone.filter(({ userId }) => !unchanged.has(userId))
  const isNew = contacts.every(
    ({ userId, idKeys }) => unchanged.has(userId) || !idKeys.some((key) => subjects.isKnown(key)),
  )
  const freed = new Set<string>()
  if (stale.length > 0 || !isNew) {
    for (const { keys } of gone) for (const key of keys) freed.add(publicId('c', key))
    for (const { idKeys } of contacts) for (const key of idKeys) freed.add(publicId('c', key))
    await writer.all(
      `delete from aliases where (alias in (${textItems(1)}) and former = 'person') or id in (${textItems(2)})`,
      [[...freed], stale.map(({ userId }) => userId)],
    )
  }
  await writer.append(
    customerTables.aliases,
    aliases.flatMap((rows, index) =>
      rows.filter(({ alias, former: kind }) => isChanged(index) || (kind === 'person' && freed.has(alias))),
    ),
  )
  return hashes
}

/** The ids of the people, and of the customers, that a contact's keys would be on their own. */
function aliasesOf({ userId, customerId, companyDomain, canonical, idKeys }: IdentifiedContact): Alias[] {
  const rows: Alias[] = []
  for (const key of idKeys) {
    if (key !== canonical) rows.push({ alias: publicId('u', key), id: userId, former: 'contact' })
    const individual = publicId('c', key)
    if (companyDomain === null && individual !== customerId)
      rows.push({ alias: individual, id: customerId, former: 'person' })
  }
  return rows
}
