import type { TrackedEvent } from './event.ts'

/** How a tracker behaves. Only `publicKey` is required. */
export interface TrackerOptions {
  /** The workspace's public key, `pk_…`. No secret: it may stand in a page's source. */
  publicKey: string
  /** Base address of the service. Default: where the script comes from; for the module, the page's own origin. */
  apiHost?: string
  /**
   * Whether tracking starts by itself. `false` waits for `enableTracking()`: until then nothing is stored or
   * sent, and explicit calls wait in memory. A decision that the visitor made earlier wins. Default `true`.
   */
  autoTrack?: boolean
  /** Record page views, of single-page navigation too. Default `true`. */
  trackPageviews?: boolean
  /**
   * What `replaceState` makes a page view: `path`, a change of the path; `url`, also one of the query alone, as of a
   * search that keeps what is typed in the address. A new history entry always is one. Default `path`.
   */
  pageViews?: 'path' | 'url'
  /** Count a changed `#…` as a page view, for routers that live in the hash. Default `false`. */
  hashRouting?: boolean
  /** Record submitted forms, without their sensitive fields. Default `true`. */
  trackForms?: boolean
  /** Further field names (or parts of them) that are never sent, as a list or with commas. They add to the built-in rules. */
  formFieldDenylist?: string | string[]
  /** Identify an unknown visitor by a form about their own e-mail address. Default `true`. */
  autoIdentify?: boolean
  /** Record bookings made in embedded scheduling widgets. Default `true`; it takes their origins, below. */
  trackCalendarEmbeds?: boolean
  /** Origins that the first scheduling widget (`scheduling-a`) is embedded from, self-hosted ones included; a list or with commas. */
  schedulingAOrigins?: string | string[]
  /** Origins that the second scheduling widget (`scheduling-b`) is embedded from. */
  schedulingBOrigins?: string | string[]
  /** Record active and total time per page. Default `true`. */
  trackEngagement?: boolean
  /** Milliseconds without input after which time isn't active any more. Default 30,000. */
  idleTimeout?: number
  /** Record clicks on links to other hosts as `outbound_link_clicked`. Default `false`. */
  trackOutboundLinks?: boolean
  /** Record clicks on links to files as `file_downloaded`. Default `false`. */
  trackDownloads?: boolean
  /** Record `scroll_depth_reached` at 25, 50, 75 and 100 percent of a page. Default `false`. */
  trackScrollDepth?: boolean
  /**
   * Milliseconds between two batches while events keep coming. After a quiet time an event goes within a quarter of a
   * second, and so do the next few. Default 5,000, at least 250.
   */
  flushInterval?: number
  /** Keep nothing on the device: no cookie, no storage. Identity lasts for one page. Default `false`. */
  cookieless?: boolean
  /** Treat Global Privacy Control as "not without asking": tracking waits for `enableTracking()`. Default `true`. */
  respectGpc?: boolean
  /** Treat Do Not Track the same way. Default `false`. */
  respectDnt?: boolean
  /** Record nothing in crawlers and automated browsers. Default `false`. */
  ignoreBots?: boolean
  /**
   * Sees each event before it is kept; returns it, changed or not, or `null` to drop it. An event on which the
   * hook throws is dropped with a warning, as a hook that redacts must not fail open.
   */
  beforeSend?: (event: TrackedEvent) => TrackedEvent | null | undefined | false
}

export const DEFAULT_FLUSH_INTERVAL_MS = 5_000
export const DEFAULT_IDLE_TIMEOUT_MS = 30_000
