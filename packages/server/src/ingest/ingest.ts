import { AppError, isAppError } from '../errors.ts'
import { encodeRecord, type EventSource } from '../log/record.ts'
import type { OrganizationCounters } from '../metrics/metrics.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { accept } from './accept.ts'
import { noteRefusedBatch, noteRejections } from './note-rejections.ts'
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
}

/** What became of a batch: accepted events are durable, the others are told by their index. */
export interface Ingested {
  processed: number
  errors: { index: number; message: string }[]
}

/**
 * The one entrance for events, whoever brings them: takes a payload of the Ingest API, checks each event, appends what
 * is accepted, counts, and remembers what is refused. Rejects with an AppError: `INVALID_REQUEST` for a malformed batch,
 * `LOG_UNAVAILABLE` when it can't be made durable; then nothing of it was accepted. Takes the payload over.
 */
export async function ingest(
  workspace: Pick<Workspace, 'log' | 'rejections'>,
  payload: unknown,
  { counters, clock, storable = false, pause, authorize }: IngestOptions,
): Promise<Ingested> {
  const { log, rejections } = workspace
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
    await log.append(encodeRecord(record))
    counters.accepted += processed
  }
  if (errors.length > 0) {
    counters.unidentified += unidentified
    counters.invalid += errors.length - unidentified
    noteRejections(rejections, payload, errors, clock())
  }
  return { processed, errors }
}
