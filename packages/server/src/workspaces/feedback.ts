import type { JsonObject } from '@customer-intel/contract'
import type { ApiKey } from './workspace-document.ts'

/** What somebody told the people who run this server. Who it was comes from the key, never from what was sent. */
export interface Feedback {
  id: string
  /** ISO 8601, UTC. */
  createdAt: string
  organizationId: string
  apiKeyId: string
  /** What kind of client the key was made for. */
  source: ApiKey['keyType']
  body: string
  area: string | null
  context: JsonObject | null
}
