import { RecentlyUsed } from '../../kernel/recently-used.ts'
import { numberItems, numberList, textItems, type SqlWriter } from '../../kernel/sql/database.ts'
import type { CustomerMerges } from '../identity/customer-merges.ts'
import { keyHash } from '../identity/key-hash.ts'
import { customerTables } from '../tables/customer-tables.ts'
import {
  type AccountFacts,
  addActivity,
  addContact,
  addEarlier,
  addSubject,
  type CustomerContact,
  emptyFacts,
  isWhole,
  readFacts,
} from './account-facts.ts'
import { accountRow, aliasRows } from './account-rows.ts'
import { KeyIndex } from './key-index.ts'
import type { Subject } from './subject.ts'
import type { TraitIndex } from './trait-index.ts'

/** Customers that stay in memory between micro-batches: this many, and as many used before those. */
const cachedAccounts = 10_000

/** What a micro-batch does to customers. */
export interface AccountChanges {
  /** Whose rows are written. */
  customerIds: ReadonlySet<string>
  /** Those of them that did not only gain: their facts are read again. */
  reread: ReadonlySet<string>
  /** Other customers, of whom nothing changed but their activity: the usual case. */
  activity: ReadonlyMap<string, CustomerActivity>
  /** The subjects with new events. */
  subjects: Iterable<Subject>
  /** Contacts that are new, and those that are older than it seemed. */
  added: readonly CustomerContact[]
  earlier: readonly CustomerContact[]
}

/** Activity of a customer, Unix milliseconds. */
export type CustomerActivity = Pick<AccountFacts, 'productAt' | 'contactAt' | 'activatedAt'>

interface StoredAccount {
  /** Its row. */
  account: number
  facts: AccountFacts
}

/** The customers' rows behind a bounded cache of what they are computed from. */
export class AccountTable {
  #writer: SqlWriter
  #cache = new RecentlyUsed<string, StoredAccount>(cachedAccounts)
  /** Ids of customers that have, or had, a row. */
  #ids: KeyIndex
  #traits: TraitIndex
  #last: number

  private constructor(writer: SqlWriter, ids: KeyIndex, traits: TraitIndex, last: number) {
    this.#writer = writer
    this.#traits = traits
    this.#ids = ids
    this.#last = last
  }

  static async open(writer: SqlWriter, traits: TraitIndex): Promise<AccountTable> {
    const ids = await KeyIndex.open(writer, 'select id_hash, 1 from accounts')
    const [row] = await writer.all<{ last: number | null }>('select max(account) as last from accounts')
    return new AccountTable(writer, ids, traits, row?.last ?? 0)
  }

