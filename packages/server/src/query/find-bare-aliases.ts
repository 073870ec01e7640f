import type { ReadModels } from '../kernel/read-models/read-models.ts'

type Parse = (sql: string) => ReturnType<ReadModels['parse']>

/** Maximal number of keywords that are looked for: each costs the parser one or two more texts. */
const maxAliases = 10

/**
 * The keywords that name a column without `as` (`count(*) views`), as far as a text can be read further with `as` before
 * them. `position`: of the syntax error, in characters from 0.
 */
export async function findBareAliases(
  parse: Parse,
  sql: string,
  position: number | undefined,
): Promise<string[]> {
  const found: string[] = []
  let next: WithKeyword | null = { word: '', sql, position }
  while (next?.position !== undefined && found.length < maxAliases) {
    next = await addKeyword(parse, next.sql, next.position)
    if (next !== null) found.push(next.word)
  }
  return found
}

interface WithKeyword {
  word: string
  sql: string
  /** Of the next syntax error. */
  position: number | undefined
}

/** A word before the end of a text, with the blanks after it. */
const lastWord = /[\p{L}_][\p{L}\p{N}_]*\s+$/u
const firstWord = /^[\p{L}_][\p{L}\p{N}_]*/u

/** The text with `as` before the word at this position; null when it can't be read further then. */
async function addKeyword(parse: Parse, sql: string, position: number): Promise<WithKeyword | null> {
  const characters = [...sql]
  const before = characters.slice(0, position).join('')
  // The parser may have taken the keyword for the begin of a clause, as in `count(*) order from`.
  const places = [position, position - [...(lastWord.exec(before)?.[0] ?? '')].length]
  for (const place of new Set(places)) {
    const rest = characters.slice(place).join('')
    const word = firstWord.exec(rest)?.[0]
    if (word === undefined) continue
    const text = `${characters.slice(0, place).join('')}as ${rest}`
    const parsed = await parse(text)
    if (parsed.kind !== 'unreadable') return { word, sql: text, position: undefined }
    if ((parsed.position ?? 0) > position + 'as '.length)
      return { word, sql: text, position: parsed.position }
  }
  return null
}
