import { deflateRawSync } from 'node:zlib'

/** How many changes are tried. The script gets no smaller after that, and this takes ten seconds. */
const TRIES = 25_000
/** Changes that draw in more variables than that don't pay. */
const MAX_CHANGED = 6

/** Letters that stand for the variables in a template: none of them is in the script, and each counts as an identifier. */
const FIRST_LETTER = 0x4e00

/** Names the variables by letters for `chooseNames`, in their order. */
export const letterOf = (index: number): string => String.fromCharCode(FIRST_LETTER + index)

/**
 * Gives the variables of a minified program names that compress better. The minifier's names are short, but which of them
 * goes where is all the same to it; a compressor prefers texts that repeat, `(e,t)=>` better than `(n,s)=>`. Tries
 * swaps between two names at random, though the same ones each time, and keeps those after which the text is no larger.
 *
 * `template` is the program with `letterOf(index)` in place of each variable; `names` are the names that it has, one
 * character each; `neighbours` those who can't share a name with it.
 */
export const chooseNames = (template: string, names: string[], neighbours: Set<number>[]): string => {
  const chosen = names.map((name) => name.charCodeAt(0))
  const pool = [...new Set(chosen)]
  const places: number[][] = names.map(() => [])
  const text = Buffer.from(
    template.replace(/[\u4e00-\u9fff]/g, (letter) => names[letter.charCodeAt(0) - FIRST_LETTER]!),
  )
  let at = 0
  for (const char of template) {
    places[char.charCodeAt(0) - FIRST_LETTER]?.push(at)
    at += char.charCodeAt(0) >= FIRST_LETTER && char < '\ua000' ? 1 : Buffer.byteLength(char)
  }

  /** All that must change when one variable goes over to another name: whoever has that one nearby takes the old one. */
  const findChain = (first: number, name: number) => {
    const old = chosen[first]
    const chain = new Set([first])
    for (const variable of chain)
      for (const neighbour of neighbours[variable]!)
        if (chosen[neighbour] === (chosen[variable] === old ? name : old)) chain.add(neighbour)
    return chain
  }
  const swap = (chain: Set<number>, one: number, other: number) => {
    for (const variable of chain) {
      const name = chosen[variable] === one ? other : one
      chosen[variable] = name
      for (const place of places[variable]!) text[place] = name
    }
  }

  const random = createRandom()
  let smallest = measure(text)
  for (let tries = 0; tries < TRIES; tries++) {
    const variable = random(names.length)
    const old = chosen[variable]!
    const name = pool[random(pool.length)]!
    const chain = findChain(variable, name)
    if (name === old || chain.size > MAX_CHANGED) continue
    swap(chain, old, name)
    const size = measure(text)
    if (size <= smallest) smallest = size
    else swap(chain, old, name)
  }
  return text.toString()
}

const measure = (text: Buffer) => deflateRawSync(text, { level: 6, windowBits: 14, memLevel: 9 }).length

/** Whole numbers below a limit, the same ones in every build. */
const createRandom = () => {
  let state = 1
  return (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}
