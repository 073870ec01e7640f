/** Numbers that look random and are the same for the same seed, on every machine. */
export interface Random {
  /** 0 up to 1, without 1. */
  next(): number
  /** A whole number, both bounds included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** By weight: `{ a: 3, b: 1 }`. */
  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name
  /** How often something happens that happens `mean` times on average. */
  count(mean: number): number
  shuffle<Item>(items: readonly Item[]): Item[]
  /** A version 7 uuid of a time in Unix milliseconds. */
  uuid(timeMs: number): string
  /** Numbers of their own, so that a change in one part of the demo changes no other. */
  fork(name: string): Random
}

/** sfc32, seeded by an FNV-1a hash of the text. */
export function createRandom(seed: string): Random {
  let hash = 0x811c9dc5
  for (const letter of seed) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  let [a, b, c, d] = [hash, hash ^ 0x9e3779b9, hash ^ 0x243f6a88, 1]
  const word = (): number => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let warmUp = 0; warmUp < 15; warmUp += 1) word()

  const next = (): number => word() / 2 ** 32
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const hex = (): string => word().toString(16).padStart(8, '0')
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)]!,
    weighted(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[]
      const weightOf = (name: (typeof names)[number]): number => weights[name] ?? 0
      let left = next() * names.reduce((sum, name) => sum + weightOf(name), 0)
      return names.find((name) => (left -= weightOf(name)) < 0) ?? names[0]!
    },
    count(mean) {
      // Knuth's method: multiply until the product falls below e^-mean.
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count += 1
      return count
    },
    shuffle(items) {
      const shuffled = [...items]
      for (let at = shuffled.length - 1; at > 0; at -= 1) {
        const other = int(0, at)
        ;[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!]
      }
      return shuffled
    },
    uuid(timeMs) {
      const time = Math.floor(timeMs).toString(16).padStart(12, '0')
      const [left, right] = [hex(), hex()]
      return `${time.slice(0, 8)}-${time.slice(8)}-7${left.slice(0, 3)}-${'89ab'[int(0, 3)]}${left.slice(3, 6)}-${hex()}${right.slice(0, 4)}`
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}
