import type { Capture } from './capture/capture.ts'
import { captureBookings } from './capture/bookings.ts'
import { captureClicks } from './capture/clicks.ts'
import { captureEngagement } from './capture/engagement.ts'
import { captureForms } from './capture/forms.ts'
import { capturePageviews } from './capture/pageviews.ts'
import { captureScroll } from './capture/scroll.ts'
import { openOutbox, type Stats } from './delivery/outbox.ts'
import { createSender } from './delivery/sender.ts'
import { cleanId, cleanProperties, cleanText, isEmail } from './clean.ts'
import type { EventMap, Events, Properties, TrackedEvent, UserIdentity } from './event.ts'
import { CONSENT_KEY, isBot, mayStart, readConsent, writeConsent } from './identity/consent.ts'
import { touchSession } from './identity/session.ts'
import { type KnownUser, mergeUser, readUser, USER_KEY } from './identity/user.ts'
import { readVisitorId, VISITOR_KEY } from './identity/visitor.ts'
import { DEFAULT_FLUSH_INTERVAL_MS, type TrackerOptions } from './options.ts'
import { watchPages } from './page/lifecycle.ts'
import { createListeners } from './page/listen.ts'
import { createPageReader } from './page/page.ts'
import { writeCookie } from './storage/cookie.ts'
import { createStorage } from './storage/storage.ts'
import { createUuid } from './uuid.ts'
import { guard, warn } from './warn.ts'

/** A running tracker. No method throws. */
export interface Tracker<Map = EventMap> {
  /** Records an event. It is kept on the device when this returns. */
  track<Name extends keyof Events<Map> & string>(eventName: Name, properties?: Events<Map>[Name]): void
  /** States who the visitor is. Needs `email` or `userId`. */
  identify(user: UserIdentity): void
  /** Like `identify`, but records nothing when nothing changed: may be called on every page. */
  setUser(user: UserIdentity): void
  /** Says that the visitor isn't the known user any more, as after a log-out. */
  clearUser(): void
  user: { identify(user: UserIdentity): void }
  /** The visitor's id; null while tracking is off. */
  getVisitorId(): string | null
  /** Consent given: starts tracking and remembers the decision. Events that waited in memory are recorded. */
  enableTracking(): void
  /** Opt-out: sends what waits, stops, and remembers the decision. */
  disableTracking(): Promise<void>
  /** Consent revoked: stops at once and erases what is stored on the device, except the decision itself. */
  revokeConsent(): void
  isTrackingEnabled(): boolean
  isEnabled(): boolean
  /** Sends what waits; resolves when it is settled or can't be for now. */
  flush(): Promise<void>
  /** Sends what waits, stops, and leaves the page as it was. The decision about tracking stays. */
  shutdown(): Promise<void>
  stats(): Stats
}

const DEFAULT_HOST = 'http://localhost:8787'
const MAX_HELD = 100

