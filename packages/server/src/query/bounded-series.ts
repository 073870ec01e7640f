/**
 * Maximal number of values in a list from `generate_series` or `range`: 27 years of days. In FROM they return rows one by
 * one.
 */
export const maxSeries = 10_000

/** A bound as a number: the number itself, or a time's seconds. */
const place = (bound: string) =>
  `coalesce(try_cast(${bound}::varchar as bigint)::double, epoch(try_cast(${bound}::varchar as timestamp)))`

/** A step as a number: the number itself, or an interval's seconds. */
const length = (step: string) =>
  `coalesce(try_cast(${step}::varchar as bigint)::double, epoch(try_cast(${step}::varchar as interval)))`

function bounded(name: string, [start, stop, step]: [string, string, string], given: string): string {
  return `(${given}) as (case
    when (${place(stop)} - ${place(start)}) / ${length(step)} <= ${maxSeries} then system.main.${name}(${given})
    when ${start} is null or ${stop} is null or ${step} is null then null
    else error('${name}() makes a list of ${maxSeries} values at most: take a larger step or a shorter span, or put it in FROM') end)`
}

/**
 * SQL macros that hide the engine's functions and limit the list, which the engine would create in memory at any size.
 * `from generate_series(…)` is a different function to the engine, and not affected.
 */
export const boundedSeries = ['generate_series', 'range']
  .map((name) => {
    const overloads = [
      bounded(name, ['0', 'stop', '1'], 'stop'),
      bounded(name, ['start', 'stop', '1'], 'start, stop'),
      bounded(name, ['start', 'stop', 'step'], 'start, stop, step'),
    ]
    return `create or replace macro ${name}${overloads.join(', ')};`
  })
  .join('\n')
