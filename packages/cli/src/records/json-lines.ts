import type { Line } from '@customer-intel/node-sdk/csv'

/** The records of a file with one a line. Lines that are no JSON are refused. */
export async function* jsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  for await (const { line, text } of linesOf(chunks)) {
    let record: unknown
    try {
      record = JSON.parse(text) as unknown
    } catch {
      // The parser's words would repeat what the line holds.
      yield { line, message: 'is not JSON: write one record a line, as an object' }
      continue
    }
    yield { line, record }
  }
}

/** Lines that are not blank, from 1. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; text: string }> {
  const decoder = new TextDecoder()
  let line = 0
  let rest = ''
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop()!
    for (const part of parts) {
      line++
      if (part.trim() !== '') yield { line, text: part.trim() }
    }
  }
  rest += decoder.decode()
  if (rest.trim() !== '') yield { line: line + 1, text: rest.trim() }
}
