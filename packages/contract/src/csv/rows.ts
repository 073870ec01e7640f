import { type Delimiter, delimiters } from '../csv-words.ts'

/** What keeps a file from being read. `option` decides it, where one can. */
export class CsvProblem extends Error {
  override readonly name = 'CsvProblem'
  readonly option: string | null

  constructor(message: string, option: string | null = null) {
    super(message)
    this.option = option
  }
}

/**
 * What separates the cells: of the four the one that splits the first rows into the most equal numbers of cells, by the
 * begin of the text. `sep=;` in the first line, as Excel has it, says it.
 */
export function findDelimiter(start: string): Delimiter {
  const said = /^sep=(.)\r?\n/i.exec(start)?.[1]
  if (said !== undefined) return delimiters.find((one) => one === said) ?? ','
  const counts = delimiters.map((delimiter) => ({ delimiter, cells: cellCounts(start, delimiter) }))
  const score = ({ cells }: (typeof counts)[number]): number => {
    const [header = 1] = cells
    return header === 1 ? 0 : cells.filter((count) => count === header).length / cells.length + header / 1_000
  }
  return counts.reduce((best, one) => (score(one) > score(best) ? one : best)).delimiter
}

/** How many cells each of the first rows has: delimiters within quotes don't count. */
function cellCounts(start: string, delimiter: string): number[] {
  const counts: number[] = []
  let cells = 1
  let quoted = false
  for (const character of start) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === delimiter) cells++
    else if (character === '\n' || character === '\r') {
      if (cells > 1 || counts.length === 0) counts.push(cells)
      cells = 1
      if (counts.length === 50) break
    }
  }
  return counts.length === 0 ? [cells] : counts
}

/** The text without Excel's line that names the delimiter. */
export async function* withoutSeparatorLine(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let start: string | null = ''
  for await (const chunk of chunks) {
    if (start === null) yield chunk
    else {
      start += chunk
      if (start.length < 8) continue
      // The line stays, empty: lines are counted.
      yield start.replace(/^sep=./i, '')
      start = null
    }
  }
  if (start !== null) yield start
}
