import { captureBookings } from './capture/bookings.ts'
import { captureClicks } from './capture/clicks.ts'
import { captureForms } from './capture/forms.ts'
import { captureScroll } from './capture/scroll.ts'
import { captureVisits } from './capture/visits.ts'
import { cleanText, cleanProperties, isEmail } from './clean.ts'
import { openOutbox, type Stats } from './delivery/outbox.ts'
import type { EventMap, Events, Properties, TrackedEvent, UserIdentity, Write } from './event.ts'
import { hasKey } from './has-key.ts'
import { isBot } from './identity/is-bot.ts'
import { touchSession } from './identity/session.ts'
import { readUser, type StoredUser } from './identity/user.ts'
import { readVisitorId } from './identity/visitor.ts'
import { DEFAULT_FLUSH_INTERVAL_MS, type TrackerOptions } from './options.ts'
import type { Listen } from './page/listen.ts'
import { readPage, setHashRouting } from './page/page.ts'
import { CONSENT_KEY, SESSION_KEY, USER_KEY, VISITOR_KEY } from './storage/keys.ts'
import {
  listKeys,
  load,
  loadOrReadCookie,
  noteRemoval,
  remove,
  setMemoryOnly,
  store,
} from './storage/storage.ts'
import { createUuid } from './uuid.ts'
import { guard, warn } from './warn.ts'

const MAX_HELD_CALLS = 100
/** Of the browser's timers, which take up to 2 ** 31 - 1. */
const MAX_FLUSH_INTERVAL_MS = 1e9

const doNothing = () => {}

type Signals = Navigator & { globalPrivacyControl?: boolean }

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
  const isUsable = hasKey(options) && !(options.ignoreBots && isBot())
  let isOn = false
  /** Calls that wait in memory until the visitor decides. */
  let held: (() => void)[] = []
  let capturing = new AbortController()
  /** Ends the visit of the page shown now. */
  let leavePage = doNothing

  const isTrackingEnabled = () => isOn
  const outbox = openOutbox(
    `${(options.apiHost || '').replace(/\/+$/, '')}/api/i/v1/${options.publicKey}/events`,
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
      } else if (!isOn) hold(keep)
      else {
        if (user) store(USER_KEY, user)
        const kept = options.beforeSend ? options.beforeSend(event) : event
        if (kept) {
          const { email, userId, customerId } = readUser()
          outbox.add(
            {
              visitorId: readVisitorId(),
              sessionId: touchSession(),
              userIdentity: { email, userId },
              customerIdentity: { customerId },
            },
            kept,
          )
          // Who someone is, and what they asked for, is wanted at once.
          if (/form|ident|calen/.test(kept.type)) void outbox.flush()
        }
      }
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
    const next = JSON.stringify({ ...identity, isByForm: user.isByForm })
    if (identity.email ? !isEmail(identity.email) : !identity.userId) warn('no email or userId')
    else if (next !== known) write('identify', identity, next)
  })

  const forgetUser = () => {
    if (!load(USER_KEY)) return
    // The time until now was the old visitor's.
    leavePage()
    ;[USER_KEY, VISITOR_KEY, SESSION_KEY].forEach(remove)
  }
  const clearUser = guard(() => {
    forgetUser()
    // Again at its place among the calls that wait.
    if (!isOn) hold(forgetUser)
  })

  /** The listeners are removed when capturing ends. */
  const listen: Listen = (types, handler, target = window) => {
    const safe = guard(handler) as (event: Event) => void
    const { signal } = capturing
    const add = () => {
      // In the capture phase: the page's own handlers may stop an event.
      for (const type of types.split(' ')) target.addEventListener(type, safe, { capture: true, signal })
    }
    add()
    // `document.open()` removes every listener, and what the document consisted of. One that is there isn't added again.
    new MutationObserver(add).observe(document, { childList: true })
  }

  const start = guard(() => {
    // Capturing ends by itself when the visitor says no in another tab.
    if ((isOn && !capturing.signal.aborted) || !isUsable) return
    isOn = true
    capturing = new AbortController()
    held.splice(0).forEach((call) => call())
    leavePage = captureVisits(options, listen, write, capturing.signal)
    captureForms(options, listen, write, identify)
    captureClicks(options, listen, track)
    if (options.trackScrollDepth) captureScroll(listen, track)
    if (options.trackCalendarEmbeds !== false) captureBookings(options, listen, write)
    listen('online', outbox.flush)
    listen('storage', noteRemoval)
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
    await outbox.flush()
    // One that was running when the page's last events were written would have missed them.
    await outbox.flush()
    // Unless it was enabled again meanwhile.
    isOn = !capturing.signal.aborted
  }

  setMemoryOnly(options.cookieless)
  setHashRouting(options.hashRouting)
  // Before the visitor has decided, the page's options and the browser's signals do.
  const decision = loadOrReadCookie(CONSENT_KEY)
  const mayStart = decision
    ? +decision
    : options.autoTrack !== false &&
      !(options.respectGpc !== false && (navigator as Signals).globalPrivacyControl) &&
      !(options.respectDnt && navigator.doNotTrack === '1')
  if (mayStart) start()

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
      ;[...listKeys('svc_'), VISITOR_KEY].forEach(remove)
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