  /** Writes the rows of customers; those of them without people, events and records are deleted. */
  async write(changes: AccountChanges, merges: CustomerMerges): Promise<void> {
    const former = new Map<string, StoredAccount>()
    const facts = new Map<string, AccountFacts>()
    const unread: string[] = []
    for (const id of changes.customerIds) {
      const known = this.#cache.get(id)
      if (known !== undefined) former.set(id, known)
      if (known !== undefined && !changes.reread.has(id) && isWhole(known.facts))
        facts.set(id, { ...known.facts, domains: new Map(known.facts.domains) })
      else if (!changes.reread.has(id) && !this.#ids.has(keyHash(id), 1)) facts.set(id, emptyFacts())
      else unread.push(id)
    }
    for (const subject of changes.subjects) {
      const { customerId } = subject
      if (customerId === null) continue
      const theirs = facts.get(customerId)
      if (theirs !== undefined) addSubject(theirs, subject, customerId, merges)
    }
    for (const [contacts, add] of [
      [changes.added, addContact],
      [changes.earlier, addEarlier],
    ] as const)
      for (const contact of contacts) {
        const theirs = facts.get(contact.customerId)
        if (theirs !== undefined) add(theirs, contact)
      }
    if (unread.length > 0)
      for (const [id, theirs] of await readFacts(this.#writer, unread, merges, this.#traits))
        facts.set(id, theirs)
    for (const [id, { firstAt }] of facts) if (firstAt === Infinity) facts.delete(id)
    const notCached = new Map<string, CustomerActivity>()
    for (const [id, times] of changes.activity) {
      const known = this.#cache.get(id)
      if (known === undefined) notCached.set(id, times)
      else {
        const next = { ...known.facts }
        addActivity(next, times)
        former.set(id, known)
        facts.set(id, next)
      }
    }
    await this.#updateActivity(notCached)
    await this.#replace(new Set([...changes.customerIds, ...former.keys()]), former, facts)
  }

  async #replace(
    ids: ReadonlySet<string>,
    former: ReadonlyMap<string, StoredAccount>,
    facts: ReadonlyMap<string, AccountFacts>,
  ): Promise<void> {
    if (ids.size === 0) return
    const isStored = (id: string) => this.#ids.has(keyHash(id), 1)
    const others = [...ids].filter((id) => !former.has(id) && isStored(id))
    if (former.size > 0)
      await this.#writer.all(`delete from accounts where account in (${numberItems(1)})`, [
        [...former.values()].map(({ account }) => account),
      ])
    if (others.length > 0)
      await this.#writer.all(`delete from accounts where customer_id in (${textItems(1)})`, [others])
    const aliases = [...facts].flatMap(([id, theirs]) => {
      const before = former.get(id)
      const rows = aliasRows(id, theirs)
      return before !== undefined && JSON.stringify(aliasRows(id, before.facts)) === JSON.stringify(rows)
        ? []
        : [{ id, rows }]
    })
    const stale = [...aliases.map(({ id }) => id), ...[...ids].filter((id) => !facts.has(id))].filter(
      isStored,
    )
    if (stale.length > 0)
      await this.#writer.all(
        `delete from aliases where id in (${textItems(1)}) and former in ('domain', 'account')`,
        [stale],
      )
    const rows = [...facts].map(([id, theirs]) => accountRow(++this.#last, id, theirs))
    await this.#writer.append(customerTables.accounts, rows)
    await this.#writer.append(
      customerTables.aliases,
      aliases.flatMap((each) => each.rows),
    )
    for (const id of former.keys()) if (!facts.has(id)) this.#cache.delete(id)
    for (const { account, customer_id: id, id_hash: hash } of rows) {
      this.#cache.set(id, { account, facts: facts.get(id)! })
      if (!this.#ids.has(hash, 1)) this.#ids.add(hash, 1)
    }
  }

  /** The activity of customers that aren't in memory. */
  async #updateActivity(activity: ReadonlyMap<string, CustomerActivity>): Promise<void> {
    if (activity.size === 0) return
    const rows = [...activity.values()]
    await this.#writer.all(
      `update accounts set
         last_product_activity_at = greatest(accounts.last_product_activity_at, make_timestamp_ms(s.product_at)),
         last_contact_at = greatest(accounts.last_contact_at, make_timestamp_ms(s.contact_at)),
         last_activity_at = greatest(accounts.last_activity_at, make_timestamp_ms(greatest(s.product_at, s.contact_at))),
         activated_at = least(accounts.activated_at, make_timestamp_ms(s.activated_at))
       from (select unnest(string_to_array($1, chr(31))) as customer_id, unnest(${numberList(2)}) as product_at,
                    unnest(${numberList(3)}) as contact_at, unnest(${numberList(4)}) as activated_at) s
       where accounts.customer_id = s.customer_id`,
      [
        [...activity.keys()],
        rows.map(({ productAt }) => productAt),
        rows.map(({ contactAt }) => contactAt),
        rows.map(({ activatedAt }) => activatedAt),
      ],
    )
  }

  /** The micro-batch was committed. */
  end(): void {
    this.#ids.end()
  }

  /** The micro-batch was rolled back. */
  undo(): void {
    this.#ids.undo()
    this.#cache.clear()
  }
}
