import { RecentlyUsed } from '../../kernel/recently-used.ts'
import { listSeparator, numberItems, textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import type { PersonKey } from '../identity/keys.ts'
import type { ActiveDay } from '../journey.ts'
import type { Row } from '../../kernel/sql/define-table.ts'
import { customerTables } from '../tables/customer-tables.ts'
import type { SubjectTable } from './subject-table.ts'

/** Contacts that stay in memory between micro-batches: this many, and as many used before those. */
const cachedContacts = 24_576

type ContactRow = Row<typeof customerTables.contacts>

/** What the projection has to know of a stored contact. */
export interface StoredContact {
  row: ContactRow
  userId: string
  customerId: string
  companyDomain: string | null
  /** The name shown for it: its name, else its e-mail address. */
  contactName: string | null
  keys: readonly PersonKey[]
  /** Its days of product activity, once they were read: of those who aren't engaged, whose days are few. */
  days: readonly ActiveDay[] | null
  /** A hash of its aliases; null when they weren't read. */
  aliases: number | null
  /** A hash of its keys and of the links between them; null when they weren't read. */
  links: number | null
}

/** What is known of a contact beside its row and keys. */
export type KnownOfContact = Pick<StoredContact, 'days' | 'aliases' | 'links'>

/** The columns of a contact, each as {@link ContactRow} has it. */
const columns = customerTables.contacts.columns.map(([name, kind]) =>
  kind === 'timestamp' ? `epoch_ms(c.${name}) as ${name}` : `c.${name}`,
)

/** The contacts table behind a bounded cache. Its changed rows reach the table by {@link ContactTable.flush}, all at once. */
export class ContactTable {
  #writer: SqlWriter
  #subjects: Pick<SubjectTable, 'isKnown'>
  /** Null: there is no such contact. */
  #byId = new RecentlyUsed<string, StoredContact | null>(cachedContacts)
  /** Null: no contact has the key. */
  #byKey = new RecentlyUsed<PersonKey, StoredContact | null>(2 * cachedContacts)
  /** The customer of those people of a domain who state no account. */
  #customerOfDomain = new RecentlyUsed<string, string>(cachedContacts)
  #last: number
  /** Numbers of rows that are gone or written anew, and the rows that take their place. */
  #unwritten: { removed: number[]; rows: ContactRow[] } = { removed: [], rows: [] }
  /** Company domains of contacts that state an account, or once did: of the others nothing is asked. */
  #accountDomains: Set<string>

  private constructor(
    writer: SqlWriter,
    subjects: Pick<SubjectTable, 'isKnown'>,
    last: number,
    accountDomains: Set<string>,
  ) {
    this.#writer = writer
    this.#subjects = subjects
    this.#last = last
    this.#accountDomains = accountDomains
  }

  static async open(writer: SqlWriter, subjects: Pick<SubjectTable, 'isKnown'>): Promise<ContactTable> {
    const [row] = await writer.all<{ last: number | null }>('select max(contact) as last from contacts')
    const domains = await writer.all<{ domain: string }>(
      'select distinct company_domain as domain from contacts where account is not null and company_domain is not null',
    )
    return new ContactTable(writer, subjects, row?.last ?? 0, new Set(domains.map(({ domain }) => domain)))
  }

  /** The number of a new row. */
  next(): number {
    return ++this.#last
  }

  /** The stored contacts with these keys. */
  async withKeys(keys: Iterable<PersonKey>): Promise<StoredContact[]> {
    const found = new Set<StoredContact>()
    const missing: PersonKey[] = []
    for (const key of keys) {
      const cached = this.#byKey.get(key)
      if (cached === undefined) {
        if (this.#subjects.isKnown(key)) missing.push(key)
      } else if (cached !== null) found.add(this.#enter(cached))
    }
    if (missing.length > 0) {
      for (const key of missing) this.#byKey.set(key, null)
      const loaded = await this.#load(
        `select contact from contact_keys where person_key in (${textItems(1)})`,
        missing,
      )
      for (const contact of loaded) found.add(contact)
    }
    return [...found]
  }

  /** The stored contacts with these ids. */
  async withIds(userIds: Iterable<string>): Promise<StoredContact[]> {
    const found: StoredContact[] = []
    const missing: string[] = []
    for (const userId of new Set(userIds)) {
      const cached = this.#byId.get(userId)
      if (cached === undefined) missing.push(userId)
      else if (cached !== null) found.push(this.#enter(cached))
    }
    if (missing.length === 0) return found
    for (const userId of missing) this.#byId.set(userId, null)
    const ids = `select contact from contacts where user_id in (${textItems(1)})`
    return [...found, ...(await this.#load(ids, missing))]
  }

  async #load(contacts: string, values: string[]): Promise<StoredContact[]> {
    await this.flush()
    const rows = await this.#writer.all<ContactRow & { keys: string }>(
      `with wanted as materialized (${contacts})
       select ${columns.join(', ')}, k.keys
       from contacts c join (
         select contact, string_agg(person_key, chr(31)) as keys from contact_keys
         where contact in (from wanted) group by contact
       ) k on k.contact = c.contact
       where c.contact in (from wanted)`,
      [values],
    )
    // What another call has loaded meanwhile is the same contact.
    return rows.map(({ keys, ...row }) =>
      this.#enter(this.#byId.get(row.user_id) ?? stored(row, keys.split(listSeparator), unread)),
    )
  }

  /** Of these domains and their customers those whose people may belong to another customer. */
  changedDomains(domains: ReadonlyMap<string, string>): [domain: string, customerId: string][] {
    // What records say of a domain is not known here.
    const isKnown = !this.#writer.hasRows('record_subjects')
    return [...domains].filter(([domain, customerId]) => {
      const known = this.#customerOfDomain.get(domain)
      this.#customerOfDomain.set(domain, customerId)
      return !isKnown || known !== customerId
    })
  }

  /** Adds a contact, or takes the place of the one that was removed with its number. */
  set(row: ContactRow, keys: readonly PersonKey[], known: KnownOfContact): void {
    if (row.account != null && row.company_domain != null) this.#accountDomains.add(row.company_domain)
    this.#unwritten.rows.push(row)
    this.#enter(stored(row, keys, known))
  }

  /** The rows of these contacts have changed. */
  rewrite(changed: readonly StoredContact[]): void {
    for (const { row } of changed) {
      this.#unwritten.removed.push(row.contact)
      this.#unwritten.rows.push(row)
    }
  }

  /** Writes what has changed: whole rows, deleted and appended anew, which costs less than an update in place. */
  async flush(): Promise<void> {
    const { removed, rows } = this.#unwritten
    this.#unwritten = { removed: [], rows: [] }
    if (removed.length > 0)
      await this.#writer.all(`delete from contacts where contact in (${numberItems(1)})`, [removed])
    await this.#writer.append(customerTables.contacts, rows)
  }

  /** The accounts that contacts state of these domains, but for those of `former` contacts. */
  async accountsOf(
    domains: Iterable<string>,
    former: readonly string[],
  ): Promise<{ domain: string; account: string; trusted: boolean }[]> {
    const asked = [...domains].filter((domain) => this.#accountDomains.has(domain))
    if (asked.length === 0) return []
    return this.#writer.all(
      `select distinct company_domain as domain, account, account_trusted as trusted from contacts
       where company_domain in (${textItems(1)}) and account is not null
         and user_id not in (${textItems(2)})`,
      [asked, former],
    )
  }

  #enter(contact: StoredContact): StoredContact {
    this.#byId.set(contact.userId, contact)
    for (const key of contact.keys) this.#byKey.set(key, contact)
    return contact
  }

  /** Deletes the rows of these contacts; of `kept` not their keys and the links between them. */
  async remove(gone: readonly StoredContact[], kept: ReadonlySet<StoredContact>): Promise<void> {
    for (const { userId, keys, row } of gone) {
      this.#byId.delete(userId)
      for (const key of keys) this.#byKey.delete(key)
      this.#unwritten.removed.push(row.contact)
    }
    const numbers = gone.filter((contact) => !kept.has(contact)).map(({ row }) => row.contact)
    if (numbers.length === 0) return
    for (const table of ['contact_keys', 'identity_links'])
      await this.#writer.all(`delete from ${table} where contact in (${numberItems(1)})`, [numbers])
  }

  /** Clears the cache: rows were changed without it, after a {@link flush}, or the micro-batch was rolled back. */
  forget(): void {
    this.#unwritten = { removed: [], rows: [] }
    this.#customerOfDomain.clear()
    this.#byId.clear()
    this.#byKey.clear()
  }
}

const unread: KnownOfContact = { days: null, aliases: null, links: null }

function stored(row: ContactRow, keys: readonly PersonKey[], known: KnownOfContact): StoredContact {
  return {
    row,
    userId: row.user_id,
    customerId: row.customer_id,
    companyDomain: row.company_domain ?? null,
    contactName: row.name ?? row.email ?? null,
    keys,
    ...known,
  }
}
