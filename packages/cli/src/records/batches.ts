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
export async function* batchesOf(
  chunks: AsyncIterable<Buffer>,
  refuse: (refusal: Refusal) => void,
): AsyncGenerator<RecordBatch> {
  let batch: { line: number; record: unknown }[] = []
  let length = 0
  for await (const { line, text } of linesOf(chunks)) {
    if (batch.length === maxRecords || (batch.length > 0 && length + text.length > maxLength)) {
      yield batch
      batch = []
      length = 0
    }
    try {
      batch.push({ line, record: JSON.parse(text) as unknown })
      length += text.length
    } catch {
      // The parser's words would repeat what the line holds.
      refuse({ line, message: 'is not JSON: write one record a line, as an object' })
    }
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
