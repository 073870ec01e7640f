import { partOf } from '../../kernel/workspace/part.ts'
import type { JsonObject } from '@customer-intel/contract'
import type { ApiKey } from '../../kernel/workspace/workspace-document.ts'

/** Feedback for the operators of the server. The sender is known from the key, not from the request. */
export interface Feedback {
  id: string
  /** ISO 8601, UTC. */
  createdAt: string
  organizationId: string
  apiKeyId: string
  /** The kind of client that the key was made for. */
  source: ApiKey['keyType']
  body: string
  area: string | null
  context: JsonObject | null
}

/** Feedback for the operators of the server. */
export const feedbackOf = partOf((workspace) => workspace.journal<Feedback>('feedback', 'Feedback'))
