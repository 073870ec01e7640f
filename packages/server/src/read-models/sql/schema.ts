import { searchTables } from './search-schema.ts'

/**
 * The read models' tables, in the SQL that DuckDB and PostgreSQL share.
 *
 * An event row is immutable. Who it belongs to stands beside it: `subject` is the combination of raw keys that the
 * event carried (e-mail or userId, fingerprint, visitor, account), and `subjects` says whose that combination is
 * now. Linking an anonymous visitor to a person updates a few rows of `subjects`, and none of `events`.
 *
 * No indexes but one of the search: rows are looked up in micro-batches, by scans of one narrow column (measured: 1 M
 * keys in 2 ms), and events are stored in time order, so that zone maps cut what a query reads. An index of subjects and
 * contacts by customer saves a timeline 2 ms, and costs the projection 60 % more processor time.
 */
export const tables = /* sql */ `
create table if not exists checkpoint (
  position bigint not null,          -- log position up to which everything below is applied
  sequence bigint not null,          -- last events.sequence
  subject integer not null,          -- last subjects.subject
  activation_event varchar           -- event name that marks activation from here on
);

-- What of the log can't be applied, and so is in no answer.
create table if not exists quarantine (
  position bigint not null,          -- of the log's entry that holds it
  item integer not null,             -- its place in that entry; -1 for the entry as a whole
  name varchar,                      -- the event's uuid, or the record's key
  reason varchar not null,
  set_aside_at timestamp not null
);

create table if not exists events (
  sequence bigint not null,          -- dense, in log order
  event_id uuid not null using compression uncompressed, -- random: packed it is no smaller, and slower to read
  subject integer not null,
  event_type varchar not null,       -- PAGE_VIEW, CUSTOM_EVENT, FORM_SUBMITTED, IDENTIFY, ENGAGEMENT, MEETING_REQUESTED
  event_name varchar not null,
  event_channel varchar not null,    -- PRODUCT, MEETING, IDENTITY, …
  occurred_at timestamp not null,    -- UTC, milliseconds
  received_at timestamp not null,
  sent_at timestamp,                 -- the sender's own time, where it was impossible and clamped
  source varchar not null,           -- client, server, integration
  attribution varchar not null,      -- how the visitor got here, as channel|source; empty when nothing tells
  activation boolean not null,       -- carried the activation event's name when it was applied
  session_id uuid,
  url varchar not null,
  path varchar not null,
  title varchar,
  properties varchar not null        -- JSON object
);

-- Whose a subject is stands there uncompressed: each question about a customer looks through it (a quarter less time).
create table if not exists subjects (
  subject integer not null,
  trusted boolean not null,          -- stated by a server or an integration
  email varchar,
  external_user_id varchar,
  fingerprint varchar,
  visitor varchar,
  account varchar,                   -- the caller's own customer id
  about varchar,                     -- the customer that a record names, whoever took part: customer:…, domain:…
  span varchar,                      -- on a shared device: the person key whose stretch of time these events fall in
  user_id varchar using compression uncompressed, -- contact it belongs to now; null while nobody is identified
  contact_name varchar using compression uncompressed, -- what that contact is called: its name, else its e-mail address
  customer_id varchar using compression uncompressed, -- customer it belongs to now; null while none is known
  shared boolean not null,           -- anonymous, on a device that several people use
  cause uuid not null,               -- the event that first stated this combination
  first_at timestamp not null,
  last_at timestamp not null,
  product_at timestamp,              -- last product activity
  contact_at timestamp,              -- last contact with us
  event_count bigint not null,
  statements integer not null,       -- records that state this combination
  activated_at timestamp,
  attribution varchar not null,      -- of its earliest event
  product_day integer                -- last counted day of product activity
);

-- Every subject under the hash of each of its keys: one narrow column to scan for all look-ups of a micro-batch.
create table if not exists subject_keys (
  hash bigint not null,
  subject integer not null
);

-- Hashes of a key, of what it is counted for, and of each different thing that it came with: until a limit is reached.
create table if not exists key_uses (
  hash bigint not null,
  other bigint not null
);

-- Keys that named more than a person or a device does, and link nobody: subjects don't carry them.
create table if not exists crowded_keys (
  person_or_device varchar not null, -- email:…, user:…, fingerprint:…, visitor:…
  trusted boolean not null,          -- as servers state it; else as browsers do
  limit_name varchar not null        -- counterparts, devicePeople, deviceCombinations, personDevices, personAccounts
);

-- One row (or more) per subject and day with product activity; engagement is counted in days.
create table if not exists active_days (
  subject integer not null,
  day integer not null,              -- days since 1970-01-01, UTC
  first_at timestamp not null
);

-- What was stated of people (email:…, user:…) and accounts (customer:…, domain:…): of each origin the winning
-- statement of each name.
create table if not exists traits (
  holder varchar not null,
  scope varchar not null,            -- user, customer
  origin varchar not null,           -- the record that states it; empty for what events state
  name varchar not null,
  value varchar not null,            -- JSON
  trusted boolean not null,
  stated_at timestamp not null,
  event_id uuid not null
);

-- The person keys of each contact.
create table if not exists contact_keys (
  person_key varchar not null,
  user_id varchar not null
);

-- Which person keys were joined, by which event, and what became of it: the journal of merges.
create table if not exists identity_links (
  user_id varchar not null,          -- contact of the left key
  left_key varchar not null,
  right_key varchar not null,
  trusted boolean not null,
  cause uuid not null,
  first_at timestamp not null,
  status varchar not null            -- applied, contradicted, cut, crowded
);

-- People's decisions against a link.
create table if not exists identity_cuts (
  pair varchar not null,             -- left|right
  cause varchar not null,
  decided_at timestamp not null
);

create table if not exists contacts (
  user_id varchar not null,
  customer_id varchar not null,
  email varchar,
  external_user_id varchar,
  name varchar,
  traits varchar not null,           -- JSON object
  discovered_at timestamp,
  signed_up_at timestamp,
  activated_at timestamp,
  engaged_at timestamp,
  lapsed_at timestamp,               -- became inactive then, and has not met the engagement threshold since
  company_domain varchar,            -- of their e-mail, when it speaks for a company
  account varchar,                   -- the caller's own customer id stated for them
  account_trusted boolean not null,
  first_visitor_channel varchar not null,
  first_visitor_source varchar not null,
  created_at timestamp not null,
  first_seen_at timestamp not null,
  last_product_activity_at timestamp,
  last_contact_at timestamp,
  last_activity_at timestamp         -- the later of the two
);

create table if not exists accounts (
  customer_id varchar not null,
  type varchar not null,             -- COMPANY, INDIVIDUAL
  external_customer_id varchar,
  domain varchar,
  name varchar,
  traits varchar not null,           -- JSON object
  plan varchar not null,
  billing_status varchar not null,
  mrr_cents bigint,
  mrr_currency varchar,              -- ISO 4217; null when it wasn't said, or when there are several
  mrr_status varchar not null,       -- calculated, mixed_currency, unavailable
  lifetime_revenue_cents bigint not null,
  active_subscription_count integer not null,
  churned_at timestamp,
  activated_at timestamp,
  attribution_channel varchar not null,
  owner_id varchar,                  -- of the member with that e-mail address, whether or not there is one yet
  owner_email varchar,
  contact_count integer not null,
  created_at timestamp not null,
  first_seen_at timestamp not null,
  last_product_activity_at timestamp,
  last_contact_at timestamp,
  last_activity_at timestamp         -- the later of the two
);

-- Old ids (of contacts and customers that became one with another) and the caller's own ids, for look-ups by either.
create table if not exists aliases (
  alias varchar not null,            -- a former user_id or customer_id
  id varchar not null,               -- the id that answers for it now
  former varchar not null            -- contact, person (the customer that a person would be), domain
);

create table if not exists members (
  member_id varchar not null,
  email varchar not null,
  name varchar not null,
  title varchar,
  role varchar,
  manager_email varchar,
  territory varchar,
  social_profile_url varchar
);

-- What each record said last, as a digest: an equal one changes nothing.
create table if not exists records (
  record_key varchar not null,       -- source:CALL:c-17, fact:f-1, user:u-17 …
  digest varchar not null
);

-- The subjects that a record speaks of; to replace it takes away what it added.
create table if not exists record_subjects (
  record_key varchar not null,
  subject integer not null,
  occurrence boolean not null,       -- it happened (a source in the timeline); else it is stated
  seen_at timestamp not null,
  cause uuid not null                -- stands for the record
);

-- What customer records say, beside their traits.
create table if not exists account_records (
  record_key varchar not null,
  subject integer not null,
  account varchar,                   -- the caller's own customer id
  domain varchar,
  owner_email varchar,
  stated_at timestamp not null
);

create table if not exists sources (
  source_key varchar not null,       -- CALL:c-17
  source_type varchar not null,
  source_id varchar not null,
  subject integer not null,          -- whom it is about: its customer, and the person who stands for it
  occurred_at timestamp not null,
  received_at timestamp not null,
  title varchar,
  content varchar,                   -- its whole text
  text_hash varchar,                 -- SHA-256 of it, hex
  summary varchar,
  permalink varchar,
  provider varchar,
  customer varchar,                  -- JSON, as the record names it
  participants varchar not null,     -- JSON array of {email, name, role}
  record varchar not null            -- JSON object
);

-- Of which texts a language model was asked for facts.
create table if not exists extractions (
  source_key varchar not null,
  text_hash varchar not null         -- of the text that was read
);

create table if not exists source_participants (
  source_key varchar not null,
  email varchar,                     -- lower case
  domain varchar,                    -- of the e-mail address
  name varchar
);

-- Facts: stated by a caller, extracted from a source by a language model, or behavioural, which rules compute.
create table if not exists facts (
  fact_id varchar not null,
  record_key varchar,                -- the record that brought it; null for behavioural ones
  origin varchar not null,           -- stated, extracted, behavioural
  subject integer,                   -- whom it is about; null for behavioural ones
  customer_id varchar,               -- of behavioural ones
  assertion varchar not null,
  reasoning varchar,
  fact_type varchar not null,
  fact_category varchar not null,
  status varchar not null,           -- ACTIVE, ACKNOWLEDGED, RESOLVED, SNOOZED, CANDIDATE
  confidence double precision not null,
  priority varchar,
  severity varchar,
  occurred_at timestamp,
  detected_at timestamp not null,
  valid_from timestamp not null,
  valid_until timestamp,
  last_detected_at timestamp,
  period_start timestamp,
  period_end timestamp,
  change_point_at timestamp,
  source_type varchar,               -- of the first evidence
  source_id varchar,
  quote varchar,
  evidence varchar not null,         -- JSON array of {sourceType, sourceId, quote}
  occurrence_count integer not null,
  metric_name varchar,
  metric_value double precision,
  metric_previous_value double precision,
  metric_delta double precision,
  metric_unit varchar
);

create table if not exists revenue_snapshots (
  record_key varchar not null,
  subject integer not null,          -- the customer who pays
  snapshot_date date not null,
  mrr_cents bigint not null,
  currency varchar not null,         -- ISO 4217; empty when it wasn't said
  billing_status varchar not null,
  plan varchar not null,
  active_subscriptions integer,
  paid_cents bigint not null,
  stated_at timestamp not null
);
${searchTables}`

/** Where a micro-batch puts rows on their way into a table; private to the writer's connection. */
export const stagingTables = /* sql */ `
create temp table if not exists staged_subjects (
  subject integer, user_id varchar, contact_name varchar, customer_id varchar, shared boolean, first_at timestamp,
  last_at timestamp, product_at timestamp, contact_at timestamp, event_count bigint, statements integer, activated_at timestamp, attribution varchar, product_day integer, cause uuid
);
create temp table if not exists staged_traits (
  holder varchar, scope varchar, origin varchar, name varchar, value varchar, trusted boolean, stated_at timestamp, event_id uuid
);
create temp table if not exists staged_days (user_id varchar, first_at timestamp);
create temp table if not exists staged_engagement (user_id varchar, engaged_at timestamp, lapsed_at timestamp);
create temp table if not exists staged_activity (
  user_id varchar, customer_id varchar, product_at timestamp, contact_at timestamp, activated_at timestamp
);`
