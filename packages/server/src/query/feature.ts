import { defineFeature } from '../kernel/operations/define-feature.ts'
import { queryCsv } from './query-csv.ts'
import { query } from './query.ts'
import { schemaTool } from './schema-tool.ts'

declare module '../kernel/operations/services.ts' {
  interface ServicesConfig {
    /** How long one `svc_query` may run, in milliseconds. */
    queryTimeoutMs: number
  }
}

/** SQL over the views. */
export const queryFeature = defineFeature({
  tools: {
    svc_query: query,
    svc_schema: schemaTool,
  },
  streams: { queryCsv },
})
