import { boundedSeries } from './bounded-series.ts'

/** A function that older guides use, offered if SQL can do the same cheaply and exactly. */
export interface Macro {
  name: string
  /** Parameters and result, for people. */
  description: string
  /** Overloads: parameters and body of each. */
  definitions: { parameters: string; body: string }[]
}

/** All helpers. For others see the descriptions of the views. */
export const macroList: readonly Macro[] = [
  {
    name: 'countIf',
    description: 'countIf(condition): how many rows meet it.',
    definitions: [{ parameters: 'condition', body: 'count(*) filter (where condition)' }],
  },
  {
    name: 'countDistinct',
    description: 'countDistinct(x): how many different values.',
    definitions: [{ parameters: 'x', body: 'count(distinct x)' }],
  },
  {
    name: 'countDistinctIf',
    description: 'countDistinctIf(x, condition): how many different values in rows that meet it.',
    definitions: [{ parameters: 'x, condition', body: 'count(distinct x) filter (where condition)' }],
  },
  {
    name: 'sumIf',
    description: 'sumIf(x, condition): the sum over rows that meet it, 0 when none does.',
    definitions: [{ parameters: 'x, condition', body: 'coalesce(sum(x) filter (where condition), 0)' }],
  },
  {
    name: 'avgIf',
    description: 'avgIf(x, condition): the mean over rows that meet it.',
    definitions: [{ parameters: 'x, condition', body: 'avg(x) filter (where condition)' }],
  },
  {
    name: 'minIf',
    description: 'minIf(x, condition): the least value in rows that meet it.',
    definitions: [{ parameters: 'x, condition', body: 'min(x) filter (where condition)' }],
  },
  {
    name: 'maxIf',
    description: 'maxIf(x, condition): the greatest value in rows that meet it.',
    definitions: [{ parameters: 'x, condition', body: 'max(x) filter (where condition)' }],
  },
  {
    name: 'toDate',
    description: 'toDate(x): the day of a time, or of a text such as 2026-06-01.',
    definitions: [{ parameters: 'x', body: 'cast(x as date)' }],
  },
  {
    name: 'local_day',
    description:
      "local_day(x): the day of a time in the workspace's time zone (settings.defaultTimezone), where toDate gives that of UTC.",
    // Hidden by `localDayIn` for other zones.
    definitions: [{ parameters: 'x', body: 'x::timestamp::date' }],
  },
  {
    name: 'toStartOfDay',
    description: 'toStartOfDay(x): midnight before a time.',
    definitions: [{ parameters: 'x', body: `date_trunc('day', x::timestamp)` }],
  },
  {
    name: 'toStartOfWeek',
    description: 'toStartOfWeek(x): the Sunday of the week; toStartOfWeek(x, 1): its Monday.',
    definitions: [
      {
        parameters: 'x',
        body: `(date_trunc('week', x::timestamp + interval 1 day) - interval 1 day)::date`,
      },
      {
        parameters: 'x, mode',
        body: `case mode
          when 0 then (date_trunc('week', x::timestamp + interval 1 day) - interval 1 day)::date
          when 1 then date_trunc('week', x::timestamp)::date
        end`,
      },
    ],
  },
  {
    name: 'toStartOfMonth',
    description: 'toStartOfMonth(x): the first day of the month.',
    definitions: [{ parameters: 'x', body: `date_trunc('month', x::timestamp)::date` }],
  },
  {
    name: 'toHour',
    description: 'toHour(x): the hour of a time, 0 to 23.',
    definitions: [{ parameters: 'x', body: "date_part('hour', x::timestamp)" }],
  },
  {
    name: 'toDayOfWeek',
    description: 'toDayOfWeek(x): Monday is 1, Sunday is 7.',
    definitions: [{ parameters: 'x', body: `date_part('isodow', x::timestamp)` }],
  },
  {
    name: 'dateDiff',
    description: `dateDiff('day', a, b): how many borders between units lie from a to b.`,
    definitions: [{ parameters: 'unit, a, b', body: 'date_diff(unit, a::timestamp, b::timestamp)' }],
  },
  {
    name: 'JSONExtractString',
    description: `JSONExtractString(properties, 'key'): the text at a key, '' when there is none or it is not a text.`,
    definitions: [
      {
        parameters: 'document, name',
        body: `case when json_type(document::json -> name) = 'VARCHAR' then document::json ->> name else '' end`,
      },
    ],
  },
  {
    name: 'splitByChar',
    description: `splitByChar('/', path): the parts of a text; the first has the number 1.`,
    definitions: [{ parameters: 'separator, x', body: 'string_split(x, separator)' }],
  },
  {
    name: 'has',
    description: 'has(list, x): whether a list holds a value.',
    definitions: [{ parameters: 'list, x', body: 'coalesce(list_contains(list, x), false)' }],
  },
]

/**
 * The current time in SQL, also as `current_timestamp`: UTC without a zone, like all times here. Compared with a zoned
 * time every stored one would be converted, and no block of events could be skipped (measured: four times as slow).
 */
const moments = ['now', 'get_current_timestamp'].map(
  (name) => `create or replace macro ${name}() as (transaction_timestamp()::timestamp);`,
)

/** SQL that creates the helpers in DuckDB, after the views' own. */
export const macros = [
  ...moments,
  boundedSeries,
  ...macroList.map(({ name, definitions }) => {
    const overloads = definitions.map(({ parameters, body }) => `(${parameters}) as (${body})`)
    return `create or replace macro ${name}${overloads.join(', ')};`
  }),
].join('\n')

/** SQL that lets `local_day` speak of a time zone, by its IANA name, for one connection. */
export function localDayIn(timezone: string): string {
  const zone = timezone.replaceAll("'", "''")
  return `create temp macro local_day(x) as (timezone('${zone}', timezone('UTC', x::timestamp))::date);`
}
