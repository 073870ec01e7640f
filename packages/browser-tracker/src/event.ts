/** A value that a property or trait may have. */
export type Scalar = string | number | boolean | null

/** Properties of an event, or traits of a person or customer. Anything but scalars is dropped with a warning. */
export type Properties = Record<string, Scalar | undefined>

/** Campaign parameters of the page's address. */
export interface UtmParams {
  source?: string
  medium?: string
  campaign?: string
  term?: string
  content?: string
  ref?: string
}

/** The page that an event happened on. `url` and `referrer` come redacted. */
export interface PageContext {
  url: string
  path: string
  referrer?: string
  utm?: UtmParams
}

/** An event as it is kept and sent; the shape that `beforeSend` sees. */
export interface TrackedEvent extends PageContext {
  type: 'pageview' | 'custom' | 'form' | 'identify' | 'engagement' | 'calendar'
  /** UUID v7. The server stores an event once per uuid, however often it arrives. */
  uuid: string
  /** Unix milliseconds. */
  timestamp: number
  [field: string]: unknown
}

/**
 * Records an event of now, with its own `fields`, on the page shown now unless told otherwise. Doesn't throw for what
 * the page's own code does.
 */
export type Write = (type: TrackedEvent['type'], fields: object, page?: PageContext) => void

/** Who a visitor is, as the page states it. At least one of `email` and `userId` is needed. */
export interface UserIdentity {
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

/** Event names and their properties; any name with any properties where no map is declared. */
export type Events<Map = EventMap> = keyof Map extends never ? Record<string, Properties | undefined> : Map
