import * as v from 'valibot'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { RecordInputSchema, type RecordInput } from '../records.ts'
import { CountSchema } from '../scalars.ts'
import type { CommandSuccess } from '../command-envelope.ts'
import {
  type CsvImport,
  CsvImportSchema,
  type ImportCsvBody,
  ImportCsvBodySchema,
} from './csv-import-types.ts'
import { commandRoute, errorResponses, type RouteDefinition } from './definition.ts'

/**
 * Body of `POST /api/records`.
 * @example {"records": [{"kind": "customer", "customerId": "acct_1137", "name": "Alder Logistics", "traits": {"plan": "pro"}}]}
 */
export interface ImportRecordsBody {
  /** 1 to 1,000. */
  records: RecordInput[]
  /** Validate them, store nothing. Default false. */
  dryRun?: boolean
}
/** 200: every record is durable; of a dry run: valid. */
export interface RecordsImported {
  /** True: every record was stored. */
  success: true
  /** How many were stored. */
  processed: number
}
/** 207: `processed` records are durable; the others were refused, for the reason given at their index. */
export interface RecordsPartlyImported {
  /** False: some were refused. */
  success: false
  /** How many were stored. */
  processed: number
  /** Each refused one. */
  errors: {
    /** Its place in what was sent, from 0. */
    index: number /** Keys from the record to the field. */
    /** Where in the record. */
    path: (string | number)[] /** Names the field and the remedy. */
    /** What is wrong there, and the remedy. */
    message: string
  }[]
}

const bounds = limits.records

/** The whole body, for the OpenAPI document and for senders that check before they send. */
export const ImportRecordsBodySchema = strictObject({
  records: v.pipe(v.array(RecordInputSchema), v.minLength(1), v.maxLength(bounds.recordsPerRequest)),
  dryRun: v.optional(v.boolean(), false),
}) satisfies v.GenericSchema<ImportRecordsBody>
/** The body with its records not looked into yet: each is checked by itself, so that one bad record harms no other. */
export const RecordsEnvelopeSchema = strictObject({
  records: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(bounds.recordsPerRequest)),
  dryRun: v.optional(v.boolean(), false),
})

export const RecordsImportedSchema = v.object({
  success: v.literal(true),
  processed: CountSchema,
}) satisfies v.GenericSchema<RecordsImported>

export const RecordsPartlyImportedSchema = v.object({
  success: v.literal(false),
  processed: CountSchema,
  errors: v.array(
    v.object({
      index: CountSchema,
      path: v.array(v.union([v.string(), v.number()])),
      message: v.string(),
    }),
  ),
}) satisfies v.GenericSchema<RecordsPartlyImported>

export interface RecordRouteInputs {
  importRecords: { body: ImportRecordsBody }
  importCsv: { body: ImportCsvBody }
}

export interface RecordRouteOutputs {
  importRecords: RecordsImported | RecordsPartlyImported
  importCsv: CommandSuccess<{ import: CsvImport }>
}

export const recordRoutes = {
  importRecords: {
    operation: 'importRecords',
    method: 'POST',
    path: '/api/records',
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
    operation: 'importCsv',
    method: 'POST',
    path: '/api/records/csv',
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
} as const satisfies { [Name in keyof RecordRouteInputs]: RouteDefinition & { operation: Name } }
