import { defineFeature } from '../kernel/operations/define-feature.ts'
import { getSource } from './get-source.ts'
import { importCsv } from './import-csv.ts'
import { importRecordsRoute } from './import-records-route.ts'
import { listSources } from './list-sources.ts'

/** Imported records. */
export const recordsFeature = defineFeature({
  handlers: {
    importRecords: importRecordsRoute,
    importCsv,
  },
  tools: {
    svc_get_source: getSource,
    svc_list_sources: listSources,
  },
})
