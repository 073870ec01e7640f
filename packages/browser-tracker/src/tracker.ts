import { captureBookings } from './capture/bookings.ts'
import { captureClicks } from './capture/clicks.ts'
import { captureForms } from './capture/forms.ts'
import { captureScroll } from './capture/scroll.ts'
import { captureVisits } from './capture/visits.ts'
import { cleanText, cleanProperties, isEmail } from './clean.ts'
import { openOutbox, type Stats } from './delivery/outbox.ts'
import type { EventMap, Events, Properties, TrackedEvent, UserIdentity, Write } from './event.ts'
import { hasKey } from './has-key.ts'
import { isBot, mayStart } from './identity/may-start.ts'
import { touchSession } from './identity/session.ts'
import { readUser, type StoredUser } from './identity/user.ts'
import { readVisitorId } from './identity/visitor.ts'
import { DEFAULT_FLUSH_INTERVAL_MS, type TrackerOptions } from './options.ts'
import { createListen } from './page/listen.ts'
import { readPage, setHashRouting } from './page/page.ts'
import { CONSENT_KEY, SESSION_KEY, USER_KEY, VISITOR_KEY } from './storage/keys.ts'
import { listKeys, load, loadOrReadCookie, remove, setMemoryOnly, store } from './storage/storage.ts'
import { createUuid } from './uuid.ts'
import { guard, warn } from './warn.ts'

const MAX_HELD_CALLS = 100
/** Of the browser's timers, which take up to 2 ** 31 - 1. */
const MAX_FLUSH_INTERVAL_MS = 1e9

const doNothing = () => {}

/** A running tracker. No method throws. */
export interface Tracker<Map = EventMap> {
  /** Records an event. It is stored on the device when this returns. */
  track<Name extends keyof Events<Map> & string>(eventName: Name, properties?: Events<Map>[Name]): void
  /** States who the visitor is. Needs `email` or `userId`. */
  identify: (user: UserIdentity) => void
  /**
   * Like `identify`, but records nothing if nothing changed: may be called on every page. `null`: nobody is signed in;
   * like `clearUser`, but a visitor who is only known by a form stays the same one.
   */
  setUser: (user: UserIdentity | null) => void
  /**
   * The visitor is no longer the known user, as after a log-out: later events belong to a new visitor in a new session.
   * Does nothing when nobody is known.
   */
  clearUser: () => void
  /** `user.identify` is `identify`. */
  user: {
    /** See {@link Tracker.identify}. */
    identify: (user: UserIdentity) => void
  }
  /** The visitor's id; null while tracking is off. */
  getVisitorId: () => string | null
  /** Consent given: starts tracking and stores the decision. Events that waited in memory are recorded. */
  enableTracking: () => void
  /** Opt-out: sends waiting events, stops, and stores the decision. */
  disableTracking: () => Promise<void>
  /** Consent revoked: stops at once and deletes what is stored on the device, except the decision itself. */
  revokeConsent: () => void
  /** Whether events are recorded now. */
  isTrackingEnabled: () => boolean
  /** The same as `isTrackingEnabled`. */
  isEnabled: () => boolean
  /** Sends waiting events; resolves when that is done or not possible for now. */
  flush: () => Promise<void>
  /** Sends waiting events, stops, and restores the page. The decision about tracking stays. */
  shutdown: () => Promise<void>
  /** What happened to this page's events. */
  stats: () => Stats
}

