import { limits } from '../limits.ts'
import {
  ImportRecordsBodySchema,
  RecordsEnvelopeSchema,
  RecordsImportedSchema,
  RecordsPartlyImportedSchema,
  type ImportRecordsBody,
  type RecordsImported,
  type RecordsPartlyImported,
} from '../records.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'

export interface RecordRouteInputs {
  importRecords: { body: ImportRecordsBody }
}

export interface RecordRouteOutputs {
  importRecords: RecordsImported | RecordsPartlyImported
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
} as const satisfies { [Name in keyof RecordRouteInputs]: RouteDefinition & { operation: Name } }
