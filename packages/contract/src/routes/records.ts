import * as v from 'valibot'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { RecordInputSchema } from '../records.ts'
import { CountSchema } from '../scalars.ts'
import { CsvImportSchema, ImportCsvBodySchema, KnownSchema } from './csv-import-types.ts'
import { commandRoute, errorResponses, defineRoutes } from './definition.ts'

const bounds = limits.records

/**
 * Body of `POST /api/records`.
 * @example {"records": [{"kind": "customer", "customerId": "acct_1137", "name": "Alder Logistics", "traits": {"plan": "pro"}}]}
 */
export const ImportRecordsBodySchema = strictObject({
  /** 1 to 1,000. */
  records: v.pipe(v.array(RecordInputSchema), v.minLength(1), v.maxLength(bounds.recordsPerRequest)),
  /** Validate them, store nothing. Default false. */
  dryRun: v.optional(v.boolean(), false),
})
/** The body with its records not looked into yet: each is checked by itself, so that one bad record harms no other. */
export const RecordsEnvelopeSchema = strictObject({
  records: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(bounds.recordsPerRequest)),
  dryRun: v.optional(v.boolean(), false),
})

/** Whom a record is about, where they are known already. */
export const KnownRecordSchema = v.object({
  /** Its place in what was sent, from 0. */
  index: CountSchema,
  ...KnownSchema.entries,
})

/** 200: every record is durable; of a dry run: valid. */
export const RecordsImportedSchema = v.object({
  /** True: every record was stored. */
  success: v.literal(true),
  /** How many were stored. */
  processed: CountSchema,
  /** Of a dry run: the records about somebody who is known already, to whom they add. The others are about somebody new. */
  known: v.optional(v.array(KnownRecordSchema)),
})

/** 207: `processed` records are durable; the others were refused, for the reason given at their index. */
export const RecordsPartlyImportedSchema = v.object({
  /** False: some were refused. */
  success: v.literal(false),
  /** How many were stored. */
  processed: CountSchema,
  /** Each refused one. */
  errors: v.array(
    v.object({
      /** Its place in what was sent, from 0. */
      index: CountSchema,
      /** Where in the record. */
      path: v.array(v.union([v.string(), v.number()])),
      /** What is wrong there, and the remedy; then what else is wrong with it. */
      message: v.string(),
    }),
  ),
  /** Of a dry run: the records about somebody who is known already. */
  known: v.optional(v.array(KnownRecordSchema)),
})

export const recordRoutes = defineRoutes({
  importRecords: {
    method: 'POST',
    path: '/api/records',
    sdk: 'records.import',
    svc: null,
    summary: 'Bring in sources, facts, customers, users, members and revenue',
    description:
      'Takes 1 to 1,000 records. A record with the key of an earlier one replaces it. Those that are refused stand in `errors`, by index; the others are stored.',
    tag: 'records',
    auth: 'apiKey',
    grant: 'integrations:manage',
    body: ImportRecordsBodySchema,
    envelope: RecordsEnvelopeSchema,
    bodyLimitBytes: limits.records.bodyBytes,
    responses: {
      200: RecordsImportedSchema,
      207: RecordsPartlyImportedSchema,
      ...errorResponses('simple', [400, 401, 403, 413, 415, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
  importCsv: commandRoute({
    method: 'POST',
    path: '/api/records/csv',
    sdk: 'records.importCsv',
    svc: null,
    summary: 'Bring in a spreadsheet of customers, people, members, revenue or opportunities',
    description:
      'Each row becomes a record; again with the same keys it replaces them. Begin with `dryRun`: it shows which column fills which field, the first rows as records, and every row that would be refused.',
    tag: 'records',
    grant: 'integrations:manage',
    commandId: 'records.importCsv',
    body: ImportCsvBodySchema,
    bodyLimitBytes: limits.records.bodyBytes,
    data: v.object({ import: CsvImportSchema }),
    failures: [500],
    idempotent: true,
  }),
})
