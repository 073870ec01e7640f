import type { JsonObject, PersonItem } from '@customer-intel/contract'
import { AppError } from '../kernel/errors.ts'
import { personKeysOf, toPersonKey } from '../customers/identity/person-key.ts'
import type { Footprint, KnownPerson, PersonItemPage, PersonReads } from './person-read-types.ts'
import { type SqlDatabase, textItems } from '../kernel/sql/database.ts'
import { listIdentityLinks } from '../customers/reads/identity-reads.ts'

const rowsPerPage = 5_000
/** Of a page's texts. A single source or event may have more, and is a page then. */
const bytesPerPage = 4 * 1024 * 1024

/** {@link PersonReads} over the tables of the read models. */
export function createSqlPersonReads(database: SqlDatabase): PersonReads {
  async function findPerson(reference: string): Promise<KnownPerson | null> {
    const { likely, asUserId } = personKeysOf(reference)
    const [found] = await database.all<{ user_id: string }>(
      `select user_id from (
         select user_id, 1 as place from contact_keys where person_key = $1
         union all select user_id, 2 from contact_keys where person_key = $2
         union all select user_id, 3 from contacts where user_id = $3
         union all select id, 4 from aliases where alias = $3 and id in (select user_id from contacts)
       ) order by place limit 1`,
      [likely, asUserId, reference],
    )
    if (found === undefined) return findMember(reference)
    const keys = await database.all<{ person_key: string }>(
      'select person_key from contact_keys where user_id = $1 order by person_key',
      [found.user_id],
    )
    return { userId: found.user_id, keys: keys.map(({ person_key }) => person_key) }
  }

  /** A member of the organization, who is no customer's contact. */
  async function findMember(reference: string): Promise<KnownPerson | null> {
    const key = toPersonKey(reference)
    const [member] = await database.all(`select 1 as found from members where concat('email:', email) = $1`, [
      key,
    ])
    return member === undefined ? null : { userId: '', keys: [key] }
  }

  async function readFootprint({ userId, keys }: KnownPerson): Promise<Footprint> {
    const emails = emailsOf(keys)
    const ids = await database.all<{ id: string }>(
      `with theirs as (
         select $1 as id
         union select c.customer_id from contacts c join accounts a on a.customer_id = c.customer_id
         where c.user_id = $1 and a.type = 'INDIVIDUAL'
       )
       select id from theirs union select alias from aliases where id in (select id from theirs)
       union select member_id from members where email in (${textItems(2)})`,
      [userId, emails],
    )
    const names = await database.all<{ name: string }>(
      `select name from contacts where user_id = $1 and name is not null
       union select name from members where email in (${textItems(2)})
       union select name from source_participants where email in (${textItems(2)}) and name is not null
       union select value ->> '$' from traits
       where holder in (${textItems(3)}) and scope = 'user' and lower(name) in ('name', 'fullname', 'full_name')
       union select concat(f.value ->> '$', ' ', l.value ->> '$') from traits f
       join traits l on l.holder = f.holder and l.scope = f.scope and l.origin = f.origin
       where f.holder in (${textItems(3)}) and f.scope = 'user'
         and lower(f.name) in ('firstname', 'first_name') and lower(l.name) in ('lastname', 'last_name')`,
      [userId, emails, keys],
    )
    const sources = await database.all<{ source_key: string; customer: string | null; participants: string }>(
      `select source_key, customer, participants from sources where ${concernsPerson}`,
      [userId, emails],
    )
    const members = await database.all<{ email: string }>('select email from members')
    return {
      publicIds: ids.flatMap(({ id }) => (id === '' ? [] : [id])),
      names: names.map(({ name }) => name),
      sources: sources.map((source) => ({
        sourceKey: source.source_key,
        customer: source.customer === null ? null : (JSON.parse(source.customer) as Record<string, string>),
        participants: JSON.parse(source.participants) as { email?: string; name?: string }[],
      })),
      members: members.map(({ email }) => email),
    }
  }

  async function readPersonItems(person: KnownPerson, from: string | null): Promise<PersonItemPage> {
    if (from === null) return { items: await readProfile(person), next: 'source:' }
    const [, kind, after] = /^(source|event):(.*)$/s.exec(from) ?? []
    if (kind === 'source') {
      const theirs = [person.userId, emailsOf(person.keys), after ?? '']
      const { last, isWhole } = fitting(
        await database.all<Sized<string>>(
          `select source_key as place,
             strlen(content) + strlen(record) + strlen(participants) + coalesce(strlen(summary), 0) as bytes
           from sources where ${concernsPerson} and source_key > $3 order by source_key limit ${rowsPerPage}`,
          theirs,
        ),
      )
      const rows =
        last === null
          ? []
          : await database.all(
              `select source_key, source_type, source_id, occurred_at, received_at, title, content as text, summary,
                 permalink, provider, customer, participants, record
               from sources where ${concernsPerson} and source_key > $3 and source_key <= $4 order by source_key`,
              [...theirs, last],
            )
      return { items: rows.map((row) => item('source', row)), next: isWhole ? 'event:0' : `source:${last}` }
    }
    const sequence = Number(after)
    if (!Number.isSafeInteger(sequence) || sequence < 0 || after === '')
      throw new AppError('INVALID_REQUEST', 'cursor must be one that an earlier page gave.')
    const { last, isWhole } = fitting(
      await database.all<Sized<number>>(
        `select sequence as place, strlen(properties) + strlen(url) as bytes
         from events where ${happened} and sequence > $2 order by sequence limit ${rowsPerPage}`,
        [person.userId, sequence],
      ),
    )
    const rows =
      last === null
        ? []
        : await database.all(
            `select sequence, event_id::varchar as uuid, event_type, event_name, occurred_at, received_at, source,
               session_id::varchar as session_id, url, path, title, properties
             from events where ${happened} and sequence > $2 and sequence <= $3 order by sequence`,
            [person.userId, sequence, last],
          )
    return { items: rows.map((row) => item('event', row)), next: isWhole ? null : `event:${last}` }
  }

  async function readProfile({ userId, keys }: KnownPerson): Promise<PersonItem[]> {
    const contacts = await database.all('select * from users where user_id = $1', [userId])
    const members = await database.all(`select * from members where email in (${textItems(1)})`, [
      emailsOf(keys),
    ])
    const links = await listIdentityLinks(database, keys[0] ?? '')
    const traits = await database.all(
      `select holder, scope, name, value, trusted, stated_at, event_id::varchar as stated_by, origin as stated_in
       from traits where holder in (${textItems(1)}) order by holder, scope, name`,
      [keys],
    )
    const facts = await database.all(
      `select f.fact_id, f.origin, f.assertion, f.reasoning, f.fact_type, f.status, f.confidence, f.occurred_at,
         f.detected_at, f.evidence
       from facts f left join subjects s on s.subject = f.subject
       where s.user_id = $1 or f.user_id = $1 or coalesce(f.customer_id, s.customer_id) in (${individualOf}) order by f.fact_id`,
      [userId],
    )
    const revenue = await database.all(
      `select snapshot_date, mrr_cents, currency, billing_status, plan, paid_cents
       from revenue_snapshots where subject in (
         select subject from subjects where user_id = $1 or customer_id in (${individualOf})
       ) order by snapshot_date`,
      [userId],
    )
    return [
      ...contacts.map((row) => item('contact', row)),
      ...members.map((row) => item('contact', row)),
      ...keys.map((key) => item('key', { key })),
      ...links.map((link) => item('link', { ...link })),
      ...traits.map((row) => item('trait', row)),
      ...facts.map((row) => item('fact', row)),
      ...revenue.map((row) => item('revenue', row)),
    ]
  }

  return {
    findPerson,
    readFootprint,
    readPersonItems,
    async listEventIds(userId, { after, limit }) {
      const rows = await database.all<{ uuid: string; trusted: boolean; sequence: number }>(
        `select event_id::varchar as uuid, source <> 'client' as trusted, sequence from events
         where ${happened} and sequence > $2 order by sequence limit $3`,
        [userId, after, limit],
      )
      return {
        events: rows.map(({ uuid, trusted }) => ({ uuid, trusted })),
        last: rows.at(-1)?.sequence ?? after,
      }
    },
  }
}

