import * as v from 'valibot'
import { csvKinds, csvOthers, dateOrders, decimals, delimiters } from '../csv-words.ts'
import { jsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { strictObject } from '../objects.ts'
import { CountSchema } from '../scalars.ts'

/**
 * A table as CSV, and what its rows are. `csv` or `base64` is required.
 * @example {"kind": "customer", "csv": "Company,Domain\nAcme,acme.example\n", "dryRun": true}
 */
export interface ImportCsvBody {
  /** What its rows are: `user` is a person at a customer, `member` one of your own. */
  kind: (typeof csvKinds)[number]
  /** The text. Its first row names the columns. */
  csv?: string
  /** The file's bytes as base64: UTF-8, UTF-16 and Windows-1252 are recognised. */
  base64?: string
  /** Fields by column names, such as `{"ARR": "traits.arr"}`; null skips one. Others get the field that their name suggests. */
  map?: Record<string, string | null>
  /** Default: the one that fits. */
  delimiter?: (typeof delimiters)[number]
  /** Whether 03/04/2026 begins with the day. Default: what each column shows. */
  dateFormat?: (typeof dateOrders)[number]
  /** What stands before the cents. Default: what each column shows. */
  decimal?: (typeof decimals)[number]
  /** Of amounts that name none. ISO 4217. */
  currency?: string
  /** Columns without a field: `skip` (default), or `keep` as traits, for opportunities in `record`. */
  others?: (typeof csvOthers)[number]
  /** Validate every row, store nothing. */
  dryRun?: boolean
}

/** What a table came to. */
export interface CsvImport {
  /** True: nothing was stored. */
  dryRun: boolean
  /** What separates the cells. */
  delimiter: string
  /** Each column. */
  columns: {
    /** Its name in the first row. */
    name: string
    /** The field that it fills; null when it is skipped. */
    field: string | null
  }[]
  /** Rows below the first that aren't empty. */
  rows: number
  /** Rows that were stored; of a dry run: that would be. */
  processed: number
  /** Rows that were refused. */
  refused: number
  /** The first 100 of them. */
  errors: {
    /** The line that the row begins on, from 1. */
    line: number
    /** What is wrong there, and the remedy. */
    message: string
  }[]
  /** The first 10 rows as records. */
  records: JsonObject[]
  /** Of a dry run: what the file doesn't decide. Without a dry run it is a 400. */
  problems: {
    /** The field of the body that decides it. */
    option: string
    /** What is undecided. */
    message: string
  }[]
}

const bounds = limits.records
const ColumnNameSchema = v.pipe(v.string(), v.maxLength(bounds.idLength))

export const ImportCsvBodySchema = v.pipe(
  strictObject({
    kind: v.picklist(csvKinds),
    csv: v.optional(v.pipe(v.string(), v.maxLength(bounds.bodyBytes))),
    base64: v.optional(v.pipe(v.string(), v.maxLength(bounds.bodyBytes), v.base64())),
    map: v.optional(v.record(ColumnNameSchema, v.nullable(ColumnNameSchema))),
    delimiter: v.optional(v.picklist(delimiters)),
    dateFormat: v.optional(v.picklist(dateOrders)),
    decimal: v.optional(v.picklist(decimals)),
    currency: v.optional(
      v.pipe(v.string(), v.regex(/^[A-Za-z]{3}$/, 'must be a currency of ISO 4217, such as EUR')),
    ),
    others: v.optional(v.picklist(csvOthers), 'skip'),
    dryRun: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check(
      ({ csv, base64 }) => (csv === undefined) !== (base64 === undefined),
      'is required unless base64 has the file; one of the two',
    ),
    ['csv'],
  ),
) satisfies v.GenericSchema<ImportCsvBody>

export const CsvImportSchema = v.object({
  dryRun: v.boolean(),
  delimiter: v.string(),
  columns: v.array(v.object({ name: v.string(), field: v.nullable(v.string()) })),
  rows: CountSchema,
  processed: CountSchema,
  refused: CountSchema,
  errors: v.array(v.object({ line: CountSchema, message: v.string() })),
  records: v.array(jsonObject({ maxBytes: bounds.bodyBytes })),
  problems: v.array(v.object({ option: v.string(), message: v.string() })),
}) satisfies v.GenericSchema<CsvImport>
