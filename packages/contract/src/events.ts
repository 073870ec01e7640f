import * as v from 'valibot'
import { needsOneOf, openObject, strictObject } from './objects.ts'
import { limits } from './limits.ts'
import { FormFieldsSchema, TraitsSchema, type Traits } from './maps.ts'
import { EmailSchema, LooseDateTimeSchema, TimestampSchema, UuidSchema, text } from './scalars.ts'
/** The campaign that brought someone here, from the URL's `utm_*` parameters. */
export interface Utm {
  /**
   * `utm_source`.
   * @example "google"
   */
  source?: string
  /**
   * `utm_medium`.
   * @example "cpc"
   */
  medium?: string
  /** `utm_campaign`. */
  campaign?: string
  /** `utm_term`. */
  term?: string
  /** `utm_content`. */
  content?: string
  /** `ref`, a short form that some links carry. */
  ref?: string
}
/** What every event carries. */
export interface EventBase {
  /**
   * When it happened, Unix milliseconds. Default: when the server received it.
   * @example 1782043200000
   */
  timestamp?: number
  /**
   * The whole URL of the page; `server://<identifier>` where there is no page. 1 to 8,192 characters.
   * @example "https://www.harborpine.example/pricing"
   */
  url: string
  /**
   * Path of the URL, without the query.
   * @example "/pricing"
   */
  path: string
  /**
   * Names the event for good: sent again with the same uuid, it is stored once. Any case.
   * @example "0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68"
   */
  uuid?: string
  /** The URL of the page that linked here. */
  referrer?: string
  /** Further keys in it are ignored. */
  utm?: Utm
  /** The caller's own id of the account. */
  customerId?: string
  /** Traits of the account: a flat map. */
  customerTraits?: Traits
}
/** Someone saw a page. */
export interface PageviewEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'pageview'
  /**
   * The title of the page.
   * @example "Pricing"
   */
  title?: string
}
/** Something happened that the caller has a name for. From a server it names whom: e-mail, userId, fingerprint or customerId. */
export interface CustomEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'custom'
  /**
   * The caller's name for what happened.
   * @example "Project created"
   */
  eventName: string
  /** Further properties: a flat map. */
  properties?: Traits
  /** The e-mail address of who did it. */
  email?: string
  /** The caller's own id of who did it. */
  userId?: string
  /** The device that it happened on, where nobody is logged in. */
  fingerprint?: string
}
/** Someone submitted a form. Sensitive fields are removed by the server and should not be sent. */
export interface FormEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'form'
  /** The form's id attribute, else its name. */
  formId?: string
  /** What was filled in, by field name. */
  formFields?: Record<string, string>
}
/** Identifies a person: `email` or `userId` is required. */
export interface IdentifyEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'identify'
  /**
   * The e-mail address of the person.
   * @example "edith.garland@alder-logistics.example"
   */
  email?: string
  /** The caller's own id of the person. */
  userId?: string
  /** The device that they use. */
  fingerprint?: string
  /** What is known of the person: a flat map. `name`, `firstName` and `lastName` make their name. */
  traits?: Traits
}
/** How long someone was active on a page. */
export interface EngagementEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'engagement'
  /** Milliseconds, not negative. */
  activeTimeMs: number
  /** Elapsed milliseconds, not negative. */
  totalTimeMs: number
  /** The browser session; a new one after 30 minutes without activity. */
  sessionId: string
}
/** Someone booked a meeting through an embedded scheduling widget. */
export interface CalendarEvent extends EventBase {
  /** Which kind of event it is. */
  type: 'calendar'
  /** The scheduling widget. */
  provider: 'scheduling-a' | 'scheduling-b' | 'unknown'
  /**
   * The kind of meeting, as the widget calls it.
   * @example "Demo, 30 minutes"
   */
  eventType?: string
  /** ISO 8601. */
  startTime?: string
  /** ISO 8601. */
  endTime?: string
  /** Minutes. */
  duration?: number
  /** Whether the meeting repeats. */
  isRecurring?: boolean
  /** Only from server-side webhooks. */
  inviteeEmail?: string
  /** Only from server-side webhooks. */
  inviteeName?: string
}
/** One tracking event. Unknown keys are refused, each event for itself. */
export type IngestEvent =
  | PageviewEvent
  | CustomEvent
  | FormEvent
  | IdentifyEvent
  | EngagementEvent
  | CalendarEvent
