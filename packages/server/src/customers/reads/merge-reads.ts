import type { CustomerMergeEntry, MergeCandidate, MergePartyEntry, MergeReads } from './merge-read-types.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'

/** A key that more customers than this share (a reseller's domain, a common name) is no evidence. */
const maxSharing = 10

/** Legal forms at the end of companies' names, in lower case words. */
const legalForms =
  'inc|incorporated|llc|llp|ltd|limited|corp|corporation|co|company|gmbh|mbh|ag|kg|ug|se|sa|sas|sarl|srl|spa|bv|nv|ab|as|oy|aps|pty|plc|kk'

/** A name without case, accents, punctuation and legal form. */
const plainName = (column: string) =>
  `trim(regexp_replace(regexp_replace(lower(strip_accents(${column})), '[^\\p{L}\\p{N}]+', ' ', 'g'), '( (${legalForms}))+ ?$', ''))`

/**
 * Companies that share a key. Not all pairs: each is paired with the best known one of the key. Customers with an id of
 * the caller's come first, then those with more people, then the older ones.
 */
const companyPairs = /* sql */ `
  ranked as (
    select customer_id, name, domain, external_customer_id,
      row_number() over (order by external_customer_id is null, contact_count desc, first_seen_at, customer_id) as rank
    from accounts where type = 'COMPANY'
  ), keyed as (
    select 'domain' as kind, domain as value, customer_id from ranked where domain is not null
    union
    select 'domain', company_domain, customer_id from contacts where company_domain is not null
    union
    select 'name', ${plainName('name')}, customer_id from ranked
    where name is distinct from domain and name is distinct from external_customer_id
    union
    select 'person', user_id, customer_id from subjects
    where account is not null and user_id is not null and (event_count > 0 or statements > 0)
  ), shared as (
    select k.kind, k.value, k.customer_id as duplicate,
      first_value(k.customer_id) over (partition by k.kind, k.value order by r.rank) as survivor,
      count(*) over (partition by k.kind, k.value) as sharing
    from keyed k join ranked r on r.customer_id = k.customer_id
    where length(k.value) > 2
  ), companies as (
    select survivor, duplicate, string_agg(value, ', ' order by value) filter (where kind = 'domain') as domains,
      count(*) filter (where kind = 'name') > 0 as same_name,
      (count(*) filter (where kind = 'person'))::integer as shared_people
    from shared where sharing between 2 and ${maxSharing} and duplicate <> survivor
    group by survivor, duplicate
  )`

/** People whom a browser's statement would link against a server's. */
const contradictedPairs = /* sql */ `
  contradicted as (
    select l.left_key, l.right_key, l.cause, l.first_at, a.user_id as left_id, b.user_id as right_id
    from identity_links l join contact_keys a on a.person_key = l.left_key
    join contact_keys b on b.person_key = l.right_key
    where l.status = 'contradicted' and a.user_id <> b.user_id
    qualify row_number() over (
      partition by least(a.user_id, b.user_id), greatest(a.user_id, b.user_id)
      order by l.first_at, l.left_key, l.right_key) = 1
  ), people as (
    select case when left_first then left_id else right_id end as survivor,
      case when left_first then right_id else left_id end as duplicate, left_key, right_key, cause, first_at
    from (
      select d.*, (a.external_user_id is null, a.first_seen_at, a.user_id)
          < (b.external_user_id is null, b.first_seen_at, b.user_id) as left_first
      from contradicted d join contacts a on a.user_id = d.left_id join contacts b on b.user_id = d.right_id
    ) ordered
  )`

interface CandidateRow {
  survivor: string
  duplicate: string
  domains: string | null
  same_name: boolean
  shared_people: number
  left_key: string | null
  right_key: string | null
  cause: string | null
  first_at: string | null
}

