import type { PageContext, Write } from '../event.ts'
import { touchSession } from '../identity/session.ts'
import { DEFAULT_IDLE_TIMEOUT_MS, type TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import { readPage } from '../page/page.ts'
import { now } from '../clock.ts'

/** Long enough for a router to set the new page's title. */
const TITLE_DELAY_MS = 10
const MAX_TITLE_CHARS = 2000
const MIN_TOTAL_MS = 500

/**
 * Records each page shown, and how long it was looked at: loads, navigation without loads, and returns from the
 * back/forward cache. Time is active up to the idle timeout after the last input; it takes no timer, as the gaps
 * between inputs are added up when the next one comes. `onHidden` is called after a hidden page's last event. The visit
 * ends when `signal` aborts.
 */
export const captureVisits = (
  options: TrackerOptions,
  listen: Listen,
  write: Write,
  onHidden: () => void,
  signal: AbortSignal,
): void => {
  let page: PageContext
  /** When the page was shown, until its title is known. */
  let shownAt: number | false
  let start: number
  let last: number
  let active: number

  const finishPageview = () => {
    if (shownAt)
      write('pageview', { timestamp: shownAt, title: document.title.slice(0, MAX_TITLE_CHARS) }, page)
    shownAt = false
  }
  const begin = () => {
    page = readPage()
    // Nobody looks at a hidden page: its times stay NaN and make no event.
    start = last = document.hidden ? NaN : now()
    active = 0
  }
  const settle = () => {
    const at = now()
    touchSession()
    active += Math.min(at - last, options.idleTimeout || DEFAULT_IDLE_TIMEOUT_MS)
    last = at
  }
  const show = () => {
    begin()
    shownAt = options.trackPageviews !== false && Date.now()
    setTimeout(finishPageview, TITLE_DELAY_MS)
  }
  const leave = () => {
    finishPageview()
    settle()
    const totalTimeMs = last - start
    if (totalTimeMs >= MIN_TOTAL_MS && options.trackEngagement !== false)
      write('engagement', { activeTimeMs: active, totalTimeMs, sessionId: touchSession() }, page)
    begin()
  }
  const hide = () => {
    leave()
    onHidden()
  }
  const check = () => {
    if (readPage() !== page) {
      leave()
      show()
    }
  }

  const { navigation } = window as { navigation?: EventTarget }
  listen('popstate currententrychange', check, navigation)
  if (!navigation)
    for (const name of ['pushState', 'replaceState'] as const) {
      const original = history[name]
      const patched: History['pushState'] = (...args) => {
        original.apply(history, args)
        check()
      }
      history[name] = patched
      signal.addEventListener('abort', () => {
        if (history[name] === patched) history[name] = original
      })
    }
  listen('visibilitychange', () => (document.hidden ? hide() : begin()))
  listen('pagehide', hide)
  listen('pageshow', (event: PageTransitionEvent) => event.persisted && show())
  listen('mousemove keydown scroll touchstart', settle)
  if ((document as { prerendering?: boolean }).prerendering) listen('prerenderingchange', show)
  else show()
  signal.addEventListener('abort', leave)
}
