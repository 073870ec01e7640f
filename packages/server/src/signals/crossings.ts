/**
 * SQL: the rows of `hits` that cross a threshold. A row crosses it when it is the `count`th within the window (a row that
 * is exactly one window older doesn't count), and there were fewer a moment before; among rows of the same time it is the
 * `count`th by id. The order of arrival makes no difference. `hits` has the columns `item` (whose threshold it is),
 * `happened` (Unix milliseconds), `event_id` and `trusted`, and others to be returned; `count` and `windowMs` are SQL
 * over its rows.
 *
 * Looks back by rows instead of counting frames by time, which takes the engine minutes for an item with millions of
 * rows.
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