/** A row's place in the order of the pages, and about how much it holds. */
interface Sized<Place> {
  place: Place
  bytes: number
}

/** The last of the next rows that a page has room for, at least one; `isWhole`: no more follow. */
function fitting<Place>(next: readonly Sized<Place>[]): { last: Place | null; isWhole: boolean } {
  let bytes = 0
  const over = next.findIndex((row, index) => (bytes += row.bytes) > bytesPerPage && index > 0)
  const count = over === -1 ? next.length : over
  return { last: next[count - 1]?.place ?? null, isWhole: over === -1 && next.length < rowsPerPage }
}

/** Subjects of the contact `$1`: those with its keys, and those that were attributed to it. */
const subjectsOf = 'select subject from subjects where user_id = $1'
/** Events of the contact `$1`, without the sources, which are stored as events for the timeline. */
const happened = `subject in (${subjectsOf}) and event_id not in (select cause from record_subjects where occurrence)`
/** The customer that consists of the contact `$1` alone. */
const individualOf = `select c.customer_id from contacts c join accounts a on a.customer_id = c.customer_id
  where c.user_id = $1 and a.type = 'INDIVIDUAL'`
/** True for what is about the contact `$1`, by its e-mail addresses `$2`. */
const concernsPerson = `(
  source_key in (select source_key from source_participants where email in (${textItems(2)}))
  or (customer is not null and subject in (${subjectsOf}))
)`

function emailsOf(keys: readonly string[]): string[] {
  return keys.flatMap((key) => (key.startsWith('email:') ? [key.slice('email:'.length)] : []))
}

/** Parses JSON columns; field names are those of the API. */
function item(kind: PersonItem['kind'], row: Record<string, unknown>): PersonItem {
  const entries = Object.entries(row)
    .filter(([name]) => !ordering.has(name))
    .map(([name, value]): [string, JsonObject[string]] => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      json.has(name) && typeof value === 'string' ? (JSON.parse(value) as JsonObject) : value,
    ])
  return { kind, data: Object.fromEntries<JsonObject[string]>(entries) }
}

/** Columns by which pages continue. */
const ordering = new Set(['source_key', 'sequence'])
const json = new Set(['properties', 'traits', 'value', 'evidence', 'participants', 'record', 'customer'])
