import type { Delimiter } from '../csv-words.ts'
import { CsvProblem } from './rows.ts'

/** A row of a file: the line that it begins on, from 1, and its cells. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** A cell with a quote that nobody closes would hold the rest of the file. */
const maxRowLength = 1_100_000

/**
 * The rows of a text that aren't empty, by RFC 4180 and as spreadsheets bend it: lines end by CR, LF or both, and a quote
 * quotes where it begins a cell and ends where a cell can end. Anywhere else it is a character like others. Rejects with
 * {@link CsvProblem}.
 */
export async function* readRows(chunks: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<CsvRow> {
  const reader = createRowReader(delimiter)
  for await (const text of chunks) yield* reader.read(text)
  yield* reader.end()
}

/** Takes a text in pieces that may be cut anywhere. */
function createRowReader(delimiter: Delimiter) {
  let line = 1
  let cells: string[] = []
  let cell = ''
  let length = 0
  /** Of the cell: nothing is read yet; it isn't quoted; it is; what may be its last quote was read. */
  let within: 'nothing' | 'plain' | 'quotes' | 'end' = 'nothing'
  let isAfterReturn = false

  const add = (text: string) => {
    cell += text
    length += text.length
    if (length > maxRowLength) throw unclosed(line)
  }
  const endCell = () => {
    cells.push(cell)
    cell = ''
    within = 'nothing'
  }
  function* endRow(): Generator<CsvRow> {
    endCell()
    const row = { line, cells }
    line += 1 + cells.reduce((sum, one) => sum + breaksIn(one), 0)
    cells = []
    length = 0
    if (row.cells.some((one) => one.trim() !== '')) yield row
  }

  function* read(text: string): Generator<CsvRow> {
    let at = 0
    while (at < text.length) {
      const character = text[at]!
      if (within === 'quotes') {
        const quote = text.indexOf('"', at)
        add(text.slice(at, quote === -1 ? undefined : quote))
        if (quote === -1) return
        within = 'end'
        at = quote + 1
      } else if (character === delimiter) {
        endCell()
        at++
      } else if (character === '\n' || character === '\r') {
        // The second half of a line break that was read.
        if (character === '\r' || !isAfterReturn) yield* endRow()
        isAfterReturn = character === '\r'
        at++
        continue
      } else if (character === '"' && (within === 'nothing' || within === 'end')) {
        // Two within quotes are one.
        if (within === 'end') add('"')
        within = 'quotes'
        at++
      } else {
        // It wasn't the last one: the cell isn't quoted.
        if (within === 'end') cell = `"${cell}"`
        within = 'plain'
        const from = at
        while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
        add(text.slice(from, at))
      }
      isAfterReturn = false
    }
  }

  return {
    read,
    *end(): Generator<CsvRow> {
      if (within === 'quotes') throw unclosed(line)
      yield* endRow()
    },
  }
}

function unclosed(line: number): CsvProblem {
  return new CsvProblem(
    `After line ${line - 1} a cell begins with a quote that isn't closed, or is longer than ${maxRowLength} characters: correct it there`,
  )
}

function breaksIn(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? cell.split(/\r\n|\n|\r/).length - 1 : 0
}
