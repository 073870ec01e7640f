import type { BillingStatus } from '@customer-intel/contract'
import { type SqlWriter, textItems } from '../../store/sql/database.ts'
import { type CustomerSeries, type Day, type PersonSeries, type RevenueDay, dayCounts } from './series.ts'

/** An action is looked at once it happened so often … */
const minActionCount = 36
/** … and of a customer's actions so many, the most frequent ones. */
const maxActions = 20

const day = (time: string) => `(${time}::date - date '1970-01-01')`

/**
 * The histories of customers, up to `today`. Each series comes as one text, so that the engine adds up millions of
 * events and hands over a few rows a customer. One that has no history has an empty one.
 */
export async function readSeries(
  reader: Pick<SqlWriter, 'all'>,
  customerIds: readonly string[],
  today: Day,
): Promise<CustomerSeries[]> {
  const ids = [...new Set(customerIds)]
  const [counts, people, revenue] = await Promise.all([
    readCounts(reader, ids),
    readPeople(reader, ids),
    readRevenue(reader, ids),
  ])
  return ids.map((customerId) => ({
    customerId,
    activity: dayCounts(
      (counts.get(customerId) ?? []).filter(({ total }) => total).flatMap(({ series }) => pairs(series)),
      today,
    ),
    actions: new Map(
      (counts.get(customerId) ?? [])
        .filter(({ total }) => !total)
        .map(({ name, series }) => [name, dayCounts(pairs(series), today)]),
    ),
    people: (people.get(customerId) ?? []).map(({ user_id: userId, name, series }): PersonSeries => ({
      userId,
      name,
      days: series
        .split(',')
        .map(Number)
        .filter((value) => value <= today),
    })),
    revenue: (revenue.get(customerId) ?? []).flatMap(({ series }) => revenueDays(series, today)),
  }))
}

interface CountRow {
  customer_id: string
  /** True: all product activity; else that of one action. */
  total: boolean
  name: string
  /** `day:count`, separated by commas. */
  series: string
}

async function readCounts(reader: Pick<SqlWriter, 'all'>, ids: string[]): Promise<Map<string, CountRow[]>> {
  const rows = await reader.all<CountRow>(
    `with theirs as (
      select subject, customer_id from subjects where customer_id in (${textItems(1)})
    ), daily as (
      select t.customer_id, case when e.event_type = 'CUSTOM_EVENT' then e.event_name end as name,
        ${day('e.occurred_at')} as day, count(*) as n
      from events e join theirs t on t.subject = e.subject
      where e.event_channel = 'PRODUCT' group by 1, 2, 3
    ), totals as (
      select customer_id, day, sum(n) as n from daily group by 1, 2
    ), actions as (
      select customer_id, name, string_agg(day || ':' || n, ',') as series,
        row_number() over (partition by customer_id order by sum(n) desc, name) as place
      from daily where name is not null group by 1, 2 having sum(n) >= ${minActionCount}
    )
    select customer_id, true as total, '' as name, string_agg(day || ':' || n, ',') as series
    from totals group by customer_id
    union all
    select customer_id, false, name, series from actions where place <= ${maxActions}`,
    [ids],
  )
  return byCustomer(rows)
}

interface PersonRow {
  customer_id: string
  user_id: string
  name: string | null
  /** Days, ascending, separated by commas. */
  series: string
}

async function readPeople(reader: Pick<SqlWriter, 'all'>, ids: string[]): Promise<Map<string, PersonRow[]>> {
  const rows = await reader.all<PersonRow>(
    `select s.customer_id, s.user_id, min(coalesce(c.name, c.email)) as name,
      string_agg(s.day::varchar, ',' order by s.day) as series
    from (
      select distinct s.customer_id, s.user_id, d.day
      from subjects s join active_days d on d.subject = s.subject
      where s.customer_id in (${textItems(1)}) and s.user_id is not null
    ) s left join contacts c on c.user_id = s.user_id
    group by s.customer_id, s.user_id order by s.customer_id, s.user_id`,
    [ids],
  )
  return byCustomer(rows)
}

interface RevenueRow {
  customer_id: string
  /** `day:mrr:paid:status:currency`, from the earliest, separated by commas. */
  series: string
}

/** Of a day that was stated twice, the later statement counts, as in the view `revenue`. */
async function readRevenue(
  reader: Pick<SqlWriter, 'all'>,
  ids: string[],
): Promise<Map<string, RevenueRow[]>> {
  const rows = await reader.all<RevenueRow>(
    `select customer_id, string_agg(
        concat_ws(':', ${day('snapshot_date')}, mrr_cents, paid_cents, billing_status, currency), ','
        order by snapshot_date) as series
    from (
      select s.customer_id, r.*, row_number() over (
        partition by s.customer_id, r.snapshot_date order by r.stated_at desc, r.record_key) as place
      from revenue_snapshots r join subjects s on s.subject = r.subject
      where s.customer_id in (${textItems(1)})
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
