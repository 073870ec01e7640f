/** Reading CSV: how a file becomes records for `POST /api/records`. Not in the front door, for its parser's size. */
export { type CsvEncoding, decodeText, detectEncoding } from './csv/decode.ts'
export { csvFieldNames } from './csv/fields.ts'
export { type CsvColumn, type CsvOptions, type CsvPlan, type OpenText, planCsv } from './csv/plan.ts'
export { type CsvRecord, readCsvRecords } from './csv/records.ts'
export { CsvProblem } from './csv/rows.ts'