/** One of the six kinds of event. */
export type IngestEventType = IngestEvent['type']

const bounds = limits.ingest

const UtmSchema = openObject({
  source: v.optional(text(bounds.utmLength)),
  medium: v.optional(text(bounds.utmLength)),
  campaign: v.optional(text(bounds.utmLength)),
  term: v.optional(text(bounds.utmLength)),
  content: v.optional(text(bounds.utmLength)),
  ref: v.optional(text(bounds.utmLength)),
})
/** A URI of any scheme: pages, `file:`, and `server://<identifier>`, whose identifier may hold anything. */
const UrlSchema = v.pipe(
  text(bounds.urlLength, 1),
  v.regex(
    /^[A-Za-z][A-Za-z0-9+.-]*:./s,
    'must be a whole URL, such as https://acme.example/pricing or server://user-17',
  ),
)
/** An id of the caller's. Blanks alone count as absent for the identity rules. */
const IdentifierSchema = text(bounds.identifierLength, 1)

const base = {
  timestamp: v.optional(TimestampSchema),
  url: UrlSchema,
  path: text(bounds.pathLength),
  uuid: v.optional(UuidSchema),
  referrer: v.optional(text(bounds.referrerLength)),
  utm: v.optional(UtmSchema),
  customerId: v.optional(IdentifierSchema),
  customerTraits: v.optional(TraitsSchema),
}

const DurationSchema = v.pipe(v.number(), v.finite(), v.minValue(0))

export const PageviewEventSchema = strictObject({
  type: v.literal('pageview'),
  ...base,
  title: v.optional(text(bounds.titleLength)),
}) satisfies v.GenericSchema<PageviewEvent>

export const CustomEventSchema = strictObject({
  type: v.literal('custom'),
  ...base,
  eventName: text(bounds.eventNameLength, 1),
  properties: v.optional(TraitsSchema),
  email: v.optional(EmailSchema),
  userId: v.optional(IdentifierSchema),
  fingerprint: v.optional(IdentifierSchema),
}) satisfies v.GenericSchema<CustomEvent>

export const FormEventSchema = strictObject({
  type: v.literal('form'),
  ...base,
  formId: v.optional(text(bounds.formIdLength)),
  formFields: v.optional(FormFieldsSchema),
}) satisfies v.GenericSchema<FormEvent>

export const IdentifyEventSchema = v.pipe(
  strictObject({
    type: v.literal('identify'),
    ...base,
    email: v.optional(EmailSchema),
    userId: v.optional(IdentifierSchema),
    fingerprint: v.optional(IdentifierSchema),
    traits: v.optional(TraitsSchema),
  }),
  needsOneOf('email', 'userId'),
  v.forward(
    v.check(
      (event) => Boolean(event.email) || Boolean(event.userId?.trim()),
      'is required when there is no userId: an identify event needs one of the two',
    ),
    ['email'],
  ),
) satisfies v.GenericSchema<IdentifyEvent>

export const EngagementEventSchema = strictObject({
  type: v.literal('engagement'),
  ...base,
  activeTimeMs: DurationSchema,
  totalTimeMs: DurationSchema,
  sessionId: UuidSchema,
}) satisfies v.GenericSchema<EngagementEvent>

export const CalendarEventSchema = strictObject({
  type: v.literal('calendar'),
  ...base,
  provider: v.picklist(['scheduling-a', 'scheduling-b', 'unknown']),
  eventType: v.optional(text(bounds.calendarTextLength)),
  startTime: v.optional(LooseDateTimeSchema),
  endTime: v.optional(LooseDateTimeSchema),
  duration: v.optional(DurationSchema),
  isRecurring: v.optional(v.boolean()),
  inviteeEmail: v.optional(EmailSchema),
  inviteeName: v.optional(text(bounds.calendarTextLength)),
}) satisfies v.GenericSchema<CalendarEvent>
/**
 * One event by itself, strict, chosen by `type`. Uuids come out in lower case, e-mail addresses trimmed, times in whole
 * milliseconds. What depends on the batch (a server's custom event names whom) is checked by the server.
 */
export const IngestEventSchema = v.variant('type', [
  PageviewEventSchema,
  CustomEventSchema,
  FormEventSchema,
  IdentifyEventSchema,
  EngagementEventSchema,
  CalendarEventSchema,
]) satisfies v.GenericSchema<IngestEvent>
