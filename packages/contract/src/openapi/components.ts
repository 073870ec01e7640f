import type * as v from 'valibot'
import * as errors from '../errors.ts'
import { IdentityKeySchema } from '../identity-key.ts'
import * as ingest from '../ingest.ts'
import * as messages from '../notification-message.ts'
import { PaginationSchema } from '../pagination.ts'
import * as recordSchemas from '../records.ts'
import * as routeSchemas from '../routes/index.ts'
import { MayBeStaleSchema } from '../staleness.ts'
import * as toolSchemas from '../tools/index.ts'

/** The schemas that the OpenAPI document names and refers to: each export `…Schema` by its name without the ending. */
export const components: Record<string, v.GenericSchema> = nameSchemas({
  ...errors,
  ...ingest,
  ...messages,
  ...recordSchemas,
  ...routeSchemas,
  ...toolSchemas,
  IdentityKeySchema,
  PaginationSchema,
  MayBeStaleSchema,
})

function nameSchemas(exported: Record<string, unknown>): Record<string, v.GenericSchema> {
  const named = new Map<v.GenericSchema, string>()
  for (const [name, value] of Object.entries(exported)) {
    if (!name.endsWith('Schema') || !isWorthAName(value)) continue
    const short = name.slice(0, -'Schema'.length)
    const known = named.get(value)
    // A schema under two names takes the shorter: Source, not GetSourceOutput.
    if (known === undefined || short.length < known.length) named.set(value, short)
  }
  return Object.fromEntries([...named].map(([schema, name]) => [name, schema]))
}

/** Objects, variants and lists of words are. */
function isWorthAName(value: unknown): value is v.GenericSchema {
  if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== 'schema')
    return false
  return 'entries' in value || 'options' in value
}
