/**
 * Files for `POST /api/records`, read piece by piece: in Node, in a browser and in its workers, with a memory that doesn't
 * grow with the file.
 */
export {
  type CsvColumn,
  type CsvOptions,
  type CsvPlan,
  csvFieldNames,
  CsvProblem,
} from '@customer-intel/contract/csv'
export { type CsvFile, openCsv } from './csv/open-csv.ts'
export {
  type ImportLinesOptions,
  type ImportLinesProgress,
  importLines,
  type KnownLine,
  type Line,
  type Refusal,
} from './csv/import-lines.ts'