export function createSqlMergeReads(database: SqlDatabase): MergeReads {
  return {
    async listMergeCandidates(limit, ids) {
      const rows = await database.all<CandidateRow>(
        `with ${companyPairs}, ${contradictedPairs}, pairs as (
           select survivor, duplicate, domains, same_name, shared_people, null as left_key, null as right_key,
             null as cause, null as first_at from companies
           union all
           select survivor, duplicate, null, false, 0, left_key, right_key, cause::text, first_at from people
         )
         select * from pairs where $2 = '' or (survivor in (${textItems(2)}) and duplicate in (${textItems(2)}))
         order by (domains is not null)::integer * 2 + same_name::integer * 2 + least(shared_people, 2) desc,
           survivor, duplicate
         limit $1`,
        [limit, ids ?? []],
      )
      return rows.map(toCandidate)
    },
    async describeMergeParties(ids) {
      const customers = ids.filter((id) => id.startsWith('c'))
      const people = ids.filter((id) => id.startsWith('u'))
      const described: MergePartyEntry[] = []
      if (customers.length > 0)
        described.push(...(await describe(database, customers, 'customer_id', customerParties)))
      if (people.length > 0) described.push(...(await describe(database, people, 'user_id', personParties)))
      return described
    },
    listCustomerMerges: (customerId) =>
      database.all<CustomerMergeEntry>(
        `select duplicate, survivor, cause, decided_at as "decidedAt" from customer_merges
         where $1 in (duplicate, survivor) order by decided_at, duplicate`,
        [customerId],
      ),
  }
}

function toCandidate(row: CandidateRow): MergeCandidate {
  const { left_key: left, right_key: right, cause, first_at: firstAt } = row
  return {
    survivor: row.survivor,
    duplicate: row.duplicate,
    domains: row.domains?.split(', ') ?? [],
    sameName: row.same_name,
    sharedPeople: row.shared_people,
    contradiction:
      left === null || right === null ? null : { left, right, cause: cause ?? '', firstAt: firstAt ?? '' },
  }
}

const customerParties = `select customer_id as id, name, domain, type, external_customer_id as "externalId",
  billing_status as "billingStatus", first_seen_at as "firstSeenAt", last_activity_at as "lastActivityAt",
  contact_count as "contactCount", len(json_keys(traits))::integer as traits from accounts`
const personParties = `select user_id as id, coalesce(name, email) as name, company_domain as domain,
  'INDIVIDUAL' as type, external_user_id as "externalId", 'NONE' as "billingStatus",
  first_seen_at as "firstSeenAt", last_activity_at as "lastActivityAt", 1 as "contactCount",
  len(json_keys(traits))::integer as traits from contacts`

function describe(
  database: SqlDatabase,
  ids: readonly string[],
  owner: 'customer_id' | 'user_id',
  parties: string,
): Promise<MergePartyEntry[]> {
  const behavioural =
    owner === 'customer_id'
      ? 'union all select customer_id, fact_id from facts where customer_id is not null'
      : ''
  return database.all<MergePartyEntry>(
    `with theirs as (
       select ${owner} as id, * from subjects
       where ${owner} in (${textItems(1)}) and (event_count > 0 or statements > 0)
     ), counted as (
       select id, (count(distinct email) + count(distinct external_user_id) + count(distinct visitor)
           + count(distinct fingerprint) + count(distinct account) + count(distinct about))::integer as identifiers,
         sum(event_count)::bigint as activities, count(distinct visitor)::integer as visitors
       from theirs group by id
     ), product as (
       select t.id, count(*)::integer as n from events e join theirs t on t.subject = e.subject
       where e.event_channel = 'PRODUCT' group by t.id
     ), paid as (
       select t.id, count(*)::integer as n from revenue_snapshots r join theirs t on t.subject = r.subject group by t.id
     ), known as (
       select id, count(*)::integer as n from (
         select t.id, f.fact_id from facts f join theirs t on t.subject = f.subject ${behavioural}
       ) of_them group by id
     ), talked as (
       select t.id, (count(*) filter (where s.source_type = 'SUPPORT_TICKET'))::integer as tickets,
         (count(*) filter (where s.source_type = 'CALL'))::integer as calls
       from sources s join theirs t on t.subject = s.subject group by t.id
     )
     select p.*, coalesce(c.identifiers, 0) as identifiers, coalesce(c.activities, 0) as activities,
       coalesce(c.visitors, 0) as visitors, coalesce(product.n, 0) as "productEvents",
       coalesce(paid.n, 0) as "revenueSnapshots", coalesce(known.n, 0) as facts,
       coalesce(talked.tickets, 0) as tickets, coalesce(talked.calls, 0) as calls
     from (${parties} where ${owner} in (${textItems(1)})) p
     left join counted c on c.id = p.id left join product on product.id = p.id left join paid on paid.id = p.id
     left join known on known.id = p.id left join talked on talked.id = p.id`,
    [ids],
  )
}
