import { captureBookings } from './capture/bookings.ts'
import { captureClicks } from './capture/clicks.ts'
import { captureForms } from './capture/forms.ts'
import { captureScroll } from './capture/scroll.ts'
import { captureVisits } from './capture/visits.ts'
import { cleanId, cleanProperties, isEmail, toJson } from './clean.ts'
import { openOutbox, type Stats } from './delivery/outbox.ts'
import type { EventMap, Events, Properties, TrackedEvent, UserIdentity, Write } from './event.ts'
import { isBot, mayStart } from './identity/may-start.ts'
import { touchSession } from './identity/session.ts'
import { readUser, USER_KEY } from './identity/user.ts'
import { readVisitorId, VISITOR_KEY } from './identity/visitor.ts'
import { DEFAULT_FLUSH_INTERVAL_MS, type TrackerOptions } from './options.ts'
import { createListen } from './page/listen.ts'
import { readPage, setHashRouting } from './page/page.ts'
import { listKeys, load, setMemoryOnly, store } from './storage/storage.ts'
import { createUuid } from './uuid.ts'
import { guard, warn } from './warn.ts'

const CONSENT_KEY = 'svc_consent'
const MAX_HELD_EVENTS = 100
/** The first batch takes along what a page records while it loads. */
const FIRST_FLUSH_MS = 50

/** A running tracker. No method throws. */
export interface Tracker<Map = EventMap> {
  /** Records an event. It is kept on the device when this returns. */
  track<Name extends keyof Events<Map> & string>(eventName: Name, properties?: Events<Map>[Name]): void
  /** States who the visitor is. Needs `email` or `userId`. */
  identify: (user: UserIdentity) => void
  /** Like `identify`, but records nothing when nothing changed: may be called on every page. */
  setUser: (user: UserIdentity) => void
  /** Says that the visitor isn't the known user any more, as after a log-out. */
  clearUser: () => void
  user: { identify: (user: UserIdentity) => void }
  /** The visitor's id; null while tracking is off. */
  getVisitorId: () => string | null
  /** Consent given: starts tracking and remembers the decision. Events that waited in memory are recorded. */
  enableTracking: () => void
  /** Opt-out: sends what waits, stops, and remembers the decision. */
  disableTracking: () => Promise<void>
  /** Consent revoked: stops at once and erases what is stored on the device, except the decision itself. */
  revokeConsent: () => void
  isTrackingEnabled: () => boolean
  isEnabled: () => boolean
  /** Sends what waits; resolves when it is settled or can't be for now. */
  flush: () => Promise<void>
  /** Sends what waits, stops, and leaves the page as it was. The decision about tracking stays. */
  shutdown: () => Promise<void>
  stats: () => Stats
}

/** Creates a tracker for this page. Where there is no page (on a server), it does nothing. */
export const createTracker = <Map = EventMap>(options: TrackerOptions): Tracker<Map> => {
  const { publicKey, beforeSend } = options
  const isUsable = typeof window === 'object' && !(options.ignoreBots && isBot()) && publicKey
  const isOn = () => on
  const [add, flush, flushNow, setSafetyNet, stats] = openOutbox(
    `${(options.apiHost || '').replace(/\/$/, '')}/api/i/v1/${publicKey}/events`,
    options.flushInterval || DEFAULT_FLUSH_INTERVAL_MS,
    isOn,
  )
  let on = false
  /** What keeps the events that wait in memory until the visitor decides. */
  let held: (() => void)[] = []
  let capturing = new AbortController()

  const write: Write = (type, fields, page = readPage()) => {
    const event: TrackedEvent = { type, uuid: createUuid(), timestamp: Date.now(), ...page, ...fields }
    const keep = guard(() => {
      // Asked each time: the visitor may have decided in another tab.
      if (load(CONSENT_KEY) === '0') {
        capturing.abort()
        warn('tracking is off')
      } else if (on) {
        if (type === 'identify') store(USER_KEY, JSON.stringify(fields))
        const kept = beforeSend ? beforeSend(event) : event
        if (!kept) return
        const { email, userId, customerId } = readUser()
        const envelope = {
          visitorId: readVisitorId(),
          source: 'client',
          sessionId: touchSession(),
          userIdentity: { email, userId },
          customerIdentity: { customerId },
        }
        add(toJson(envelope), toJson(kept), kept.uuid)
        // Who someone is, and what they asked for, is wanted at once.
        if (/form|identify|calendar/.test(kept.type)) void flush()
      } else held = [...held, keep].slice(-MAX_HELD_EVENTS)
    })
    keep()
  }

  const track = guard((eventName: string, properties?: Properties) =>
    write('custom', { eventName, properties: cleanProperties(properties) }),
  )

  const identify = guard((user: UserIdentity, onlyNews?: boolean) => {
    const next = {
      email: cleanId(user.email),
      userId: cleanId(user.userId),
      customerId: cleanId(user.customerId),
      traits: cleanProperties(user.traits),
      customerTraits: cleanProperties(user.customerTraits),
    }
    if (next.email ? !isEmail(next.email) : !next.userId) warn('no email or userId')
    else if (!onlyNews || JSON.stringify(next) !== load(USER_KEY)) write('identify', next)
  })

  const start = guard(() => {
    if (on || !isUsable) return
    on = true
    capturing = new AbortController()
    const { signal } = capturing
    const listen = createListen(signal)
    for (const keep of held.splice(0)) keep()
    captureVisits(options, listen, write, flushNow, signal)
    captureForms(options, listen, write, identify)
    captureClicks(options, listen, track)
    if (options.trackScrollDepth) captureScroll(listen, track)
    if (options.trackCalendarEmbeds !== false) captureBookings(options, listen, write)
    listen('online', flush)
    // What earlier pages left.
    setTimeout(flush as () => void, FIRST_FLUSH_MS)
  })

  const end = async () => {
    capturing.abort()
    await flush()
    // One that was ending when `leave` wrote would have missed it.
    await flush()
    on = false
  }

  setMemoryOnly(options.cookieless)
  setHashRouting(options.hashRouting)
  const decision = load(CONSENT_KEY, true)
  if (isUsable && (decision ? +decision : mayStart(options))) start()
  if (!publicKey) warn('no publicKey')

  return {
    track: track as Tracker<Map>['track'],
    identify,
    setUser: (user) => identify(user, true),
    user: { identify },
    clearUser: () => store(USER_KEY),
    getVisitorId: () => (on ? readVisitorId() : null),
    enableTracking() {
      store(CONSENT_KEY, '1')
      start()
    },
    disableTracking() {
      const ending = end()
      store(CONSENT_KEY, '0')
      held = []
      return ending
    },
    revokeConsent() {
      on = false
      capturing.abort()
      held = []
      for (const key of [...listKeys('svc_'), VISITOR_KEY]) store(key)
      store(CONSENT_KEY, '0')
      setSafetyNet()
    },
    isTrackingEnabled: isOn,
    isEnabled: isOn,
    flush,
    shutdown: end,
    stats,
  }
}
