import { defineTables } from '../../kernel/sql/define-table.ts'

/** People, customers and members, as returned by reads. */
export const customerTables = defineTables({
  contacts: {
    contact: 'integer', // its row in the tables that refer to it: another one whenever it is written anew
    user_id: 'text',
    customer_id: 'text',
    email: 'text?',
    external_user_id: 'text?',
    name: 'text?',
    traits: 'json', // object
    discovered_at: 'timestamp?',
    signed_up_at: 'timestamp?',
    activated_at: 'timestamp?',
    engaged_at: 'timestamp?',
    lapsed_at: 'timestamp?', // became inactive then, and has not met the engagement threshold since
    company_domain: 'text?', // of their e-mail, when it speaks for a company
    account: 'text?', // the caller's own customer id stated for them
    account_trusted: 'boolean',
    first_visitor_channel: 'text',
    first_visitor_source: 'text',
    created_at: 'timestamp',
    first_seen_at: 'timestamp',
    last_product_activity_at: 'timestamp?',
    last_contact_at: 'timestamp?',
    last_activity_at: 'timestamp?', // the later of the two
  },

  accounts: {
    account: 'integer', // its row: another one whenever it is written anew
    id_hash: 'bigint', // of customer_id
    customer_id: 'text',
    type: 'text', // COMPANY, INDIVIDUAL
    external_customer_id: 'text?',
    domain: 'text?',
    name: 'text?',
    traits: 'json', // object
    plan: 'text',
    billing_status: 'text',
    mrr_cents: 'bigint?',
    mrr_currency: 'text?', // ISO 4217; null when it wasn't said, or when there are several
    mrr_status: 'text', // calculated, mixed_currency, unavailable
    lifetime_revenue_cents: 'bigint',
    active_subscription_count: 'integer',
    churned_at: 'timestamp?',
    activated_at: 'timestamp?',
    attribution_channel: 'text',
    owner_id: 'text?', // of the member with that e-mail address, whether or not there is one yet
    owner_email: 'text?',
    contact_count: 'integer',
    created_at: 'timestamp',
    first_seen_at: 'timestamp',
    last_product_activity_at: 'timestamp?',
    last_contact_at: 'timestamp?',
    last_activity_at: 'timestamp?', // the later of the two
  },

  /** Former ids (of contacts and customers that were merged) and the caller's own ids, for lookups. */
  aliases: {
    alias: 'text', // a former user_id or customer_id
    id: 'text', // the id that answers for it now
    former: 'text', // contact, person (the customer that a person would be), domain, account
  },

  /** What each system states about a member: `members` combines them into one row. */
  member_records: {
    record_key: 'text',
    origin: 'text', // the provider that says so; empty: the caller
    member_id: 'text',
    email: 'text',
    name: 'text',
    title: 'text?',
    role: 'text?',
    manager_email: 'text?',
    territory: 'text?',
    social_profile_url: 'text?',
  },
})

/** The caller's own statements about a member win over a provider's. */
export const memberView = /* sql */ `
create view if not exists members as
select distinct on (email) * exclude (record_key, origin) from member_records order by email, origin;
`
