import type { Capture } from './capture.ts'

/** Records how far down each page was scrolled, at every quarter, once each. */
export const captureScroll = ({ listen, onShow, track }: Capture): void => {
  let reached = 0
  onShow(() => (reached = 0))
  listen(window, 'scroll', () => {
    const depth = (scrollY + innerHeight + 1) / document.documentElement.scrollHeight
    for (; reached < 4 && depth * 4 >= reached + 1;)
      track('scroll_depth_reached', { percent: ++reached * 25 })
  })
}
