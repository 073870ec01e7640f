/** Records on their way, with the lines they stand on. */
export type RecordBatch = readonly { line: number; record: unknown }[]

/** Why a line wasn't imported. */
export interface Refusal {
  line: number
  message: string
}

const maxRecords = 1_000
/** A batch goes off once it has so many characters: small enough to be quick. */
const maxLength = 1_000_000

/** The records of a file with one a line, in batches that a request takes. Lines that are no JSON are refused. */
export function batchesOf(
  chunks: AsyncIterable<Buffer>,
  refuse: (refusal: Refusal) => void,
): AsyncGenerator<RecordBatch> {
  return inBatches(parsed(chunks, refuse))
}

async function* parsed(chunks: AsyncIterable<Buffer>, refuse: (refusal: Refusal) => void) {
  for await (const { line, text } of linesOf(chunks)) {
    let record: unknown
    try {
      record = JSON.parse(text) as unknown
    } catch {
      // The parser's words would repeat what the line holds.
      refuse({ line, message: 'is not JSON: write one record a line, as an object' })
      continue
    }
    yield { line, record, length: text.length }
  }
}

/** Records in batches that a request takes. `length`: of a record as JSON, in characters. */
export async function* inBatches(
  records: AsyncIterable<{ line: number; record: unknown; length: number }>,
): AsyncGenerator<RecordBatch> {
  let batch: { line: number; record: unknown }[] = []
  let total = 0
  for await (const { line, record, length } of records) {
    if (batch.length === maxRecords || (batch.length > 0 && total + length > maxLength)) {
      yield batch
      batch = []
      total = 0
    }
    batch.push({ line, record })
    total += length
  }
  if (batch.length > 0) yield batch
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
