import type { CsvImport, JsonObject } from '@customer-intel/contract'
import {
  csvFieldNames,
  CsvProblem,
  type CsvPlan,
  type CsvRecord,
  decodeText,
  detectEncoding,
  planCsv,
  readCsvRecords,
} from '@customer-intel/contract/csv'
import { AppError } from '../kernel/errors.ts'
import { findKnownRecords } from './find-known-records.ts'
import { importRecords } from './import-records.ts'
import { yieldEvery } from '../kernel/yield-every.ts'
import { type CommandContext, defineCommand } from '../kernel/operations/command.ts'

/** Lines of each kind that are named. */
const maxLines = 100
const maxShown = 10
const batchSize = 1_000
/** Small enough that other requests are answered between two of them. */
const pieceBytes = 8 * 1024

/** `POST /api/records/csv`: the rows of a table, through the entrance of `POST /api/records`. */
export const importCsv = defineCommand('importCsv', async ({ body }, context) => {
  const { csv, base64, dryRun, ...options } = body
  const bytes = base64 === undefined ? Buffer.from(csv ?? '') : Buffer.from(base64, 'base64')
  const pieces = () => piecesOf(bytes, yieldEvery())
  const detector = detectEncoding()
  for await (const piece of pieces()) detector.add(piece)
  const open = () => decodeText(pieces(), base64 === undefined ? 'utf-8' : detector.encoding())
  try {
    const plan = await planCsv(open, options)
    if (!dryRun && plan.problems.length > 0) throw plan.problems[0]!
    const today = new Date(context.clock()).toISOString().slice(0, 10)
    const records = plan.problems.length > 0 ? [] : readCsvRecords(open, plan, { today })
    return { data: { import: await bringIn(records, plan, { dryRun, context }) } }
  } catch (error) {
    throw error instanceof CsvProblem ? refusalOf(error) : error
  }
})

async function bringIn(
  records: AsyncIterable<CsvRecord> | CsvRecord[],
  { kind, delimiter, columns, rows, problems }: CsvPlan,
  { dryRun, context: { workspace, clock } }: { dryRun: boolean; context: CommandContext },
): Promise<CsvImport> {
  const result: CsvImport = {
    dryRun,
    delimiter,
    columns: columns.map(({ name, field }) => ({ name, field })),
    fields: csvFieldNames(kind),
    rows,
    processed: 0,
    refused: 0,
    errors: [],
    records: [],
    ...(dryRun && { updates: 0, known: [] }),
    problems: problems.map(({ option, message }) => ({ option: option ?? 'csv', message })),
  }
  const refuse = (line: number, message: string): void => {
    result.refused += 1
    if (result.errors.length < maxLines) result.errors.push({ line, message })
  }
  let batch: { line: number; record: JsonObject }[] = []
  const send = async (): Promise<void> => {
    const candidates = batch.map(({ record }) => record)
    const options = { now: clock(), pause: yieldEvery(), dryRun }
    const { accepted, processed, errors } = await importRecords(workspace, candidates, options)
    result.processed += processed
    const known = dryRun ? await findKnownRecords(workspace, accepted) : []
    if (result.updates !== undefined) result.updates += known.length
    for (const { index, ...whom } of known.slice(0, maxLines - (result.known?.length ?? 0)))
      result.known?.push({ line: batch[index]!.line, ...whom })
    for (const { index, message } of errors)
      refuse(batch[index]!.line, message.replaceAll(/records\[\d+\]\.?/g, ''))
    batch = []
  }
  for await (const one of records) {
    if ('message' in one) refuse(one.line, one.message)
    else {
      batch.push({ line: one.line, record: one.record })
      if (result.records.length < maxShown) result.records.push(one.record)
    }
    if (batch.length === batchSize) await send()
  }
  if (batch.length > 0) await send()
  result.errors.sort((left, right) => left.line - right.line)
  return result
}

async function* piecesOf(bytes: Buffer, pause: () => Promise<void> | null): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const waiting = pause()
    if (waiting !== null) await waiting
    yield bytes.subarray(at, at + pieceBytes)
  }
}

function refusalOf({ message, option }: CsvProblem): AppError {
  const text = `${message}.${option === null ? '' : ` Say it by ${option}.`}`
  return new AppError('INVALID_REQUEST', text, { issues: [{ path: [option ?? 'csv'], message: text }] })
}
