import { statedRevenue } from '../../customers/reads/stated-revenue.ts'
import type { BillingStatus } from '@customer-intel/contract'
import { type SqlWriter, textItems } from '../../kernel/sql/database.ts'
import { isActivity } from '../../kernel/sql/conditions.ts'
import { usedWeeks } from './falls.ts'
import {
  type CustomerSeries,
  type Day,
  type PersonSeries,
  type RevenueDay,
  sortedDays,
  weekCounts,
} from './series.ts'

/** The actions of a customer that are looked at: those it does most. */
const maxActions = 100
/** The people of a customer that are looked at: those with the most active days. */
const maxPeople = 10_000

const day = (time: string) => `(${time}::date - date '1970-01-01')`

/**
 * The histories of customers, up to `today`. Each series is one text, so that the engine aggregates millions of events
 * and returns a few rows per customer; it is parsed when the customer is evaluated. A customer without history has an
 * empty one.
 */
export async function readSeries(
  reader: Pick<SqlWriter, 'all'>,
  customerIds: readonly string[],
  today: Day,
): Promise<Iterable<CustomerSeries>> {
  const ids = [...new Set(customerIds)]
  const [counts, people, revenue] = await Promise.all([
    readCounts(reader, ids),
    readPeople(reader, ids),
    readRevenue(reader, ids),
  ])
  return lazily(ids, (customerId) => {
    const known = counts.get(customerId) ?? []
    const everybody = people.get(customerId) ?? []
    const daysOf = (row: PersonRow) => sortedDays(row.series.split(',').map(Number), today)
    return {
      customerId,
      days: everybody.flatMap((row) => (row.user_id === null ? daysOf(row) : [])),
      activity: weekCounts(
        known.flatMap(({ name, series }) => (name === null ? pairs(series) : [])),
        today,
      ),
      actions: new Map(
        known.flatMap(({ name, series }) =>
          name === null ? [] : [[name, weekCounts(pairs(series), today)]],
        ),
      ),
      people: everybody.flatMap((row): PersonSeries[] =>
        row.user_id === null
          ? []
          : [{ userId: row.user_id, email: row.email, name: row.name, days: daysOf(row) }],
      ),
      revenue: (revenue.get(customerId) ?? []).flatMap(({ series }) => revenueDays(series, today)),
    }
  })
}

function* lazily<Item, Result>(items: Iterable<Item>, read: (item: Item) => Result): Iterable<Result> {
  for (const item of items) yield read(item)
}

interface CountRow {
  customer_id: string
  /** An action's name; null: all activity. */
  name: string | null
  /** `Monday:count`, separated by commas. */
  series: string
}

/** Actions are grouped by a hash of their name: whoever sends may invent any number of long ones. */
async function readCounts(reader: Pick<SqlWriter, 'all'>, ids: string[]): Promise<Map<string, CountRow[]>> {
  const rows = await reader.all<CountRow>(
    `with weekly as (
      select s.customer_id, case when e.event_type = 'CUSTOM_EVENT' then hash(e.event_name) end as action,
        ${day(`date_trunc('week', e.occurred_at)`)} as monday, count(*) as n, min(e.sequence) as sequence
      from events e join (
        select subject, customer_id from subjects where customer_id in (${textItems(1)})
      ) s on s.subject = e.subject
      where ${isActivity('e.event_type', 'PRODUCT')} group by 1, 2, 3
    ),
    actions as (
      select customer_id, action, min(sequence) as sequence from weekly
      where action is not null group by 1, 2 having count(*) >= ${usedWeeks}
      qualify row_number() over (partition by customer_id order by sum(n) desc, min(sequence)) <= ${maxActions}
    )
    select customer_id, null as name, string_agg(monday || ':' || n, ',') as series
    from (select customer_id, monday, sum(n) as n from weekly group by 1, 2) totals group by customer_id
    union all
    select a.customer_id, e.event_name as name, a.series
    from (
      select customer_id, action, a.sequence, string_agg(w.monday || ':' || w.n, ',') as series
      from actions a join weekly w using (customer_id, action) group by 1, 2, 3
    ) a join events e on e.sequence = a.sequence`,
    [ids],
  )
  return byCustomer(rows)
}

interface PersonRow {
  customer_id: string
  /** Null: everybody, with the anonymous ones. */
  user_id: string | null
  email: string | null
  name: string | null
  /** Distinct days, separated by commas, in any order. */
  series: string
}

async function readPeople(reader: Pick<SqlWriter, 'all'>, ids: string[]): Promise<Map<string, PersonRow[]>> {
  const rows = await reader.all<PersonRow>(
    `with active as (
      select distinct s.customer_id, s.user_id, d.day
      from subjects s join active_days d on d.subject = s.subject
      where s.customer_id in (${textItems(1)})
    ),
    people as (
      select customer_id, user_id from active where user_id is not null group by 1, 2
      qualify row_number() over (partition by customer_id order by count(*) desc, user_id) <= ${maxPeople}
    )
    select customer_id, null as user_id, null as email, null as name, string_agg(distinct day::varchar, ',') as series
    from active group by customer_id
    union all
    select p.customer_id, p.user_id, c.email, c.name, p.series
    from (
      select customer_id, user_id, string_agg(day::varchar, ',') as series
      from people join active using (customer_id, user_id) group by 1, 2
    ) p left join contacts c on c.user_id = p.user_id
    order by customer_id, user_id`,
    [ids],
  )
  return byCustomer(rows)
}

interface RevenueRow {
  customer_id: string
  /** `day:mrr:paid:status:currency`, earliest first, separated by commas. */
  series: string
}

/** Of several statements for one day the last one counts, as in the view `revenue`. */
async function readRevenue(
  reader: Pick<SqlWriter, 'all'>,
  ids: string[],
): Promise<Map<string, RevenueRow[]>> {
  const rows = await reader.all<RevenueRow>(
    `select customer_id, string_agg(
        concat_ws(':', ${day('snapshot_date')}, mrr_cents, paid_cents, billing_status, currency), ','
        order by snapshot_date) as series
    from (
      select r.*, row_number() over (
        partition by r.customer_id, r.snapshot_date order by r.stated_at desc, r.record_key, r.currency) as place
      from ${statedRevenue(`s.customer_id in (${textItems(1)})`)} r
    ) latest where place = 1 group by customer_id`,
    [ids],
  )
  return byCustomer(rows)
}

function byCustomer<Row extends { customer_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.customer_id)
    if (group) group.push(row)
    else groups.set(row.customer_id, [row])
  }
  return groups
}

function pairs(series: string): [Day, number][] {
  return series.split(',').map((pair) => {
    const colon = pair.indexOf(':')
    return [Number(pair.slice(0, colon)), Number(pair.slice(colon + 1))]
  })
}

function revenueDays(series: string, today: Day): RevenueDay[] {
  return series
    .split(',')
    .map((text) => {
      const [at = '', mrrCents = '', paidCents = '', billingStatus = '', currency = ''] = text.split(':')
      return {
        day: Number(at),
        mrrCents: Number(mrrCents),
        paidCents: Number(paidCents),
        billingStatus: billingStatus as BillingStatus,
        currency,
      }
    })
    .filter((entry) => entry.day <= today)
}
