import { AppError, isAppError } from '../errors.ts'
import { encodeRecord, type EventSource } from '../log/record.ts'
import type { OrganizationCounters } from '../metrics/metrics.ts'
import type { Rejection } from '../workspaces/rejections.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { accept } from './accept.ts'
import { noteRefusedBatch, rejectionsOf } from './note-rejections.ts'
import { createUuidV7 } from './uuid-v7.ts'

export interface IngestOptions {
  counters: OrganizationCounters
  /** Unix milliseconds. */
  clock: () => number
  /** True when no string of the payload can hold a NUL or a lone surrogate (see `isPlainlyValid`). Default false. */
  storable?: boolean
  /** Asked before each event: what to wait for so that others get their turn, or null. Default: nothing. */
  pause?: () => Promise<void> | null
  /** Whether this sender may speak for that source: what it rejects with refuses the batch. Default: anybody may. */
  authorize?: (source: EventSource) => Promise<void>
  /** The provider that brings the events. Default: none. */
  origin?: string
  /** Makes one log record, of so many events, durable; what it rejects with, the batch is refused with. Default: the log's own. */
  append?: (record: Uint8Array, count: number) => Promise<unknown>
}

/** What became of a batch: accepted events are durable, the others are reported by their index. */
export interface Ingested {
  processed: number
  errors: { index: number; message: string }[]
}

/**
 * The one entry point for events, whoever sends them: takes a payload of the Ingest API, checks each event, appends what
 * is accepted, counts, and remembers what is refused. Rejects with an AppError: `INVALID_REQUEST` for a malformed batch,
 * `LOG_UNAVAILABLE` when it can't be made durable; then nothing of it was accepted. Takes the payload over.
 */
export function ingest(
  workspace: Pick<Workspace, 'log' | 'rejections'>,
  payload: unknown,
  options: IngestOptions,
): Promise<Ingested> {
  // While the disk is waited for, only the bytes of a batch are held: its objects would outlive two collections.
  return check(workspace, payload, options).then((checked) => store(workspace, checked, options))
}

/** A batch that may be stored, and what is to be said of its events. */
interface Checked extends Ingested {
  /** The log record; null where no event was accepted. */
  bytes: Uint8Array | null
  unidentified: number
  refused: Rejection[]
}

async function check(
  { rejections }: Pick<Workspace, 'rejections'>,
  payload: unknown,
  { clock, storable = false, pause, authorize, origin }: IngestOptions,
): Promise<Checked> {
  const batch = await accept(payload, { receivedAt: clock(), createUuid: createUuidV7, storable, pause })
  if (!batch.ok) {
    const message = batch.issues[0]?.message ?? 'The batch is invalid'
    noteRefusedBatch(rejections, payload, message, clock())
    throw new AppError('INVALID_REQUEST', message, { issues: batch.issues })
  }
  const { record, processed, errors, unidentified } = batch
  if (record !== null) {
    await authorize?.(record.source).catch((error: unknown) => {
      const reason = isAppError(error) ? error.message : 'its API key could not be checked'
      noteRefusedBatch(rejections, payload, reason, clock())
      throw error
    })
  }
  const bytes = record === null ? null : encodeRecord(origin === undefined ? record : { ...record, origin })
  return { bytes, processed, errors, unidentified, refused: rejectionsOf(payload, errors, clock()) }
}

async function store(
  { log, rejections }: Pick<Workspace, 'log' | 'rejections'>,
  { bytes, processed, errors, unidentified, refused }: Checked,
  { counters, append }: IngestOptions,
): Promise<Ingested> {
  if (bytes !== null) {
    await (append === undefined ? log.append(bytes) : append(bytes, processed))
    counters.accepted += processed
  }
  counters.unidentified += unidentified
  counters.invalid += errors.length - unidentified
  for (const rejection of refused) rejections.note(rejection)
  return { processed, errors }
}
