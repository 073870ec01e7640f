import { randomUUID } from 'node:crypto'
import type { CommandResource } from '@customer-intel/contract'
import { correlationIdOf } from './correlation-id.ts'
import type { RouteContext } from './route-handler.ts'

export interface Change {
  commandId: string
  resource: CommandResource
  before: object
  after: object
}

/**
 * Writes the audit entry of a change, durably, and resolves with its id. Call it before the change itself: then no
 * change is without an entry, and an entry whose change failed tells of an attempt.
 */
export async function recordChange(
  { workspace, apiKey, clock, requestId }: RouteContext,
  { commandId, resource, before, after }: Change,
): Promise<string> {
  const id = randomUUID()
  await workspace.audit.append({
    id,
    at: new Date(clock()).toISOString(),
    commandId,
    correlationId: correlationIdOf(requestId),
    apiKeyId: apiKey.id,
    resource,
    before,
    after,
  })
  return id
}
