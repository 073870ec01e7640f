// Reads tables beside the page, which stays quick: a file is never in memory as a whole.
import { type CsvFile, csvFieldNames, openCsv } from '@customer-intel/node-sdk/csv'
import type { Answer, Request } from './csv-table.ts'

const linesAtOnce = 1_000

let lines: ReturnType<CsvFile['lines']> | null = null

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  answer(data)
    .catch(({ message }: Error): Answer => ({ refusal: message }))
    .then((answered) => self.postMessage(answered, { transfer: [] }))
    .catch((error: unknown) => reportError(error))
})

async function answer(request: Request): Promise<Answer> {
  if ('file' in request) {
    const { plan, lines: open } = await openCsv(() => piecesOf(request.file), request.options)
    lines = open()
    const { kind, delimiter, rows } = plan
    const columns = plan.columns.map(({ name, field }) => ({ name, field }))
    const problems = plan.problems.map(({ option, message }) => ({ option: option ?? 'csv', message }))
    return { table: { delimiter, rows, columns, fields: csvFieldNames(kind), problems } }
  }
  const batch = []
  while (batch.length < linesAtOnce) {
    const next = await lines!.next()
    if (next.done) break
    batch.push(next.value)
  }
  return { batch }
}

/** Of streams not every browser is an iterator. */
async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
  } finally {
    await reader.cancel()
  }
}