/** Creates a tracker for this page. */
export const createPageTracker = <Map = EventMap>(options: TrackerOptions): Tracker<Map> => {
  const { publicKey, apiHost = '', beforeSend } = options
  const isUsable = hasKey(options) && !(options.ignoreBots && isBot())
  let isOn = false
  /** Calls that wait in memory until the visitor decides. */
  let held: (() => void)[] = []
  let capturing = new AbortController()
  /** Ends the visit of the page shown now. */
  let leavePage = doNothing

  const isTrackingEnabled = () => isOn
  const outbox = openOutbox(
    `${apiHost.replace(/\/$/, '')}/api/i/v1/${publicKey}/events`,
    // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- a script tag's options are texts
    Math.min(+options.flushInterval! || DEFAULT_FLUSH_INTERVAL_MS, MAX_FLUSH_INTERVAL_MS),
    isTrackingEnabled,
  )

  const hold = (call: () => void) => {
    held = [...held, call].slice(-MAX_HELD_CALLS)
  }

  const write: Write = (type, fields, user) => {
    const event: TrackedEvent = { type, uuid: createUuid(), timestamp: Date.now(), ...readPage(), ...fields }
    const keep = guard(() => {
      // Asked each time: the visitor may have decided in another tab.
      if (load(CONSENT_KEY) === '0') {
        capturing.abort()
        warn('tracking is off')
        return
      }
      if (!isOn) {
        hold(keep)
        return
      }
      if (user) store(USER_KEY, user)
      const kept = beforeSend ? beforeSend(event) : event
      if (!kept) return
      const { email, userId, customerId } = readUser()
      const envelope = {
        visitorId: readVisitorId(),
        sessionId: touchSession(),
        userIdentity: { email, userId },
        customerIdentity: { customerId },
      }
      outbox.add(envelope, kept)
      // Who someone is, and what they asked for, is wanted at once.
      if (/form|identify|calendar/.test(kept.type)) void outbox.flush()
    })
    keep()
  }

  const track = guard((eventName: string, properties?: Properties) =>
    write('custom', { eventName, properties: cleanProperties(properties) }),
  )

  /** Records who the visitor is, unless it is what is stored already as `known`. */
  const identify = guard((user: StoredUser, known?: string) => {
    const identity = {
      email: cleanText(user.email),
      userId: cleanText(user.userId),
      customerId: cleanText(user.customerId),
      traits: cleanProperties(user.traits),
      customerTraits: cleanProperties(user.customerTraits),
    }
    const isValid = identity.email ? isEmail(identity.email) : identity.userId
    const next = JSON.stringify({ ...identity, isByForm: user.isByForm })
    if (!isValid) warn('no email or userId')
    else if (next !== known) write('identify', identity, next)
  })

  const forgetUser = () => {
    if (!load(USER_KEY)) return
    // The time until now was the old visitor's.
    leavePage()
    for (const key of [USER_KEY, VISITOR_KEY, SESSION_KEY]) remove(key)
  }
  const clearUser = guard(() => {
    forgetUser()
    // Again at its place among the calls that wait.
    if (!isOn) hold(forgetUser)
  })

  const start = guard(() => {
    // Capturing ends by itself when the visitor says no in another tab.
    if ((isOn && !capturing.signal.aborted) || !isUsable) return
    isOn = true
    capturing = new AbortController()
    const { signal } = capturing
    const listen = createListen(signal)
    for (const call of held.splice(0)) call()
    leavePage = captureVisits(options, listen, write, signal)
    captureForms(options, listen, write, identify)
    captureClicks(options, listen, track)
    if (options.trackScrollDepth) captureScroll(listen, track)
    if (options.trackCalendarEmbeds !== false) captureBookings(options, listen, write)
    listen('online', outbox.flush)
    listen('visibilitychange pagehide', () => {
      // The last events of a page that is left, and then all.
      leavePage()
      outbox.flushNow()
    })
    // Earlier pages may have left some, and this one records none; together with its own if it does.
    setTimeout(outbox.flush as () => void, 250)
  })

  const stopCapturing = () => {
    capturing.abort()
    leavePage()
    leavePage = doNothing
  }

  const end = async () => {
    stopCapturing()
    const ending = capturing
    await outbox.flush()
    // One that was running when the page's last events were written would have missed them.
    await outbox.flush()
    // Unless it was enabled again meanwhile.
    if (capturing === ending) isOn = false
  }

  setMemoryOnly(options.cookieless)
  setHashRouting(options.hashRouting)
  const decision = loadOrReadCookie(CONSENT_KEY)
  if (decision ? decision === '1' : mayStart(options)) start()

  return {
    track: track as Tracker<Map>['track'],
    identify,
    setUser(user) {
      if (user) identify(user, load(USER_KEY))
      else if (!readUser().isByForm) clearUser()
    },
    user: { identify },
    clearUser,
    getVisitorId: () => (isOn ? readVisitorId() : null),
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
      isOn = false
      stopCapturing()
      held = []
      for (const key of [...listKeys('svc_'), VISITOR_KEY]) remove(key)
      store(CONSENT_KEY, '0')
      // Nothing is left to send: cancels what the browser would have sent later.
      outbox.flushNow()
    },
    isTrackingEnabled,
    isEnabled: isTrackingEnabled,
    flush: outbox.flush,
    shutdown: end,
    stats: outbox.stats,
  }
}
