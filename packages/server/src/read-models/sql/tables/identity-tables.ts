import { defineTables } from './define-table.ts'

/**
 * What changes of a subject. Whose it is stands there uncompressed: each question about a customer looks through it (a
 * quarter less time).
 */
export const subjectState = {
  user_id: 'text? uncompressed', // contact it belongs to now; null while nobody is identified
  // What that contact is called: its name, else its e-mail address.
  contact_name: 'text? uncompressed',
  customer_id: 'text? uncompressed', // customer it belongs to now; null while none is known
  shared: 'boolean', // anonymous, on a device that several people use
  cause: 'uuid', // the event that first stated this combination
  first_at: 'timestamp',
  last_at: 'timestamp',
  product_at: 'timestamp?', // last product activity
  contact_at: 'timestamp?', // last contact with us
  event_count: 'bigint',
  statements: 'integer', // records that state this combination
  activated_at: 'timestamp?',
  attribution: 'text', // of its earliest event
  product_day: 'integer?', // last counted day of product activity
  stated: 'boolean', // events came with exactly these keys; else only with one more that links nobody
} as const

/** Who is who: combinations of raw keys, what was stated of them, and the links between people. */
export const identityTables = defineTables({
  /** Combinations of raw keys that events carried or records state. */
  subjects: {
    subject: 'integer',
    trusted: 'boolean', // stated by a server or an integration
    email: 'text?',
    external_user_id: 'text?',
    fingerprint: 'text?',
    visitor: 'text?',
    account: 'text?', // the caller's own customer id
    about: 'text?', // the customer that a record names, whoever took part: customer:…, domain:…
    span: 'text?', // on a shared device: the person key in whose span of time these events fall
    ...subjectState,
  },

  /** Every subject under the hash of each of its keys: one narrow column to scan for all look-ups of a micro-batch. */
  subject_keys: {
    hash: 'bigint',
    subject: 'integer',
  },

  /**
   * What keys came with in combinations that no subject carries, since another key of them links nobody: hashes of a
   * key with what it is counted for, and of each different thing. What subjects carry is counted from them.
   */
  key_uses: {
    hash: 'bigint',
    other: 'bigint',
  },

  /** Keys that named more than a person or a device does, and link nobody: subjects don't carry them. */
  crowded_keys: {
    person_or_device: 'text', // email:…, user:…, fingerprint:…, visitor:…
    trusted: 'boolean', // as servers state it; else as browsers do
    limit_name: 'text', // counterparts, devicePeople, deviceCombinations, personDevices, personAccounts
  },

  /**
   * What was stated of people (email:…, user:…) and accounts (customer:…, domain:…): of each origin the winning
   * statement of each name.
   */
  traits: {
    holder: 'text',
    scope: 'text', // user, customer
    origin: 'text', // the record that states it; empty for what events state
    name: 'text',
    value: 'text', // JSON
    trusted: 'boolean',
    stated_at: 'timestamp',
    event_id: 'uuid',
  },

  /** The person keys of each contact. */
  contact_keys: {
    person_key: 'text',
    user_id: 'text',
  },

  /** Which person keys were joined, by which event, and what became of it: the journal of merges. */
  identity_links: {
    user_id: 'text', // contact of the left key
    left_key: 'text',
    right_key: 'text',
    trusted: 'boolean',
    cause: 'uuid',
    first_at: 'timestamp',
    status: 'text', // applied, contradicted, cut, crowded
  },

  /** People's decisions about links. */
  identity_decisions: {
    pair: 'text', // left|right
    decision: 'text', // cut, join
    cause: 'text',
    decided_at: 'timestamp',
  },

  /** Which customers people decided to be one. */
  customer_merges: {
    duplicate: 'text', // a customer_id
    survivor: 'text',
    cause: 'text',
    decided_at: 'timestamp',
  },
})

/** Where a micro-batch puts rows on their way into other tables. */
export const stagedTables = defineTables(
  {
    staged_subjects: { subject: 'integer', ...subjectState },
    staged_traits: identityTables.traits.types,
    staged_days: { user_id: 'text', first_at: 'timestamp' },
    staged_engagement: { user_id: 'text', engaged_at: 'timestamp?', lapsed_at: 'timestamp?' },
    staged_activity: {
      user_id: 'text?',
      customer_id: 'text?',
      product_at: 'timestamp?',
      contact_at: 'timestamp?',
      activated_at: 'timestamp?',
    },
  },
  { temporary: true },
)
