import { parse } from 'csv-parse/browser/esm'
import { type Delimiter, delimiters } from '../csv-words.ts'

/** A row of a file: the line that it begins on, from 1, and its cells. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** What keeps a file from being read. `option` decides it, where one can. */
export class CsvProblem extends Error {
  override readonly name = 'CsvProblem'
  readonly option: string | null

  constructor(message: string, option: string | null = null) {
    super(message)
    this.option = option
  }
}

/** A cell with a quote that nobody closes would hold the rest of the file. */
const maxRowLength = 1_100_000

/** The rows of a text that aren't empty. Quoted cells may hold line breaks. Rejects with {@link CsvProblem}. */
export async function* readRows(chunks: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<CsvRow> {
  let lastLine = 0
  let countedTwice = 0
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowLength,
    on_record(cells: string[], { lines }) {
      // The parser counts a line break of two characters within a cell twice.
      countedTwice += cells.reduce((sum, cell) => sum + cell.split('\r\n').length - 1, 0)
      lastLine = lines - countedTwice
      return [String(lastLine - breaksIn(cells)), ...cells]
    },
  })
  const read: string[][] = []
  parser.on('data', (row: string[]) => read.push(row))
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('end', resolve)
    parser.on('error', reject)
  })
  // Where nobody waits for the end any more, a row has said why.
  ended.catch(() => undefined)
  function* taken(): Generator<CsvRow> {
    for (const [line, ...cells] of read.splice(0))
      if (cells.some((cell) => cell.trim() !== '')) yield { line: Number(line), cells }
  }
  try {
    for await (const text of wholeCharacters(chunks)) {
      const written = new Promise<void>((resolve, reject) => {
        parser.write(text, 'utf8', (error) => (error ? reject(error) : resolve()))
      })
      await Promise.race([written, ended])
      yield* taken()
    }
    parser.end()
    await ended
    yield* taken()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === undefined || !code.startsWith('CSV_')) throw error
    throw new CsvProblem(
      `After line ${lastLine} a cell begins with a quote that isn't closed, or is longer than ${maxRowLength} characters: mend it there`,
    )
  }
}

/** A character of two code units may be cut between two pieces, which are encoded each by itself. */
async function* wholeCharacters(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + chunk
    rest = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    yield text.slice(0, text.length - rest.length)
  }
  yield rest
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce(
    (sum, cell) =>
      sum + (cell.includes('\n') || cell.includes('\r') ? cell.split(/\r\n|\n|\r/).length - 1 : 0),
    0,
  )
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
