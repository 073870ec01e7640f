import {
  formatIssues,
  formatPath,
  type InputIssue,
  type IngestEnvelope,
  type IngestEvent,
  IngestEnvelopeSchema,
  IngestEventSchema,
  isJsonObject,
  limits,
  summariseIssues,
  validate,
} from '@customer-intel/contract'
import * as v from 'valibot'
import type { EventsRecord, StoredEvent } from '../../kernel/log/record.ts'
import { eventTime, skewOf, toMilliseconds } from './event-time.ts'
import { isPlainBatch, isPlainlyValid } from './fast-check-event.ts'
import { type BatchIdentity, findIdentityFault } from './identity-rules.ts'
import { batchShape, createNotes, eventShape, correct, type Notes } from './correct.ts'
import { sanitise, sanitiseIdentity } from './sanitise.ts'

/** A batch that is malformed as a whole: nothing of it is accepted. */
export interface MalformedBatch {
  ok: false
  issues: InputIssue[]
}

/** A well-formed batch: the record for the log, and the rejected events. */
export interface AcceptedBatch {
  ok: true
  /** Null when all events were rejected. */
  record: EventsRecord | null
  /** True if the record has what the payload has, no more and no less. */
  isUnchanged: boolean
  processed: number
  /** Rejected events, in the order of the batch. */
  errors: RejectedEvent[]
  /** What was corrected in accepted events (by index) and around them (-1). */
  warnings: { index: number; message: string }[]
  /** Rejected events that don't say whom they belong to; the others violate the contract. */
  unidentified: number
}

/** Why an event of a batch was rejected. */
export interface RejectedEvent {
  index: number
  kind: 'invalid_event' | 'unidentified'
  /** The first wrong field; null: none alone. */
  field: string | null
  message: string
}

export interface AcceptOptions {
  /** Server time, Unix milliseconds. */
  receivedAt: number
  /** Creates the uuid of an event without one. */
  createUuid: (timeMs: number) => string
  /** True if no string in the payload can contain a NUL or a lone surrogate (see `isPlainlyValid`). */
  storable: boolean
  /** Called before each event: returns a promise to wait for, so that other work can run, or null. Default: none. */
  pause?: () => Promise<void> | null
}

/**
 * Turns a parsed payload into the record to append: validates each event separately, removes private data, and sets
 * missing uuids and times. Pure, except that it takes ownership of the payload and changes its events in place.
 */
export async function accept(
  payload: unknown,
  options: AcceptOptions,
): Promise<MalformedBatch | AcceptedBatch> {
  const envelope = readEnvelope(payload, options.storable)
  if (!envelope.ok) return envelope
  const { events: candidates, ...batch } = envelope.value
  const { receivedAt } = options
  const skewMs = skewOf(batch.sentAt, receivedAt)
  const events: StoredEvent[] = []
  const errors: RejectedEvent[] = []
  const warnings: { index: number; message: string }[] = []
  const warn = (index: number, { list }: Notes): void => {
    if (list.length > 0)
      warnings.push({ index, message: `${index < 0 ? '' : `events[${index}]: `}${list.join('; ')}` })
  }
  warn(-1, envelope.notes)
  let unidentified = 0
  let isUnchanged = !sanitiseIdentity(batch) && envelope.isUnchanged
  for (let index = 0; index < candidates.length; index += 1) {
    const pause = options.pause?.() ?? null
    if (pause !== null) await pause
    const candidate = candidates[index]
    const notes = createNotes()
    const event = readEvent(candidate, options.storable, notes)
    const fault = event instanceof Fault ? event : identityFaultOf(event, batch)
    if (event instanceof Fault || fault !== null) {
      const { kind, field, message } = fault!
      errors.push({ index, kind, field, message: `events[${index}]: ${message}` })
      if (kind === 'unidentified') unidentified += 1
    } else {
      const isChanged = prepare(event, { ...options, skewMs, notes })
      isUnchanged &&= event === candidate && !isChanged
      warn(index, notes)
      events.push(event as StoredEvent)
    }
  }
  isUnchanged &&= errors.length === 0 && warnings.length === 0
  const record: EventsRecord | null =
    events.length === 0 ? null : { kind: 'events', receivedAt, ...batch, events }
  return { ok: true, record, isUnchanged, processed: events.length, errors, warnings, unidentified }
}

