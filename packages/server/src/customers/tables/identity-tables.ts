import { defineTables } from '../../kernel/sql/define-table.ts'

/** Identity: combinations of raw keys, what was stated about them, and the links between people. */
export const identityTables = defineTables({
  /** Combinations of raw keys from events and records. */
  subjects: {
    subject: 'integer',
    trusted: 'boolean', // stated by a server or an integration
    email: 'text?',
    external_user_id: 'text?',
    fingerprint: 'text?',
    visitor: 'text?',
    account: 'text?', // the caller's own customer id
    about: 'text?', // the customer that a record names, whoever took part: customer:…, domain:…
    // On a shared device, or with an address that was handed on: the person key in whose span of time these events fall.
    span: 'text?',
    // Its owner is stored uncompressed: every read about a customer scans it (a quarter less time).
    user_id: 'text? uncompressed', // contact it belongs to now; null while nobody is identified
    // The name shown for that contact: its name, else its e-mail address.
    contact_name: 'text? uncompressed',
    customer_id: 'text? uncompressed', // customer it belongs to now; null while none is known
    // Anonymous, on a device that several people use; or of an address that was handed on, except for who has it now.
    shared: 'boolean',
    cause: 'uuid', // the event that first stated this combination
    first_at: 'timestamp',
    last_at: 'timestamp',
    product_at: 'timestamp?', // last product activity
    contact_at: 'timestamp?', // last contact with us
    planned_at: 'timestamp?', // next activity, which is planned and doesn't count yet
    event_count: 'bigint',
    statements: 'integer', // records that state this combination
    activated_at: 'timestamp?',
    signed_up_at: 'timestamp?', // as a provider states it
    attribution: 'text', // of its earliest event
    product_day: 'integer?', // last counted day of product activity
    stated: 'boolean', // events came with exactly these keys; else only with one more that links nobody
  },

  /** Each subject by the hash of each of its keys: one narrow column to scan for all lookups of a micro-batch. */
  subject_keys: {
    hash: 'bigint',
    subject: 'integer',
  },

  /**
   * Keys in combinations that no subject has, since another key in them links nobody: a hash of the key and the limit it
   * counts for, and of each distinct value. Combinations that subjects have are counted from the subjects.
   */
  key_uses: {
    hash: 'bigint',
    other: 'bigint',
  },

  /** Keys that reached a limit and link nobody: subjects don't have them. */
  crowded_keys: {
    person_or_device: 'text', // email:…, user:…, fingerprint:…, visitor:…
    trusted: 'boolean', // as servers state it; else as browsers do
    limit_name: 'text', // counterparts, devicePeople, deviceCombinations, personDevices, personAccounts
  },

  /** Traits of people (email:…, user:…, and what servers state of both together) and accounts (customer:…, domain:…): per origin and name the winning statement. */
  traits: {
    held: 'bigint', // hash of scope and holder
    holder: 'text',
    scope: 'text', // user, customer
    origin: 'text', // the record that states it; empty for what events state
    name: 'text',
    value: 'json',
    trusted: 'boolean',
    stated_at: 'timestamp',
    event_id: 'uuid',
  },

  /** The person keys of each contact. */
  contact_keys: {
    contact: 'integer',
    person_key: 'text',
    user_id: 'text',
  },

  /** Links between person keys, the events that stated them, and their status: the journal of merges. */
  identity_links: {
    contact: 'integer', // of the left key
    left_key: 'text',
    right_key: 'text',
    trusted: 'boolean',
    cause: 'uuid',
    first_at: 'timestamp',
    status: 'text', // applied, contradicted, cut, crowded, former
  },

  /** People's decisions about links. */
  identity_decisions: {
    pair: 'text', // left|right
    decision: 'text', // cut, join
    cause: 'text',
    decided_at: 'timestamp',
  },

  /** Customers that people decided to merge. */
  customer_merges: {
    duplicate: 'text', // a customer_id
    survivor: 'text',
    cause: 'text',
    decided_at: 'timestamp',
  },
})

/** Staging tables of a micro-batch, for rows that go into other tables. */
export const stagedTables = defineTables(
  {
    staged_traits: identityTables.traits.types,
  },
  { temporary: true },
)
