import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CsvFile, type CsvOptions, CsvProblem, openCsv } from '@customer-intel/node-sdk/csv'
import { usageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readBytes } from '../read-input.ts'

/** A table in a file. */
export interface OpenedCsv extends CsvFile {
  /** Deletes what was kept of standard input. */
  close: () => Promise<void>
}

/** Decides how a file is read; standard input, which can be read once, is kept in a file. Rejects with `invalid_input`. */
export async function openCsvFile(path: string, options: CsvOptions, io: Io): Promise<OpenedCsv> {
  const kept = path === '-' ? join(tmpdir(), `svc-${randomUUID()}.csv`) : null
  const close = async () => {
    if (kept !== null) await rm(kept, { force: true })
  }
  try {
    if (kept !== null) await writeFile(kept, readBytes('-', io), { mode: 0o600 })
    const bytes = () =>
      kept === null ? readBytes(path, io) : (createReadStream(kept) as AsyncIterable<Buffer>)
    return { ...(await openCsv(bytes, options)), close }
  } catch (error) {
    await close()
    throw error instanceof CsvProblem ? refusalOf(error) : error
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
