import type { IngestSource, RejectionKind } from '@customer-intel/contract'
import { ingestCountsOf } from './ingest-counts.ts'
import { partOf } from '../kernel/workspace/part.ts'
import type { Journals } from '../kernel/store/ports.ts'
import { reasonOf } from '../kernel/reason-of.ts'

/** An event, or a request, that was rejected. Of its content only uuid and name are kept. */
export interface KeptRejection {
  /** ISO 8601, UTC. */
  at: string
  /** Position in its batch; null: its events weren't looked at. */
  index: number | null
  /** Lower case; null: it has none. */
  uuid: string | null
  /** Names the field and the remedy. */
  reason: string
  kind: RejectionKind
  field: string | null
  eventName: string | null
  origin: string | null
  publicKey: string | null
  source: IngestSource | null
  /** How many at once, of those without a uuid. Absent: 1. */
  count?: number
}

/** The last rejections of one organization, for explanations: a bounded number, and losing them does no harm. */
export interface Rejections {
  /** Returns at once; rejections that come faster than they can be written are dropped. */
  note(rejection: KeptRejection): void
  /** All known rejections of an event, oldest first. */
  find(uuid: string): Promise<KeptRejection[]>
  /** All that are kept, oldest first. */
  list(): Promise<KeptRejection[]>
  /** Calls `listener` with each one that this process notes. Returns a function that unsubscribes. */
  subscribe(listener: (rejection: KeptRejection) => void): () => void
  /** Writes what is buffered. */
  close(): Promise<void>
}

const name = 'rejections'
/** Size of the journal, approximately. */
const keepBytes = 1024 * 1024
/** Delay before rejections are written together. */
const writeAfterMs = 500
/** Limit of the buffer: a faulty sender must not fill the memory. */
const maxWaiting = 1_000

/** Rejections in a journal that drops the oldest. Not synced: a crash may lose the last ones. */
export function openRejections(
  journals: Journals,
  { onProblem }: { onProblem: (problem: string) => void },
): Rejections {
  let waiting: KeptRejection[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  /** Those of `waiting` without a uuid, by what they have in common: a sender in a loop fills neither memory nor journal. */
  const anonymous = new Map<string, KeptRejection>()
  const listeners = new Set<(rejection: KeptRejection) => void>()

  function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const entries = waiting
    waiting = []
    anonymous.clear()
    if (entries.length > 0)
      writing = writing
        .then(() => journals.append(name, entries, { keepBytes, durable: false }))
        .catch((error: unknown) => onProblem(`Refused events can't be noted: ${reasonOf(error)}`))
    return writing
  }

  async function list(): Promise<KeptRejection[]> {
    await write()
    return journals.read<KeptRejection>(name)
  }

  return {
    note(rejection) {
      for (const listener of listeners) listener(rejection)
      const name = rejection.uuid === null ? `${likenessOf(rejection)} ${rejection.reason}` : null
      const alike = name === null ? undefined : anonymous.get(name)
      if (alike) alike.count = (alike.count ?? 1) + 1
      else if (waiting.length < maxWaiting) {
        const kept = { ...rejection }
        waiting.push(kept)
        if (name !== null) anonymous.set(name, kept)
      }
      timer ??= setTimeout(() => void write(), writeAfterMs).unref()
    },
    find: async (uuid) => (await list()).filter((rejection) => rejection.uuid === uuid),
    list,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: write,
  }
}

/** Equal for rejections of the same kind, whose sender does the same thing wrong. */
export function likenessOf({ kind, field, eventName, origin, publicKey, source }: KeptRejection): string {
  return JSON.stringify([kind, field, eventName, origin, publicKey, source])
}

/** The last rejections. */
export const rejectionLogOf = partOf((workspace) => {
  const rejections = openRejections(workspace.journals, { onProblem: workspace.onProblem })
  const counts = ingestCountsOf(workspace)
  rejections.subscribe(({ kind }) => counts.rejected(kind))
  workspace.onClose(() => rejections.close())
  return rejections
})
