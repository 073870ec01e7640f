import { DEFAULT_IDLE_TIMEOUT_MS } from '../options.ts'
import type { Page } from '../page/page.ts'
import type { Capture } from './capture.ts'

const MIN_TOTAL_MS = 500

/**
 * Records how long each page was looked at, once for each time it was shown. Time counts as active up to the idle
 * timeout after the last input. It needs no timer: gaps between inputs are added up when the next one comes.
 */
export const captureEngagement = ({
  options,
  listen,
  readPage,
  onShow,
  onLeave,
  draft,
  write,
  touch,
}: Capture): void => {
  let page: Page
  let start: number
  let last: number
  let active: number
  let touched = 0
  const isHidden = () => document.visibilityState === 'hidden'
  const begin = () => {
    page = readPage()
    // Nobody looks at a hidden page: its times stay NaN and make no event.
    start = last = isHidden() ? NaN : performance.now()
    active = 0
  }
  const settle = () => {
    const now = performance.now()
    active += Math.min(now - last, options.idleTimeout || DEFAULT_IDLE_TIMEOUT_MS)
    last = now
    if (now - touched > 1000) {
      touched = now
      touch()
    }
  }
  onShow(begin)
  listen(document, 'visibilitychange', () => isHidden() || begin())
  listen(window, 'mousemove keydown click scroll touchstart', settle)
  onLeave(() => {
    settle()
    const totalTimeMs = Math.round(last - start)
    if (totalTimeMs >= MIN_TOTAL_MS)
      write(draft('engagement', { activeTimeMs: Math.round(active), totalTimeMs, sessionId: touch() }, page))
    begin()
  })
}
