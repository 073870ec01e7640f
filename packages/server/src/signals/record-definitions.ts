import { encodeRecord } from '../kernel/log/record.ts'
import type { ProjectedSignal } from './occurrence-read-types.ts'
import type { LeaseContext } from '../kernel/background/under-lease.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { definitionOf, type StoredSignal } from './signals.ts'

/**
 * Appends definitions to the log that differ from the ones in the document: whoever changed the document may have been
 * killed before the append. Resolves whether there were any.
 */
export async function recordDefinitions(
  { log }: Workspace,
  { lease, signal }: LeaseContext,
  stored: readonly StoredSignal[],
  { projected, receivedAt }: { projected: readonly ProjectedSignal[]; receivedAt: number },
): Promise<boolean> {
  const known = new Map(projected.map((one) => [one.signalId, JSON.stringify(one.signal)]))
  let isAnyNew = false
  for (const one of stored) {
    const definition = one.archivedAt === null ? definitionOf(one) : null
    if ((known.get(one.id) ?? null) === (definition && JSON.stringify(definition))) continue
    signal.throwIfAborted()
    await log.append(encodeRecord({ kind: 'signal', receivedAt, signalId: one.id, signal: definition }), {
      lease,
    })
    isAnyNew = true
  }
  return isAnyNew
}

/** Changes whenever somebody changed a definition, on any node. */
export function stateOf(signals: readonly StoredSignal[]): string {
  const latest = signals.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), '')
  return `${signals.length} ${latest}`
}
