/** A change of an organization's configuration by an API key: before and after. */
export interface AuditEntry {
  /** `auditId` in the command's answer. */
  id: string
  /** ISO 8601, UTC. */
  at: string
  commandId: string
  /** As in the command's answer. */
  correlationId: string
  apiKeyId: string
  resource: { type: string; id: string }
  before: object
  after: object
}
