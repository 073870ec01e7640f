/** The most values that `generate_series` and `range` make as one list: 27 years of days. In FROM they give rows one by one. */
export const maxSeries = 10_000

/** A bound, as a number that a difference can be taken of: the number itself, or the seconds of a time. */
const place = (bound: string) =>
  `coalesce(try_cast(${bound}::varchar as bigint)::double, epoch(try_cast(${bound}::varchar as timestamp)))`

/** A step, alike: the number itself, or the seconds of an interval. */
const length = (step: string) =>
  `coalesce(try_cast(${step}::varchar as bigint)::double, epoch(try_cast(${step}::varchar as interval)))`

function bounded(name: string, [start, stop, step]: [string, string, string], given: string): string {
  return `(${given}) as (case
    when (${place(stop)} - ${place(start)}) / ${length(step)} <= ${maxSeries} then system.main.${name}(${given})
    when ${start} is null or ${stop} is null or ${step} is null then null
    else error('${name}() makes a list of ${maxSeries} values at most: take a larger step or a shorter span, or put it in FROM') end)`
}

/**
 * SQL that puts functions with a bound before the engine's own, which would make any list that is asked for in memory.
 * `from generate_series(…)` is another function to the engine, and stays as it is.
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
