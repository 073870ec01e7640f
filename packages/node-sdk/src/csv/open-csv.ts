import {
  type CsvOptions,
  type CsvPlan,
  decodeText,
  detectEncoding,
  planCsv,
  readCsvRecords,
} from '@customer-intel/contract/csv'
import type { Line } from './import-lines.ts'

/** A table that was looked at as a whole. */
export interface CsvFile {
  /** How it is read. With one of its `problems` nothing should be stored. */
  plan: CsvPlan
  /** Its rows as records, for {@link importLines}. */
  lines: () => AsyncGenerator<Line>
}

/**
 * Decides how a table is read: encoding, delimiter, what its columns fill, what its dates and amounts mean. `open` gives its
 * bytes from the begin, and is called anew for each time that they are read: three times in all. Rejects with `CsvProblem`
 * where it can't be read.
 */
export async function openCsv(open: () => AsyncIterable<Uint8Array>, options: CsvOptions): Promise<CsvFile> {
  const detector = detectEncoding()
  for await (const piece of open()) detector.add(piece)
  const text = () => decodeText(open(), detector.encoding())
  const plan = await planCsv(text, options)
  const today = new Date().toISOString().slice(0, 10)
  return { plan, lines: () => readCsvRecords(text, plan, { today }) }
}
