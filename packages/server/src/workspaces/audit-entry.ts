/** That a key changed something of the organization's configuration: what it was, and what it became. */
export interface AuditEntry {
  /** What the command's answer calls `auditId`. */
  id: string
  /** ISO 8601, UTC. */
  at: string
  commandId: string
  /** Of the command's answer. */
  correlationId: string
  apiKeyId: string
  resource: { type: string; id: string }
  before: object
  after: object
}
