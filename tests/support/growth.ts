/** The most that {@link growth} may be: linear work grows by 8 (less where it begins slowly), quadratic work by 64. */
export const mostLinearGrowth = 24

/** Shorter times tell more of the clock and the machine than of the work, in milliseconds. */
const shortestMs = 0.05
/** Once a pair of sizes took so long, in milliseconds, it isn't timed again. */
const longestMs = 2_000

/**
 * How many times as long `work` takes for an input that is eight times as long: from a 64th of `size` to an eighth, and
 * if that was linear, from an eighth to `size`, so that even work that grows faster ends. `prepare` makes the input, and
 * returns the work.
 */
export async function growth(size: number, prepare: (size: number) => () => unknown): Promise<number> {
  const small = await growthBetween(prepare(Math.ceil(size / 64)), prepare(Math.ceil(size / 8)))
  return small > mostLinearGrowth ? small : growthBetween(prepare(Math.ceil(size / 8)), prepare(size))
}

/**
 * Time of the processor that this process had for the work, in milliseconds: what takes long is interrupted more often
 * where others want it too.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

/**
 * Both are timed in turns, and the shortest time of each counts. That ends early once the growth is linear, which it never
 * is for quadratic work.
 */
async function growthBetween(small: () => unknown, large: () => unknown): Promise<number> {
  const began = performance.now()
  const shortest: [number, number] = [Infinity, Infinity]
  let grown = Infinity
  for (let round = 0; round < 2 || (round < 12 && grown > mostLinearGrowth); round++) {
    for (const [at, work] of [small, large].entries()) {
      shortest[at as 0 | 1] = Math.min(shortest[at as 0 | 1], await processorMs(work))
    }
    grown = shortest[1] / Math.max(shortest[0], shortestMs)
    if (performance.now() - began > longestMs) break
  }
  return grown
}
