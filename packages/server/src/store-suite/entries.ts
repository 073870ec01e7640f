import { randomUUID } from 'node:crypto'
import type { KeptAnswer } from '../workspaces/answers.ts'
import type { AuditEntry } from '../workspaces/audit-entry.ts'
import type { ErasureReceipt, PendingErasure } from '../workspaces/erasures.ts'
import type { Feedback } from '../workspaces/feedback.ts'
import type { Rejection } from '../workspaces/rejections.ts'

/** Texts that a careless encoding loses: more than Latin, quotes, line ends, a separator that is no line end to JSON. */
export const awkwardText = 'Prüfung "✓" 🦜\n\\n\u2028\t'

const at = '2026-06-01T12:00:00.000Z'

export function answer(id: string, more: Partial<KeptAnswer> = {}): KeptAnswer {
  return { id, fingerprint: 'f'.repeat(64), at: 0, status: 200, body: '{}', ...more }
}

export function refusal(uuid: string, index = 0): Rejection {
  return { at, index, uuid, reason: `events.${index}.url must be a URL: ${awkwardText}` }
}

export function auditEntry(id: string): AuditEntry {
  return {
    id,
    at,
    commandId: 'workspace_settings.update',
    correlationId: randomUUID(),
    apiKeyId: randomUUID(),
    resource: { type: 'workspace_settings', id: 'w' },
    before: { name: null, tags: [] },
    after: { name: awkwardText, tags: ['a'] },
  }
}

export function feedbackOf(id: string): Feedback {
  return {
    id,
    createdAt: at,
    organizationId: 'o',
    apiKeyId: 'k',
    source: 'api',
    body: awkwardText,
    area: null,
    context: { nested: { list: [1, null, awkwardText] } },
  }
}

export function receipt(id: string): ErasureReceipt {
  return {
    id,
    requestedAt: at,
    completedAt: at,
    by: 'operator',
    events: 3,
    sources: 0,
    records: 1,
    masked: 2,
    segments: 1,
  }
}

export function pendingErasure(id: string): PendingErasure {
  return {
    id,
    requestedAt: at,
    by: 'operator',
    keys: ['email:jane@acme.com'],
    person: {
      keys: ['email:jane@acme.com'],
      publicIds: ['u1'],
      names: [awkwardText],
      events: [randomUUID()],
      sources: [],
      attended: [],
      members: [],
      alias: randomUUID(),
    },
  }
}