/** Creates a tracker for this page. Where there is no page (on a server), it does nothing. */
export const createTracker = <Map = EventMap>(options: TrackerOptions): Tracker<Map> => {
  const { publicKey, cookieless, beforeSend } = options
  const durable = createStorage()
  const storage = createStorage(!cookieless)
  const url = `${(options.apiHost || DEFAULT_HOST).replace(/\/$/, '')}/api/i/v1/${encodeURIComponent(publicKey)}/events`
  const outbox = openOutbox(storage, publicKey)
  const sender = createSender(url, outbox, storage, options.flushInterval || DEFAULT_FLUSH_INTERVAL_MS)
  const readPage = createPageReader(options.hashRouting)
  const { listen, undo } = createListeners()
  let running = false
  let leave: () => void
  /** Events and users of before the decision: in memory only. Undefined once it is made. */
  let held: [TrackedEvent, KnownUser][] | undefined
  let heldUser: KnownUser | undefined
  let lastStated: string

  const knownUser = () => heldUser || readUser(storage)
  const touch = () => touchSession(storage)

  const draft: Capture['draft'] = (type, fields, page = readPage()) => ({
    type,
    uuid: createUuid(),
    timestamp: Date.now(),
    ...page.context,
    ...fields,
  })

  const keep = (event: TrackedEvent, { email, userId, customerId }: KnownUser) => {
    const envelope = {
      visitorId: readVisitorId(storage, !cookieless),
      source: 'client',
      sessionId: touch(),
      userIdentity: email || userId ? { email, userId } : undefined,
      customerIdentity: customerId ? { customerId } : undefined,
    }
    sender.notice(
      outbox.add(event.uuid, JSON.stringify(envelope, cleanText), JSON.stringify(event, cleanText)),
    )
  }

  const write = (event: TrackedEvent) => {
    // The visitor may have decided in another tab.
    if (running && durable.get(CONSENT_KEY) === '0') stop()
    const kept = (running || held) && (beforeSend ? beforeSend(event) : event)
    if (!kept) return
    if (running) keep(kept, knownUser())
    else if (held!.push([kept, knownUser()]) > MAX_HELD) held!.shift()
  }

  const identify = (user: UserIdentity, onlyNews?: boolean) => {
    const email = cleanId(user.email)
    const userId = cleanId(user.userId)
    const customerId = cleanId(user.customerId)
    if (email && !isEmail(email)) return warn('identify: email is not an address')
    if (!email && !userId) return warn('identify: give email or userId')
    const { traits, customerTraits } = user
    const known = knownUser()
    const next = mergeUser(known, { email, userId, customerId })
    const stated = JSON.stringify([next, traits, customerTraits])
    if (held) heldUser = next
    else if (running) storage.set(USER_KEY, JSON.stringify(next))
    if (
      !onlyNews ||
      (stated !== lastStated && (traits || customerTraits || stated !== JSON.stringify([known])))
    )
      write(
        draft('identify', {
          email,
          userId,
          customerId,
          traits: cleanProperties(traits),
          customerTraits: cleanProperties(customerTraits),
        }),
      )
    lastStated = stated
  }

  const track = (eventName: string, properties?: Properties) => {
    if (!eventName) return warn('track: give an event name')
    if (!running && !held) return warn(`track: tracking is off, "${eventName}" is not recorded`)
    write(draft('custom', { eventName, properties: cleanProperties(properties) }))
  }

  const start = guard(() => {
    if (running) return
    if ((document as { prerendering?: boolean }).prerendering) {
      document.addEventListener('prerenderingchange', start, { once: true })
      return
    }
    running = true
    const pages = watchPages(readPage, listen, undo)
    leave = pages.leave
    const capture: Capture = {
      ...pages,
      options,
      storage,
      listen,
      readPage,
      draft,
      write,
      track,
      touch,
      suggestUser(user) {
        const { email, userId } = knownUser()
        if (!email && !userId) identify(user)
      },
    }
    if (options.trackPageviews !== false) capturePageviews(capture)
    if (options.trackEngagement !== false) captureEngagement(capture)
    if (options.trackForms !== false || options.autoIdentify !== false) captureForms(capture)
    if (options.trackCalendarEmbeds !== false) captureBookings(capture)
    if (options.trackScrollDepth) captureScroll(capture)
    captureClicks(capture)
    // After the modules, which have a last event to write.
    listen(document, 'visibilitychange', () => document.visibilityState === 'hidden' && sender.flushNow())
    listen(window, 'pagehide', sender.flushNow)
    listen(window, 'online', () => void sender.flush())
    if (heldUser) storage.set(USER_KEY, JSON.stringify(heldUser))
    for (const [event, user] of held || []) keep(event, user)
    held = heldUser = undefined
    pages.start()
    void sender.flush()
  })

  const stop = () => {
    running = false
    held = heldUser = undefined
    for (const restore of undo.splice(0)) restore()
  }

  const finish = async () => {
    if (!running) return
    leave()
    stop()
    await sender.flush()
    sender.stop()
  }

  if (typeof window === 'undefined' || (options.ignoreBots && isBot())) {
    // Nobody to track here.
  } else if (!publicKey) warn('publicKey is missing: give the one that the service printed, pk_…')
  else {
    const consent = readConsent(durable)
    if (consent !== '0') held = []
    if (consent ? consent === '1' : mayStart(options)) start()
  }

  return {
    track: guard(track) as Tracker<Map>['track'],
    identify: guard((user) => identify(user)),
    setUser: guard((user) => identify(user, true)),
    user: { identify: guard((user) => identify(user)) },
    clearUser: guard(() => {
      heldUser = held && {}
      storage.remove(USER_KEY)
    }),
    getVisitorId: () => (running ? readVisitorId(storage, !cookieless) : null),
    enableTracking: guard(() => {
      writeConsent(durable, '1')
      held = held || []
      start()
    }),
    disableTracking: async () => {
      writeConsent(durable, '0')
      await finish()
      held = undefined
    },
    revokeConsent: guard(() => {
      stop()
      sender.stop()
      for (const key of durable.keys('svc_').concat(storage.keys('svc_'))) storage.remove(key)
      writeCookie(VISITOR_KEY, '')
      writeConsent(durable, '0')
    }),
    isTrackingEnabled: () => running,
    isEnabled: () => running,
    flush: sender.flush,
    shutdown: finish,
    stats: () => ({ ...outbox.stats, waiting: outbox.keys().length }),
  }
}
