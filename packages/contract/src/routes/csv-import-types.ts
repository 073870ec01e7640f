import * as v from 'valibot'
import { CurrencySchema } from '../currencies.ts'
import { csvKinds, csvOthers, dateOrders, decimals, delimiters } from '../csv-words.ts'
import { jsonObject } from '../json.ts'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { CountSchema } from '../scalars.ts'

const bounds = limits.records
const ColumnNameSchema = v.pipe(v.string(), v.maxLength(bounds.idLength))

/**
 * A table as CSV, and what its rows are. `csv` or `base64` is required.
 * @example {"kind": "customer", "csv": "Company,Domain\nAcme,acme.example\n", "dryRun": true}
 */
export const ImportCsvBodySchema = v.pipe(
  strictObject({
    /** What its rows are: `user` is a person at a customer, `member` one of your own. */
    kind: v.picklist(csvKinds),
    /** The text. Its first row names the columns. */
    csv: v.optional(v.pipe(v.string(), v.maxLength(bounds.bodyBytes))),
    /** The file's bytes as base64: UTF-8, UTF-16 and Windows-1252 are recognised. */
    base64: v.optional(v.pipe(v.string(), v.maxLength(bounds.bodyBytes), v.base64())),
    /** Fields by column names, such as `{"ARR": "traits.arr"}`; null skips one. Others get the field that their name suggests. */
    map: v.optional(v.record(ColumnNameSchema, v.nullable(ColumnNameSchema))),
    /** Default: the one that fits. */
    delimiter: v.optional(v.picklist(delimiters)),
    /** Whether 03/04/2026 begins with the day. Default: what each column shows. */
    dateFormat: v.optional(v.picklist(dateOrders)),
    /** What stands before the cents. Default: what each column shows. */
    decimal: v.optional(v.picklist(decimals)),
    /** Of amounts that name none. ISO 4217. */
    currency: v.optional(CurrencySchema),
    /** Columns without a field: `skip` (default), or `keep` as traits, for opportunities in `record`. */
    others: v.optional(v.picklist(csvOthers), 'skip'),
    /** Validate every row, store nothing. */
    dryRun: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check(
      ({ csv, base64 }) => (csv === undefined) !== (base64 === undefined),
      'is required unless base64 has the file; one of the two',
    ),
    ['csv'],
  ),
)

/** Somebody who is known. */
export const KnownSchema = v.object({
  /** What they are; `member` is one of your own people. */
  type: v.picklist(['customer', 'user', 'member']),
  /** Their public id. */
  id: v.string(),
  /** What they are called; null: it isn't known. */
  name: v.nullable(v.string()),
})

/** What a table came to. */
export const CsvImportSchema = v.object({
  /** True: nothing was stored. */
  dryRun: v.boolean(),
  /** What separates the cells. */
  delimiter: v.string(),
  /** Each column. */
  columns: v.array(
    v.object({
      /** Its name in the first row. */
      name: v.string(),
      /** The field that it fills; null when it is skipped. */
      field: v.nullable(v.string()),
    }),
  ),
  /** What a column can fill; `traits.*` and `record.*` take any name. */
  fields: v.optional(v.array(v.string())),
  /** Rows below the first that aren't empty. */
  rows: CountSchema,
  /** Rows that were stored; of a dry run: that would be. */
  processed: CountSchema,
  /** Rows that were refused. */
  refused: CountSchema,
  /** The first 100 of them. */
  errors: v.array(
    v.object({
      /** The line that the row begins on, from 1. */
      line: CountSchema,
      /** What is wrong there, and the remedy. */
      message: v.string(),
    }),
  ),
  /** Of a dry run: how many of `processed` would add to somebody who is known; the others are about somebody new. */
  updates: v.optional(CountSchema),
  /** Of a dry run: the first 100 of them. */
  known: v.optional(
    v.array(
      v.object({
        /** The line that the row begins on, from 1. */
        line: CountSchema,
        ...KnownSchema.entries,
      }),
    ),
  ),
  /** The first 10 rows as records. */
  records: v.array(jsonObject({ maxBytes: bounds.bodyBytes })),
  /** Of a dry run: what the file doesn't decide. Without a dry run it is a 400. */
  problems: v.array(
    v.object({
      /** The field of the body that decides it. */
      option: v.string(),
      /** What is undecided. */
      message: v.string(),
    }),
  ),
})
