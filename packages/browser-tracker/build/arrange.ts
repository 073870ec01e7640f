import { deflateRawSync } from 'node:zlib'

/** How many changes are tried. The script gets hardly smaller after that, and this takes fifteen seconds. */
const TRIES = 40_000
/** Changes that draw in more variables than that don't pay. */
const MAX_CHANGED = 6

/** Letters that stand for variables in a template: none of them is in the script, and each counts as an identifier. */
const FIRST_LETTER = 0x4e00

/** What stands for a variable in a template. */
export const letterOf = (variable: number): string => String.fromCharCode(FIRST_LETTER + variable)

/** A minified program of which some things are free. Variables are numbered. */
export interface Template {
  /** The program in pieces, with `letterOf` in place of each variable. All but the first and the last can change places. */
  pieces: string[]
  /** The variables' names, one character each. */
  names: string[]
  /** For each variable those that can't have its name. */
  neighbours: Set<number>[]
}

/** The pieces with other names in them, and the order to put them in. */
export interface Arrangement {
  pieces: string[]
  order: number[]
}

/**
 * Arranges a minified program so that it compresses better. The minifier's names are short, but which of them goes where
 * is all the same to it, as is the order of functions; a compressor prefers texts that repeat, `(e,t)=>` to `(n,s)=>`.
 * Tries changes at random, though the same ones in each build, and keeps those after which the text is no larger.
 */
export const arrange = ({ pieces, names, neighbours }: Template): Arrangement => {
  const bytes = names.map((name) => name.charCodeAt(0))
  const pool = [...new Set(bytes)]
  const texts = pieces.map((piece) =>
    Buffer.from(piece.replace(/[\u4e00-\u9fff]/g, (letter) => names[letter.charCodeAt(0) - FIRST_LETTER]!)),
  )
  const places = findPlaces(pieces, names.length)
  const order = [...pieces.keys()]
  const join = () => Buffer.concat(order.map((piece) => texts[piece]!))

  /** All that must change when one variable goes over to another name: whoever nearby has that one takes the old one. */
  const findChain = (first: number, name: number) => {
    const old = bytes[first]
    const chain = new Set([first])
    for (const variable of chain)
      for (const neighbour of neighbours[variable]!)
        if (bytes[neighbour] === (bytes[variable] === old ? name : old)) chain.add(neighbour)
    return chain
  }
  const swap = (chain: Set<number>, one: number, other: number) => {
    for (const variable of chain) {
      const name = bytes[variable] === one ? other : one
      bytes[variable] = name
      for (const [piece, at] of places[variable]!) texts[piece]![at] = name
    }
  }
  /** Gives a variable another name, and gives what undoes it. */
  const rename = () => {
    const variable = random(names.length)
    const old = bytes[variable]!
    const name = pool[random(pool.length)]!
    const chain = findChain(variable, name)
    if (name === old || chain.size > MAX_CHANGED) return undefined
    swap(chain, old, name)
    return () => swap(chain, old, name)
  }
  /** Moves a piece, and gives what undoes it. */
  const move = () => {
    const [from, to] = [1 + random(pieces.length - 2), 1 + random(pieces.length - 2)]
    order.splice(to, 0, ...order.splice(from, 1))
    return () => void order.splice(from, 0, ...order.splice(to, 1))
  }

  const random = createRandom()
  let smallest = measure(join())
  for (let tries = 0; tries < TRIES; tries++) {
    const undo = tries % 4 ? rename() : move()
    if (!undo) continue
    const size = measure(join())
    if (size <= smallest) smallest = size
    else undo()
  }
  return { pieces: texts.map(String), order }
}

/** Where each variable stands: in which piece, at which byte. */
const findPlaces = (pieces: string[], count: number) => {
  const places = Array.from({ length: count }, (): [piece: number, at: number][] => [])
  pieces.forEach((piece, index) => {
    let at = 0
    for (const char of piece) {
      const place = places[char.charCodeAt(0) - FIRST_LETTER]
      place?.push([index, at])
      at += place ? 1 : Buffer.byteLength(char)
    }
  })
  return places
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
