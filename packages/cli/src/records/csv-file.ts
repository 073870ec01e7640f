import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CsvOptions,
  type CsvPlan,
  CsvProblem,
  decodeText,
  detectEncoding,
  planCsv,
  readCsvRecords,
} from '@customer-intel/contract/csv'
import { usageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readBytes } from '../read-input.ts'
import { inBatches, type RecordBatch, type Refusal } from './batches.ts'

/** A file of CSV that was looked at as a whole. */
export interface CsvFile {
  plan: CsvPlan
  batches: (refuse: (refusal: Refusal) => void) => AsyncGenerator<RecordBatch>
  /** Deletes what was kept of standard input. */
  close: () => Promise<void>
}

/** Decides how a file is read; standard input, which can be read once, is kept in a file. Rejects with `invalid_input`. */
export async function openCsvFile(path: string, options: CsvOptions, io: Io): Promise<CsvFile> {
  const kept = path === '-' ? join(tmpdir(), `svc-${randomUUID()}.csv`) : null
  const close = async () => {
    if (kept !== null) await rm(kept, { force: true })
  }
  try {
    if (kept !== null) await writeFile(kept, readBytes('-', io), { mode: 0o600 })
    const bytes = () =>
      kept === null ? readBytes(path, io) : (createReadStream(kept) as AsyncIterable<Buffer>)
    const detector = detectEncoding()
    for await (const chunk of bytes()) detector.add(chunk)
    const open = () => decodeText(bytes(), detector.encoding())
    const plan = await planCsv(open, options)
    const today = new Date().toISOString().slice(0, 10)
    return {
      plan,
      close,
      batches: (refuse) => inBatches(toRecords(readCsvRecords(open, plan, { today }), refuse)),
    }
  } catch (error) {
    await close()
    throw error instanceof CsvProblem ? refusalOf(error) : error
  }
}

async function* toRecords(
  rows: ReturnType<typeof readCsvRecords>,
  refuse: (refusal: Refusal) => void,
): AsyncGenerator<{ line: number; record: unknown; length: number }> {
  for await (const row of rows) {
    if ('message' in row) refuse(row)
    else yield { ...row, length: JSON.stringify(row.record).length }
  }
}

const remedies: Readonly<Record<string, string>> = {
  map: '--map "Column=field"',
  dateFormat: '--date-format DMY or MDY',
  decimal: '--decimal , or .',
}

/** What is wrong with a file, with the flag that decides it. */
export function refusalOf({ message, option }: CsvProblem): Error {
  return usageError(option === null ? message : `${message}. Say it by ${remedies[option]}`)
}
