/** A unit, again and again, `length` characters long, and at the end a sign that nearly no pattern takes. */
export function repeat(unit: string, length: number): string {
  return `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 1)}\u0001`
}

/**
 * Units whose repetition is likely to keep a pattern busy, derived from its own source: each character that it names,
 * one of each class that it names, all pairs of these, and what it says literally, in prefixes.
 */
export function hostileUnits(source: string): string[] {
  const classes: Record<string, string> = { d: '1', w: 'a', s: ' ', S: 'x', W: '-', D: 'x', b: ' ', B: 'a' }
  const named = [...source.matchAll(/\\([dwsSWDbB])|\\?([^\\])/g)].map(
    ([, kind, character]) => classes[kind ?? ''] ?? character ?? '',
  )
  const letters = [...new Set([...named, 'a', '1', ' '])].filter((character) => character !== '')
  const some = letters.slice(0, 24)
  const pairs = some.flatMap((left) => some.map((right) => left + right))
  const literal = named.filter((character) => /[\w@:/.%" -]/.test(character)).join('')
  const prefixes = [2, 3, 4, 5, 8, 13, 20].map((length) => literal.slice(0, length))
  return [...new Set([...letters, ...pairs, ...prefixes])].filter((unit) => unit !== '')
}

/** The shortest of three runs, in milliseconds. */
export function shortestMs(work: () => unknown): number {
  let shortest = Infinity
  for (let run = 0; run < 3; run++) {
    const begun = performance.now()
    work()
    shortest = Math.min(shortest, performance.now() - begun)
  }
  return shortest
}

/**
 * Whether work over a text grows faster than the text: four times as much may take ten times as long, and what takes
 * less than `floorMs` is not told from noise.
 */
export function growsTooFast(
  work: (text: string) => unknown,
  unit: string,
  length: number,
  floorMs = 4,
): boolean {
  const long = repeat(unit, length)
  // One run tells nearly always that there is nothing to look into.
  const begun = performance.now()
  work(long)
  if (performance.now() - begun < floorMs) return false
  const short = repeat(unit, length / 4)
  // Others may need the machine for a while: what is really too slow is so every time.
  for (let time = 0; time < 4; time++)
    if (shortestMs(() => work(long)) <= 10 * shortestMs(() => work(short)) + floorMs) return false
  return true
}
