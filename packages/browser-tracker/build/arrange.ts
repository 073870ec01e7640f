import { brotliCompressSync, deflateRawSync } from 'node:zlib'
import { numberOf, withNames } from './syntax-tree.ts'

/** How many changes are tried with the quick measure, deflate. Half as many take 10 seconds less and cost 20 bytes. */
const TRIES = 100_000
/** After that, how often what so many tries gave is measured with brotli too, which takes as long as all of them. */
const ROUNDS = 150
const TRIES_PER_ROUND = 40
/** Changes that draw in more variables than that don't pay. */
const MAX_CHANGED = 12

/** Text, or parts in any order with commas between them. */
export type Part = string | Part[][]

/** A minified program of which some things are free. Variables are numbered. */
export interface Template {
  /** The program, with letters in place of the variables. */
  program: Part[]
  /** The variables' names, one character each. */
  names: string[]
  /** For each variable those that can't have its name. */
  neighbours: Set<number>[]
}

/** The program with other names, in its own order and in the one that compresses better. */
export interface Arrangement {
  inOrder: string
  arranged: string
}

/**
 * Arranges a minified program so that it compresses better. The minifier's names are short, but which of them goes where
 * is all the same to it, as is the order of functions; a compressor prefers texts that repeat, `(e,t)=>` to `(n,s)=>`.
 * Tries changes at random, though the same ones in each build, and keeps those after which the text is no larger.
 */
export const arrange = ({ program, names, neighbours }: Template): Arrangement => {
  const bytes = names.map((name) => name.charCodeAt(0))
  const { texts, places } = readTexts(program, names)
  const order = number(program)
  const moves = findGroups(order).flatMap((group) => group.map((_, from) => ({ group, from })))
  let listed = list(order)
  const join = () => Buffer.concat(listed.map((text) => texts[text]!))

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
      for (const [text, at] of places[variable]!) texts[text]![at] = name
    }
  }
  /** Gives a variable another name, and gives what undoes it. */
  const rename = () => {
    const variable = random(names.length)
    const old = bytes[variable]!
    // Often one of those that are often used.
    const name = bytes[random(bytes.length)]!
    const chain = findChain(variable, name)
    if (name === old || chain.size > MAX_CHANGED) return undefined
    swap(chain, old, name)
    return () => swap(chain, old, name)
  }
  /** Moves a part within its group, and gives what undoes it. */
  const move = () => {
    const { group, from } = moves[random(moves.length)]!
    const to = random(group.length)
    const shift = (one: number, other: number) => {
      group.splice(other, 0, ...group.splice(one, 1))
      listed = list(order)
    }
    shift(from, to)
    return () => shift(to, from)
  }

  const random = createRandom()
  /** Keeps the changes after which the text is no larger, and gives what undoes them all. */
  const change = (tries: number, isLoose = false) => {
    const undos: (() => void)[] = []
    let current = measure(join())
    for (let at = 0; at < tries; at++) {
      const undo = random(4) ? rename() : move()
      if (!undo) continue
      const size = measure(join())
      // One byte too many is often the way to several less: taken now and then at first, later never.
      if (size > current + (isLoose && random(tries) > 0.7 * tries + at ? 1 : 0)) undo()
      else {
        current = size
        undos.push(undo)
      }
    }
    return () => {
      for (const undo of undos.reverse()) undo()
    }
  }

  change(TRIES, true)
  let smallest = brotliCompressSync(join()).length
  for (let round = 0; round < ROUNDS; round++) {
    const undo = change(TRIES_PER_ROUND)
    const size = brotliCompressSync(join()).length
    if (size > smallest) undo()
    else smallest = size
  }

  const arranged = join().toString()
  listed = list(number(program))
  return { inOrder: join().toString(), arranged }
}

/** A program whose texts are numbered. The comma between parts is number 0. */
type Numbered = number | Numbered[][]

const number = (program: Part[]): Numbered[] => {
  let next = 1
  const visit = (parts: Part[]): Numbered[] =>
    parts.map((part) => (typeof part === 'string' ? next++ : part.map(visit)))
  return visit(program)
}

/** The numbers of the texts, one after the other. */
const list = (numbered: Numbered[]): number[] =>
  numbered.flatMap((part) =>
    typeof part === 'number' ? part : part.flatMap((parts, at) => (at ? [0, ...list(parts)] : list(parts))),
  )

const findGroups = (numbered: Numbered[]): Numbered[][][] =>
  numbered.flatMap((part) => (typeof part === 'number' ? [] : [part, ...part.flatMap(findGroups)]))

/** The texts with names in them, and where each variable stands: in which text, at which byte. */
const readTexts = (program: Part[], names: string[]) => {
  const texts = [Buffer.from(',')]
  const places = names.map((): [text: number, at: number][] => [])
  const visit = (parts: Part[]) => {
    for (const part of parts) {
      if (typeof part !== 'string') {
        part.forEach(visit)
        continue
      }
      let at = 0
      for (const char of part) {
        const place = places[numberOf(char)]
        place?.push([texts.length, at])
        at += place ? 1 : Buffer.byteLength(char)
      }
      texts.push(Buffer.from(withNames(part, names)))
    }
  }
  visit(program)
  return { texts, places }
}

const measure = (text: Buffer) => deflateRawSync(text, { level: 6, windowBits: 14, memLevel: 9 }).length

/** Whole numbers below a limit, the same ones in every build. Others give up to 15 bytes more or less: these are good ones. */
const createRandom = () => {
  let state = 2
  return (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}
