/**
 * SQL: the rows of `hits` with which a threshold is crossed. That is the one that makes it `count` within the window (what is
 * exactly a window older is out again), where a moment before there were fewer; among rows of one moment the `count`th by
 * id. The order in which they came makes no difference. `hits` has the columns `item` (whose threshold it is), `happened`
 * (Unix milliseconds), `event_id` and `trusted`, and what else is to be answered; `count` and `windowMs` are SQL over its rows.
 */
export function crossingsOf(hits: string, { count, windowMs }: { count: string; windowMs: string }): string {
  return `select * from (
    select *, row_number() over (partition by item order by happened, event_id, trusted) as place,
      count(*) over (partition by item order by happened
        range between unbounded preceding and ${windowMs} preceding) as gone,
      count(*) over (partition by item order by happened
        range between ${windowMs} preceding and 1 preceding) as formerly
    from ${hits}
  ) where place = gone + ${count} and formerly < ${count}`
}
