/** A source of numbers that a seed determines: the same seed gives the same data on every machine. */
export interface Random {
  /** 0 to 2^32 - 1. */
  integer(): number
  /** 0 to `below` - 1. */
  below(below: number): number
  /** Like `below`, but small numbers come often: a few customers are busy, most are quiet. */
  skewed(below: number): number
  pick<T>(items: readonly T[]): T
}

/** sfc32, by Chris Doty-Humphrey: small, fast, passes PractRand. */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = seed | 0
  let counter = 1
  const integer = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let warm = 0; warm < 16; warm++) integer()
  const below = (limit: number) => Math.floor((integer() / 2 ** 32) * limit)
  return {
    integer,
    below,
    skewed: (limit) => Math.floor((integer() / 2 ** 32) ** 3 * limit),
    pick: (items) => items[below(items.length)]!,
  }
}
