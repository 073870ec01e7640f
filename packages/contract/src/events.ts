import * as v from 'valibot'
import { needsOneOf, openObject, strictObject } from './objects.ts'
import { limits } from './limits.ts'
import { FormFieldsSchema, TraitsSchema } from './maps.ts'
import { EmailSchema, LooseDateTimeSchema, TimestampSchema, UuidSchema, text } from './scalars.ts'
import type { IngestEvent } from './generated/types.ts'

/** One of the six kinds of event. */
export type IngestEventType = IngestEvent['type']

const bounds = limits.ingest

/** The campaign that brought someone here, from the URL's `utm_*` parameters. */
export const UtmSchema = openObject({
  /**
   * `utm_source`.
   * @example "google"
   */
  source: v.optional(text(bounds.utmLength)),
  /**
   * `utm_medium`.
   * @example "cpc"
   */
  medium: v.optional(text(bounds.utmLength)),
  /** `utm_campaign`. */
  campaign: v.optional(text(bounds.utmLength)),
  /** `utm_term`. */
  term: v.optional(text(bounds.utmLength)),
  /** `utm_content`. */
  content: v.optional(text(bounds.utmLength)),
  /** `ref`, a short form that some links carry. */
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

/** What every event carries. */
export const EventBaseSchema = strictObject({
  /**
   * When it happened, Unix milliseconds. Default: when the server received it.
   * @example 1782043200000
   */
  timestamp: v.optional(TimestampSchema),
  /**
   * The whole URL of the page; `server://<identifier>` where there is no page. 1 to 8,192 characters.
   * @example "https://www.harborpine.example/pricing"
   */
  url: UrlSchema,
  /**
   * Path of the URL, without the query.
   * @example "/pricing"
   */
  path: text(bounds.pathLength),
  /**
   * Names the event for good: sent again with the same uuid, it is stored once. Any case.
   * @example "0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68"
   */
  uuid: v.optional(UuidSchema),
  /** The URL of the page that linked here. */
  referrer: v.optional(text(bounds.referrerLength)),
  /** Further keys in it are ignored. */
  utm: v.optional(UtmSchema),
  /** The caller's own id of the account. */
  customerId: v.optional(IdentifierSchema),
  /** Traits of the account: a flat map. */
  customerTraits: v.optional(TraitsSchema),
})

const DurationSchema = v.pipe(v.number(), v.finite(), v.minValue(0))

/** Someone saw a page. */
export const PageviewEventSchema = strictObject({
  /** Which kind of event it is. */
  type: v.literal('pageview'),
  ...EventBaseSchema.entries,
  /**
   * The title of the page.
   * @example "Pricing"
   */
  title: v.optional(text(bounds.titleLength)),
})

/** Something happened that the caller has a name for. From a server it names whom: e-mail, userId, fingerprint or customerId. */
export const CustomEventSchema = strictObject({
  /** Which kind of event it is. */
  type: v.literal('custom'),
  ...EventBaseSchema.entries,
  /**
   * The caller's name for what happened.
   * @example "Project created"
   */
  eventName: text(bounds.eventNameLength, 1),
  /** Further properties: a flat map. */
  properties: v.optional(TraitsSchema),
  /** The e-mail address of who did it. */
  email: v.optional(EmailSchema),
  /** The caller's own id of who did it. */
  userId: v.optional(IdentifierSchema),
  /** The device that it happened on, where nobody is logged in. */
  fingerprint: v.optional(IdentifierSchema),
})

/** Someone submitted a form. Sensitive fields are removed by the server and should not be sent. */
export const FormEventSchema = strictObject({
  /** Which kind of event it is. */
  type: v.literal('form'),
  ...EventBaseSchema.entries,
  /** The form's id attribute, else its name. */
  formId: v.optional(text(bounds.formIdLength)),
  /** What was filled in, by field name. */
  formFields: v.optional(FormFieldsSchema),
})

/** Identifies a person: `email` or `userId` is required. */
export const IdentifyEventSchema = v.pipe(
  strictObject({
    /** Which kind of event it is. */
    type: v.literal('identify'),
    ...EventBaseSchema.entries,
    /**
     * The e-mail address of the person.
     * @example "edith.garland@alder-logistics.example"
     */
    email: v.optional(EmailSchema),
    /** The caller's own id of the person. */
    userId: v.optional(IdentifierSchema),
    /** The device that they use. */
    fingerprint: v.optional(IdentifierSchema),
    /** What is known of the person: a flat map. `name`, `firstName` and `lastName` make their name. */
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
)

/** How long someone was active on a page. */
export const EngagementEventSchema = strictObject({
  /** Which kind of event it is. */
  type: v.literal('engagement'),
  ...EventBaseSchema.entries,
  /** Milliseconds, not negative. */
  activeTimeMs: DurationSchema,
  /** Elapsed milliseconds, not negative. */
  totalTimeMs: DurationSchema,
  /** The browser session; a new one after 30 minutes without activity. */
  sessionId: UuidSchema,
})

/** Someone booked a meeting through an embedded scheduling widget. */
export const CalendarEventSchema = strictObject({
  /** Which kind of event it is. */
  type: v.literal('calendar'),
  ...EventBaseSchema.entries,
  /** The scheduling widget. */
  provider: v.picklist(['scheduling-a', 'scheduling-b', 'unknown']),
  /**
   * The kind of meeting, as the widget calls it.
   * @example "Demo, 30 minutes"
   */
  eventType: v.optional(text(bounds.calendarTextLength)),
  /** ISO 8601. */
  startTime: v.optional(LooseDateTimeSchema),
  /** ISO 8601. */
  endTime: v.optional(LooseDateTimeSchema),
  /** Minutes. */
  duration: v.optional(DurationSchema),
  /** Whether the meeting repeats. */
  isRecurring: v.optional(v.boolean()),
  /** Only from server-side webhooks. */
  inviteeEmail: v.optional(EmailSchema),
  /** Only from server-side webhooks. */
  inviteeName: v.optional(text(bounds.calendarTextLength)),
})
// Uuids come out in lower case, e-mail addresses trimmed, times in whole milliseconds. What depends on the batch (a
// server's custom event names whom) is checked by the server.
/** One tracking event. Unknown keys are refused, each event for itself. */
export const IngestEventSchema = v.variant('type', [
  PageviewEventSchema,
  CustomEventSchema,
  FormEventSchema,
  IdentifyEventSchema,
  EngagementEventSchema,
  CalendarEventSchema,
])
