import { retentionRunsOf } from './retention-run.ts'
import { encodeRecord, type LogRecord, parseRecord } from '../kernel/log/record.ts'
import type { LogChange } from '../kernel/store/ports.ts'
import type { LeaseContext } from '../kernel/background/under-lease.ts'
import { changeUntil } from '../kernel/work/log-rewrites.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { erasuresOf } from './erasures.ts'
import { shortenJson } from '../kernel/log/shorten-json.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Deletes events older than this many days from the log and the read models, and writes a journal entry. Identify events
 * stay, since without them newer events would be anonymous; `person erase` deletes a person completely. Records stay,
 * too. Killed and run again, it completes; `signal` aborts it when the lease is lost. Resolves with the number of deleted
 * events.
 */
export async function deleteOldEvents(
  workspace: Workspace,
  { days, now, by, signal }: { days: number; now: number; by: string; signal: AbortSignal },
): Promise<number> {
  const { log, replicas, rewrites } = workspace
  const runs = retentionRunsOf(workspace)
  const before = retentionCutoff(now, days)
  const found = createOldEventsRemover(before)
  await log.rewrite({ isUnwanted: () => false, payload: (payload) => (found.payload(payload), payload) })
  const wasKilled = (await runs.read()).at(-1)?.status === 'BEGUN'
  if (found.removed === 0 && !wasKilled) return 0
  signal.throwIfAborted()
  const run = { at: new Date(now).toISOString(), by, before: new Date(before).toISOString() }
  await runs.append({ status: 'BEGUN', ...run, events: found.removed })
  await rewrites.exclusive(async () => {
    await log.rewrite(changeUntil(signal, createOldEventsRemover(before)))
    signal.throwIfAborted()
    await replicas.rebuild(signal)
  })
  signal.throwIfAborted()
  await runs.append({ status: 'DONE', ...run, events: found.removed })
  return found.removed
}

/** Unix milliseconds before which events are older than this many days. */
export const retentionCutoff = (now: number, days: number): number => now - days * dayMs

/** Applies the organization's setting once a day. */
export function createRetention(
  clock: () => number,
): (workspace: Workspace, context: Pick<LeaseContext, 'signal'>) => Promise<void> {
  const done = new WeakMap<Workspace, number>()
  return async (workspace, { signal }) => {
    const { days } = workspace.document.retention
    const now = clock()
    if (days === null || now - (done.get(workspace) ?? Number.NEGATIVE_INFINITY) < dayMs) return
    // Both rewrite the log; an erasure goes first, since a person requested it.
    await erasuresOf(workspace).resume()
    await deleteOldEvents(workspace, { days, now, by: 'server', signal })
    done.set(workspace, now)
  }
}

/** The change that deletes events from before a time, Unix milliseconds, from the log. */
export function createOldEventsRemover(before: number): LogChange & { readonly removed: number } {
  let removed = 0
  return {
    get removed() {
      return removed
    },
    isUnwanted: () => false,
    payload(payload) {
      const record = parse(payload)
      if (record?.kind !== 'events' || !Array.isArray(record.events)) return payload
      const kept = record.events.filter(({ type, timestamp }) => type === 'identify' || !(timestamp < before))
      if (kept.length === record.events.length) return payload
      removed += record.events.length - kept.length
      if (kept.length === 0) return null
      const encoded = encodeRecord({ ...record, events: kept })
      return encoded.length <= payload.length ? encoded : shortenJson(encoded)
    },
  }
}

/** Null for an undecodable record: it is in quarantine. */
function parse(payload: Uint8Array): LogRecord | null {
  try {
    return parseRecord(payload)
  } catch {
    return null
  }
}
