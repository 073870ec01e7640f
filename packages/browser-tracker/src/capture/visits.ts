import type { PageContext, TrackedEvent } from '../event.ts'
import { DEFAULT_IDLE_TIMEOUT_MS, type TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import type { Draft, Write } from './capture.ts'

/** Long enough for a router to set the new page's title. */
const TITLE_DELAY_MS = 10
const MAX_TITLE_CHARS = 2000
const MIN_TOTAL_MS = 500

/**
 * Records each page shown, and how long it was looked at: loads, navigation without loads, and returns from the
 * back/forward cache. Time is active up to the idle timeout after the last input; it takes no timer, as the gaps
 * between inputs are added up when the next one comes. `onHidden` is called after a hidden page's last event. Gives
 * a function that ends the visit.
 */
export const captureVisits = (
  options: TrackerOptions,
  listen: Listen,
  signal: AbortSignal,
  readPage: () => PageContext,
  draft: Draft,
  write: Write,
  touch: () => string,
  onHidden: () => void,
): (() => void) => {
  let page: PageContext
  let pageview: TrackedEvent | false | undefined
  let start: number
  let last: number
  let active: number

  const finishPageview = () => {
    if (pageview) {
      pageview['title'] = document.title.slice(0, MAX_TITLE_CHARS)
      write(pageview)
      pageview = false
    }
  }
  const begin = () => {
    page = readPage()
    // Nobody looks at a hidden page: its times stay NaN and make no event.
    start = last = document.hidden ? NaN : performance.now()
    active = 0
  }
  const settle = () => {
    const now = performance.now()
    if (now - last > 1000) touch()
    active += Math.min(now - last, options.idleTimeout || DEFAULT_IDLE_TIMEOUT_MS)
    last = now
  }
  const show = () => {
    begin()
    pageview = options.trackPageviews !== false && draft('pageview')
    setTimeout(finishPageview, TITLE_DELAY_MS)
  }
  const leave = () => {
    finishPageview()
    settle()
    const totalTimeMs = Math.round(last - start)
    if (totalTimeMs >= MIN_TOTAL_MS && options.trackEngagement !== false)
      write(draft('engagement', { activeTimeMs: Math.round(active), totalTimeMs, sessionId: touch() }, page))
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
  listen(window, 'popstate hashchange', check)
  if (navigation) listen(navigation, 'currententrychange', check)
  else
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
  listen(document, 'visibilitychange', () => (document.hidden ? hide() : begin()))
  listen(window, 'pagehide', hide)
  listen(window, 'pageshow', (event: PageTransitionEvent) => event.persisted && show())
  listen(window, 'mousemove keydown click scroll touchstart', settle)
  if ((document as { prerendering?: boolean }).prerendering) listen(document, 'prerenderingchange', show)
  else show()
  return leave
}
