import { formatPath } from '@customer-intel/contract'
import { AppError, isAppError } from '../../kernel/errors.ts'
import { encodeRecord, encodeSentBatch, type EventSource, type SentFrom } from '../../kernel/log/record.ts'
import type { OrganizationCounters } from '../../kernel/metrics/metrics.ts'
import type { Log } from '../../kernel/store/ports.ts'
import { type KeptRejection, rejectionLogOf, type Rejections } from '../rejections.ts'
import { type IngestCounts, ingestCountsOf } from '../ingest-counts.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { accept } from './accept.ts'
import { noteRefusedBatch, listRejections, type Sender } from './note-rejections.ts'
import { createUuidV7 } from './uuid-v7.ts'

export interface IngestOptions {
  counters: OrganizationCounters
  /** Unix milliseconds. */
  clock: () => number
  /** True if no string in the payload can contain a NUL or a lone surrogate (see `isPlainlyValid`). Default false. */
  storable?: boolean
  /**
   * The JSON text that the payload was parsed from, if it can be nested in another and has no `\u`. Where nothing in the
   * batch has to change it is kept as it is, which saves a third of the time that a large batch takes. Default: none.
   */
  body?: Buffer | undefined
  /** Called before each event: returns a promise to wait for, so that other work can run, or null. Default: none. */
  pause?: () => Promise<void> | null
  /** Rejects if this sender may not use that source; the batch is rejected with its error. Default: all are allowed. */
  authorize?: (source: EventSource) => Promise<void>
  /** Who sent them with a public key. Default: an API key, or this server itself. */
  sender?: Sender | undefined
  /** What the request says of the browser that sent them; events of other sources have none. Default: nothing. */
  sentFrom?: SentFrom | undefined
  /** The provider that the events come from. Default: none. */
  origin?: string
  /** Appends one log record with this many events, durably; the batch is rejected with its error. Default: to the log. */
  append?: ((record: Uint8Array, count: number) => Promise<unknown>) | undefined
}

/** The result for a batch: accepted events are durable, the others are reported by index. */
export interface Ingested {
  processed: number
  errors: { index: number; message: string }[]
  /** What was corrected in accepted events, or around them (-1). */
  warnings: { index: number; message: string }[]
}

/** Where events of an organization go. */
export interface IngestTarget {
  log: Log
  rejections: Rejections
  counts: IngestCounts
}

export const ingestTargetOf = (workspace: Workspace): IngestTarget => ({
  log: workspace.log,
  rejections: rejectionLogOf(workspace),
  counts: ingestCountsOf(workspace),
})

/**
 * The only entry point for events: takes a payload of the Ingest API, validates each event, appends the accepted ones,
 * counts, and remembers the rejected ones. Rejects with an AppError: `INVALID_REQUEST` for a malformed batch,
 * `LOG_UNAVAILABLE` when it can't be made durable; then no event was accepted. Takes ownership of the payload.
 */
export function ingest(target: IngestTarget, payload: unknown, options: IngestOptions): Promise<Ingested> {
  const { counters, append } = options
  // While waiting for the disk only the encoded bytes stay in memory: the objects would survive two garbage collections.
  return check(target, payload, options).then((checked) => store(target, checked, { counters, append }))
}

/** A validated batch, and the response about its events. */
interface Checked extends Ingested {
  /** The log record; null if all events were rejected. */
  bytes: Uint8Array | null
  unidentified: number
  refused: KeptRejection[]
}

async function check(
  { rejections }: IngestTarget,
  payload: unknown,
  { clock, storable = false, body, pause, authorize, sender, sentFrom, origin }: IngestOptions,
): Promise<Checked> {
  const batch = await accept(payload, { receivedAt: clock(), createUuid: createUuidV7, storable, pause })
  if (!batch.ok) {
    const [first] = batch.issues
    const message = first?.message ?? 'The batch is invalid'
    const field = first === undefined || first.path.length === 0 ? null : formatPath(first.path)
    const refusal = { kind: 'invalid_batch', field, message } as const
    noteRefusedBatch(rejections, payload, refusal, { now: clock(), sender })
    throw new AppError('INVALID_REQUEST', message, { issues: batch.issues })
  }
  const { record, processed, errors, warnings, unidentified } = batch
  if (record !== null) {
    await authorize?.(record.source).catch((error: unknown) => {
      const message = isAppError(error) ? error.message : 'its API key could not be checked'
      const refusal = { kind: 'unauthorized_source', field: 'source', message } as const
      noteRefusedBatch(rejections, payload, refusal, { now: clock(), sender })
      throw error
    })
  }
  const sent = batch.isUnchanged && origin === undefined ? body : undefined
  if (record?.source === 'client') Object.assign(record, sentFrom)
  const bytes =
    record === null
      ? null
      : sent
        ? encodeSentBatch(sent, record)
        : encodeRecord(origin === undefined ? record : { ...record, origin })
  return {
    bytes,
    processed,
    errors: errors.map(({ index, message }) => ({ index, message })),
    warnings,
    unidentified,
    refused: listRejections(payload, errors, { now: clock(), sender }),
  }
}

async function store(
  { log, rejections, counts }: IngestTarget,
  { bytes, processed, errors, warnings, unidentified, refused }: Checked,
  { counters, append }: Pick<IngestOptions, 'counters' | 'append'>,
): Promise<Ingested> {
  if (bytes !== null) {
    await (append === undefined ? log.append(bytes) : append(bytes, processed))
    counters.accepted += processed
    counts.accepted(processed)
  }
  counters.unidentified += unidentified
  counters.invalid += errors.length - unidentified
  for (const rejection of refused) rejections.note(rejection)
  return { processed, errors, warnings }
}
