import { now } from '../clock.ts'
import type { PageContext, Write } from '../event.ts'
import { touchSession } from '../identity/session.ts'
import { DEFAULT_IDLE_TIMEOUT_MS, type TrackerOptions } from '../options.ts'
import { onNavigation } from '../page/navigation.ts'
import type { Listen } from '../page/listen.ts'
import { readPage } from '../page/page.ts'

/** Frameworks set a page's title some time after its address. How often and how long it is polled. */
const TITLE_CHECK_MS = 20
const TITLE_WAIT_MS = 1000
const MAX_TITLE_CHARS = 2000
const MIN_TOTAL_MS = 500

/**
 * Records each page shown, and how long it was viewed: loads, navigation without loads, and returns from the back/forward
 * cache. Time is active up to the idle timeout after the last input; it needs no timer, since the gaps between inputs are
 * added up with the next input. A visit ends and another one starts when the page is shown or hidden, and when the
 * returned function is called.
 */
export const captureVisits = (
  options: TrackerOptions,
  listen: Listen,
  write: Write,
  signal: AbortSignal,
): (() => void) => {
  let page: PageContext
  let isVisible: boolean
  let startedAt: number
  let lastInputAt: number
  let activeMs: number
  /** The page view that waits for the title: later changes of the address, as a campaign taken out of it, aren't in it. */
  let view: (PageContext & { timestamp: number }) | undefined
  let titleTimer: ReturnType<typeof setInterval>

  const noteInput = () => {
    touchSession()
    const at = now()
    activeMs += Math.min(at - lastInputAt, options.idleTimeout || DEFAULT_IDLE_TIMEOUT_MS)
    lastInputAt = at
  }
  const finishPageview = () => {
    clearInterval(titleTimer)
    if (view) write('pageview', { ...view, title: document.title.slice(0, MAX_TITLE_CHARS) })
    view = undefined
  }
  /** Ends the visit before. The page view is written once the title has changed, or after a while. */
  const show = (oldTitle = '') => {
    leave()
    if (options.trackPageviews === false) return
    view = { ...page, timestamp: Date.now() }
    titleTimer = setInterval(() => {
      if (document.title !== oldTitle || now() > startedAt + TITLE_WAIT_MS) finishPageview()
    }, TITLE_CHECK_MS)
  }
  const leave = () => {
    finishPageview()
    noteInput()
    const totalTimeMs = lastInputAt - startedAt
    if (isVisible && totalTimeMs >= MIN_TOTAL_MS && options.trackEngagement !== false)
      write('engagement', { ...page, totalTimeMs, activeTimeMs: activeMs, sessionId: touchSession() })
    page = readPage()
    isVisible = !document.hidden
    startedAt = lastInputAt
    activeMs = 0
  }

  onNavigation(listen, signal, (isReplaced) => {
    if (readPage(isReplaced && options.pageViews !== 'url') !== page) show(document.title)
  })
  // Shown from the back/forward cache, or after it was prerendered: the latter's event has no such field.
  listen(
    'pageshow prerenderingchange',
    ({ persisted }: Event & { persisted?: boolean }) => persisted !== false && show(),
  )
  listen('mousemove keydown scroll touchstart', noteInput)
  if (!(document as { prerendering?: boolean }).prerendering) show()
  return leave
}
