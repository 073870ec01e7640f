/**
 * SQL: the rows of `hits` with which a threshold is crossed. That is the one that makes it `count` within the window (what is
 * exactly a window older is out again), where a moment before there were fewer; among rows of one moment the `count`th by
 * id. The order in which they came makes no difference. `hits` has the columns `item` (whose threshold it is), `happened`
 * (Unix milliseconds), `event_id` and `trusted`, and what else is to be answered; `count` and `windowMs` are SQL over its rows.
 *
 * It looks so many rows back instead of counting frames by time, which takes the engine minutes where one item has millions.
 */
export function crossingsOf(hits: string, { count, windowMs }: { count: string; windowMs: string }): string {
  return `select * from (
    select *, lag(happened, ${count} - 1) over inorder as first_counted, lag(happened, ${count}) over inorder as one_earlier,
      lag(happened, ${count} + earlier_peers) over inorder as formerly_first
    from (
      select *, row_number() over (partition by item, happened order by event_id, trusted) - 1 as earlier_peers from ${hits}
    )
    window inorder as (partition by item order by happened, event_id, trusted)
  ) where first_counted > happened - ${windowMs} and coalesce(one_earlier <= happened - ${windowMs}, true)
    and coalesce(formerly_first < happened - ${windowMs}, true)`
}
