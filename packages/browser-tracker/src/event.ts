/** A value that a property or trait may have. */
export type Scalar = string | number | boolean | null

/** Properties of an event, or traits of a person or customer. Anything but scalars is dropped with a warning. */
export type Properties = Record<string, Scalar | undefined>

/** Campaign parameters of the page's address. */
export interface UtmParams {
  /** `utm_source`: who sent the visitor, as `google`. */
  source?: string
  /** `utm_medium`: by what kind of link, as `cpc`. */
  medium?: string
  /** `utm_campaign`. */
  campaign?: string
  /** `utm_term`: the keyword that was paid for. */
  term?: string
  /** `utm_content`: which of several links. */
  content?: string
  /** `utm_ref`. */
  ref?: string
}

/** The page that an event happened on. `url` and `referrer` come redacted. */
export interface PageContext {
  /** At most 8,192 characters. */
  url: string
  /** Without query and fragment, with a slash in front. Where an app routes in the hash, what stands there. */
  path: string
  /** Where the visitor came from: after a navigation without a load, the page before. Empty when unknown. */
  referrer?: string
  /** Campaign parameters of `url`. */
  utm?: UtmParams
}

/** An event as it is stored and sent, and as `beforeSend` gets it. */
export interface TrackedEvent extends PageContext {
  /** What happened. */
  type: 'pageview' | 'custom' | 'form' | 'identify' | 'engagement' | 'calendar'
  /** UUID v7. The server stores an event once per uuid, however often it arrives. */
  uuid: string
  /** Unix milliseconds. */
  timestamp: number
  /** Further fields of the type, such as `eventName` and `properties` of a custom event. */
  [field: string]: unknown
}

/**
 * Records an event with the current time and page, unless `fields` override them. Never throws because of the page's own
 * code.
 */
export type Write = (
  type: TrackedEvent['type'],
  fields: object,
  /** Who the visitor is from this event on, in the stored form. */
  user?: string,
) => void

/** A visitor's identity, as stated by the page. At least one of `email` and `userId` is required. */
export interface UserIdentity {
  /** Their e-mail address. */
  email?: string
  /** The page's own id of the user. */
  userId?: string
  /** Profile properties of the person. */
  traits?: Properties
  /** The page's own id of the account that the person belongs to. */
  customerId?: string
  /** Profile properties of that account. */
  customerTraits?: Properties
}

/**
 * The page's own events. Extend it once to have names and properties checked everywhere:
 * ```ts
 * declare module '@customer-intel/browser-tracker' {
 *   interface EventMap { plan_chosen: { plan: 'free' | 'pro' } }
 * }
 * ```
 */
// eslint-disable-next-line typescript/no-empty-object-type -- an empty interface is what users extend
export interface EventMap {}

/** Event names and their properties; any name with any properties without a declared map. */
export type Events<Map = EventMap> = keyof Map extends never ? Record<string, Properties | undefined> : Map