function readEnvelope(
  payload: unknown,
  storable: boolean,
): { ok: true; value: IngestEnvelope; isUnchanged: boolean; notes: Notes } | MalformedBatch {
  const notes = createNotes()
  if (isPlainBatch(payload, storable)) {
    return { ok: true, value: { ...payload, source: payload.source ?? 'client' }, isUnchanged: true, notes }
  }
  const max = limits.ingest.eventsPerRequest
  const count = countEvents(payload)
  // Checked before the schema validates each: a body can hold half a million.
  if (count > max) {
    const message = `events must have at most ${max} items; it has ${count}. Send them in several requests.`
    return { ok: false, issues: [{ path: ['events'], message }] }
  }
  if (isJsonObject(payload)) {
    payload['sentAt'] = toMilliseconds(payload['sentAt'])
    const found = correct(payload, batchShape, IngestEnvelopeSchema, { notes, storable })
    if (found.success) return { ok: true, value: found.output, isUnchanged: false, notes }
  }
  const result = validate(IngestEnvelopeSchema, payload)
  return result.ok ? { ...result, isUnchanged: false, notes } : result
}

function countEvents(payload: unknown): number {
  if (typeof payload !== 'object' || payload === null || !('events' in payload)) return 0
  return Array.isArray(payload.events) ? payload.events.length : 0
}

/** A class, since an event may have any field. */
class Fault implements Omit<RejectedEvent, 'index'> {
  constructor(
    readonly kind: RejectedEvent['kind'],
    readonly field: string | null,
    readonly message: string,
  ) {}
}

/** The valid event, or the problem with it. Notes what had to be corrected. */
function readEvent(candidate: unknown, storable: boolean, notes: Notes): IngestEvent | Fault {
  if (isPlainlyValid(candidate, storable)) return candidate
  if (!isJsonObject(candidate)) return wordFault(v.safeParse(IngestEventSchema, candidate).issues)
  if (candidate['timestamp'] !== undefined) candidate['timestamp'] = toMilliseconds(candidate['timestamp'])
  const result = correct(candidate, eventShape, IngestEventSchema, { notes, storable })
  return result.success ? result.output : wordFault(result.issues)
}

function wordFault(issues: readonly v.BaseIssue<unknown>[] = []): Fault {
  const [first] = formatIssues(issues, { max: 1 })
  const field = first === undefined || first.path.length === 0 ? null : formatPath(first.path)
  return new Fault('invalid_event', field, summariseIssues(issues, { root: 'The event' }))
}

function identityFaultOf(event: IngestEvent, batch: BatchIdentity): Fault | null {
  const message = findIdentityFault(event, batch)
  return message === null ? null : new Fault('unidentified', null, message)
}

/** Turns a valid event into a {@link StoredEvent}, in place. Returns whether anything had to change. */
function prepare(
  event: IngestEvent,
  { receivedAt, createUuid, skewMs, notes }: AcceptOptions & { skewMs: number; notes: Notes },
): boolean {
  let isChanged = sanitise(event)
  const stored: Partial<StoredEvent> = event
  const sent = event.timestamp
  const ms = toMilliseconds(sent) as number | undefined
  if (ms !== sent) notes.add(['timestamp'], 'was not in milliseconds: it was converted')
  const { at, note } = eventTime(ms, receivedAt, skewMs)
  if (at !== sent) {
    stored.timestamp = at
    if (sent !== undefined) stored.sentTimestamp = sent
    if (note !== null) notes.add(['timestamp'], note)
    isChanged = true
  }
  if (event.uuid === undefined || namesNothing(event.uuid)) {
    stored.uuid = createUuid(receivedAt)
    isChanged = true
  }
  return isChanged
}

/** The uuids of zeros or of f's are valid, but faulty senders use them for all events: they don't identify one. */
function namesNothing(uuid: string): boolean {
  return uuid === '00000000-0000-0000-0000-000000000000' || uuid === 'ffffffff-ffff-ffff-ffff-ffffffffffff'
}
