import { growth, mostLinearGrowth } from '../../../../tests/support/growth.ts'

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

/**
 * The first unit over whose repetition the work takes more time than in proportion; undefined if there is none. Over
 * `length` characters, what takes less than `floorMs` isn't looked into.
 */
export async function findSlowUnit(
  work: (text: string) => unknown,
  units: readonly string[],
  length: number,
  floorMs = 4,
): Promise<string | undefined> {
  for (const unit of units) {
    const long = repeat(unit, length)
    // One run tells nearly always that there is nothing to look into.
    const begun = performance.now()
    work(long)
    if (performance.now() - begun < floorMs) continue
    const grown = await growth(length, (share) => {
      const text = repeat(unit, share)
      return () => work(text)
    })
    if (grown > mostLinearGrowth) return unit
  }
  return undefined
}
