import { captureBookings } from './capture/bookings.ts'
import type { Draft } from './capture/capture.ts'
import { captureClicks } from './capture/clicks.ts'
import { captureForms } from './capture/forms.ts'
import { captureScroll } from './capture/scroll.ts'
import { captureVisits } from './capture/visits.ts'
import { cleanId, cleanProperties, cleanText, isEmail } from './clean.ts'
import { openOutbox, type Stats } from './delivery/outbox.ts'
import type { EventMap, Events, Properties, TrackedEvent, UserIdentity } from './event.ts'
import { isBot, mayStart } from './identity/may-start.ts'
import { touchSession } from './identity/session.ts'
import { readUser, USER_KEY } from './identity/user.ts'
import { readVisitorId, VISITOR_KEY } from './identity/visitor.ts'
import { DEFAULT_FLUSH_INTERVAL_MS, type TrackerOptions } from './options.ts'
import { createListen } from './page/listen.ts'
import { createPageReader } from './page/page.ts'
import { createStorage } from './storage/storage.ts'
import { createUuid } from './uuid.ts'
import { guard, warn } from './warn.ts'

const CONSENT_KEY = 'svc_consent'
const MAX_HELD_EVENTS = 100

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
  const storage = createStorage(options.cookieless)
  const readPage = createPageReader(options.hashRouting)
  const isOn = () => on
  const outbox = openOutbox(
    `${(options.apiHost || '').replace(/\/$/, '')}/api/i/v1/${publicKey}/events`,
    storage,
    options.flushInterval || DEFAULT_FLUSH_INTERVAL_MS,
    isOn,
  )
  let on = false
  /** What waits in memory until the visitor decides: events, and what identify events state. */
  let held: [event: TrackedEvent, stated?: string][] = []
  let capturing = new AbortController()
  let leave: () => void

  const touch = () => touchSession(storage)

  const draft: Draft = (type, fields, page = readPage()) => ({
    type,
    uuid: createUuid(),
    timestamp: Date.now(),
    ...page,
    ...fields,
  })

  const write = guard((event: TrackedEvent, stated?: string) => {
    // Asked each time: the visitor may have decided in another tab.
    if (!isUsable || storage.get(CONSENT_KEY) === '0') {
      capturing.abort()
      return warn('tracking is off: not recorded')
    }
    if (!on) {
      held = [...held, [event, stated] as const].slice(-MAX_HELD_EVENTS) as typeof held
      return
    }
    if (stated) storage.set(USER_KEY, stated)
    const kept = beforeSend ? beforeSend(event) : event
    if (!kept) return
    const { email, userId, customerId } = readUser(storage)
    const envelope = {
      visitorId: readVisitorId(storage),
      source: 'client',
      sessionId: touch(),
      userIdentity: { email, userId },
      customerIdentity: { customerId },
    }
    outbox.add(kept.uuid, JSON.stringify(envelope, cleanText), JSON.stringify(kept, cleanText))
  })

  const track = (eventName: string, properties?: Properties) =>
    write(draft('custom', { eventName, properties: cleanProperties(properties) }))

  const identify = (user: UserIdentity, onlyNews?: boolean) => {
    const email = cleanId(user.email)
    const next = {
      email,
      userId: cleanId(user.userId),
      customerId: cleanId(user.customerId),
      traits: cleanProperties(user.traits),
      customerTraits: cleanProperties(user.customerTraits),
    }
    const stated = JSON.stringify(next)
    if (email ? !isEmail(email) : !next.userId) return warn('identify: give a valid email, or a userId')
    if (!onlyNews || stated !== storage.get(USER_KEY)) write(draft('identify', next), stated)
  }

  const start = guard(() => {
    if (on || !isUsable) return
    on = true
    capturing = new AbortController()
    const { signal } = capturing
    const listen = createListen(signal)
    for (const [event, stated] of held.splice(0)) write(event, stated)
    leave = captureVisits(options, listen, signal, readPage, draft, write, touch, outbox.flushNow)
    captureForms(options, listen, draft, write, (user) => {
      const { email, userId } = readUser(storage)
      if (!email && !userId) identify(user)
    })
    captureClicks(options, listen, track)
    if (options.trackScrollDepth) captureScroll(listen, readPage, track)
    if (options.trackCalendarEmbeds !== false) captureBookings(options, storage, listen, draft, write)
    listen(window, 'online', outbox.flush)
    outbox.start()
  })

  const end = async () => {
    if (on) leave()
    capturing.abort()
    await outbox.flush()
    on = false
  }

  const decision = isUsable && storage.get(CONSENT_KEY)
  if (decision ? decision === '1' : mayStart(options)) start()
  if (!publicKey) warn('publicKey is missing')

  const say = guard((user: UserIdentity) => identify(user))
  return {
    track: guard(track) as Tracker<Map>['track'],
    identify: say,
    setUser: guard((user) => identify(user, true)),
    user: { identify: say },
    clearUser: () => storage.set(USER_KEY),
    getVisitorId: () => (on ? readVisitorId(storage) : null),
    enableTracking() {
      storage.set(CONSENT_KEY, '1')
      start()
    },
    disableTracking() {
      const ending = end()
      storage.set(CONSENT_KEY, '0')
      held = []
      return ending
    },
    revokeConsent() {
      on = false
      held = []
      capturing.abort()
      for (const key of [...storage.keys('svc_'), VISITOR_KEY]) storage.set(key)
      storage.set(CONSENT_KEY, '0')
      outbox.setSafetyNet()
    },
    isTrackingEnabled: isOn,
    isEnabled: isOn,
    flush: outbox.flush,
    shutdown: end,
    stats: outbox.stats,
  }
}
