import type { Spool } from './spool.ts'

/** What a property or a trait may hold. A `Date` is sent as its ISO string. */
export type TrackValue = string | number | boolean | null | Date | undefined

/** A flat map of properties or traits. Keys with `undefined` are skipped. */
export type TrackValues = Record<string, TrackValue>

/** Declares which events there are and what they carry: `new Tracker<{ 'Plan upgraded': { plan: string } }>(…)`. */
export type EventMap<Events = Record<string, object>> = { [Name in keyof Events]: object }

/** Everything that can say whom an event is about. */
interface Identities {
  /** The person's e-mail address. */
  email?: string
  /** Your own id of the person. */
  userId?: string
  /** Of the person's device. */
  fingerprint?: string
  /** Your own id of the account. */
  customerId?: string
}

/** These identities, one of the named ones at least. */
type OneOf<Name extends keyof Identities> = Identities &
  { [Key in Name]: Required<Pick<Identities, Key>> }[Name]

/** Whom an event is about: at least one of them, not blank. */
export type TrackIdentity = OneOf<keyof Identities>

interface Timed {
  /** When it happened: Unix milliseconds or a Date. Default: now. */
  timestamp?: number | Date
  /** Names the event for good. Default: a new uuid v7. Give your own to make a call repeatable. */
  uuid?: string
}

interface Named<Name extends string> {
  /** What happened, 1 to 500 characters. */
  eventName: Name
}

/** Needed where one of them is. */
// oxlint-disable-next-line typescript/no-empty-object-type -- the object without fields, not any object
type WithProperties<Properties extends object> = {} extends Properties
  ? {
      /** What more there is to say. */
      properties?: Properties
    }
  : {
      /** What more there is to say. */
      properties: Properties
    }

/** Something that happened, and whom it is about. */
export type TrackInput<
  Name extends string = string,
  Properties extends object = TrackValues,
> = TrackIdentity & Timed & Named<Name> & WithProperties<Properties>

interface Known {
  /** What is known of the person. */
  traits?: TrackValues
  /** What is known of the account. */
  customerTraits?: TrackValues
}

/** Says who someone is. `email` or `userId` is needed. */
export type IdentifyInput = OneOf<'email' | 'userId'> & Timed & Known

/**
 * Why an event was given up:
 * - `invalid`: the call can't make an event; `message` names the field and the remedy
 * - `refused`: the server said that it is wrong; `message` says how
 * - `too-large`: it alone exceeds the API's limit of 1 MB
 * - `queue-full`: `maxQueueSize` or `maxQueueBytes` was reached
 * - `unreadable`: a line of the spool was damaged
 * - `shutdown`, `exit`: the deadline passed, or the process ended, before the server had answered; or it was recorded
 *   after that
 */
export type DropReason =
  | 'invalid'
  | 'refused'
  | 'too-large'
  | 'queue-full'
  | 'unreadable'
  | 'shutdown'
  | 'exit'

/** An event that was given up, as it would have been sent. */
export interface DroppedEvent {
  /** Why, in a word. */
  reason: DropReason
  /** What went wrong, in plain words. */
  message: string
  /** The event, or the input of an `invalid` one; null where it can't be read. */
  event: Record<string, unknown> | null
}

export interface TrackerStats {
  /** Events taken by `track` and `identify`, and found in the spool. */
  recorded: number
  /** Events that the server has confirmed. */
  acknowledged: number
  /** Events waiting or under way. */
  waiting: number
  /** Events given up, each reported to `onDrop`. */
  dropped: number
}

/** How a flush or a shutdown ended. `waiting` is 0 unless its deadline passed. */
export interface FlushReport extends TrackerStats {
  /** Events that stay in the spool for the next start. Always 0 without a spool. */
  spooled: number
}

export interface TrackerOptions {
  /** Names your organization; begins with `pk_`. Default: the environment's `SVC_PUBLIC_KEY`. */
  publicKey?: string
  /** Address of the server. Default: the environment's `SVC_BASE_URL`, else `http://127.0.0.1:8787`. */
  baseUrl?: string
  /** Only where the server requires an API key of backends (`SVC_REQUIRE_SERVER_AUTH`). */
  apiKey?: string
  /** `integration` for events that a connected service reports. Default `server`. */
  source?: 'server' | 'integration'
  /** An event waits at most this long for others, in milliseconds. Default 10,000. */
  flushIntervalMs?: number
  /** Events per request, 1 to 100. Default 100. A full batch is sent at once. */
  maxBatchSize?: number
  /** Deadline of one request, its answer's body included, in milliseconds. Default 10,000. */
  timeoutMs?: number
  /** Requests under way at the same time. Default 4. */
  maxConcurrency?: number
  /** Events held at most; further ones are dropped and reported. Default 100,000. */
  maxQueueSize?: number
  /** Bytes of events held at most. Default 64 MiB. */
  maxQueueBytes?: number
  /**
   * Keeps events on disk until the server has confirmed them, so that not even SIGKILL loses one:
   * `directorySpool('/var/lib/shop/events')`. Default: none, events are kept in memory.
   */
  spool?: Spool
  /**
   * Deliver what waits when the process ends: an empty event loop, `process.exit`, an uncaught error, SIGINT, SIGTERM,
   * SIGHUP. Default true where there is a `process`, false with `serverless`.
   */
  flushOnExit?: boolean
  /** How long an ending process may be held up, in milliseconds. Default 5,000. */
  exitTimeoutMs?: number
  /**
   * No timers, no exit handlers: a request is sent for each full batch and by `flush`, which you await before you
   * answer. Default false.
   */
  serverless?: boolean
  /** Takes the promise of a delivery, so that an edge runtime stays awake for it: `(p) => context.waitUntil(p)`. */
  waitUntil?: (delivery: Promise<unknown>) => void
  /** Told of every event that is given up. */
  onDrop?: (dropped: DroppedEvent) => void
  /** Takes warnings, at most one per kind of trouble until it is over. Default `console.warn`. */
  warn?: (message: string) => void
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
}
