import type { PageContext, Properties } from '../event.ts'
import type { Listen } from '../page/listen.ts'
import { readPage } from '../page/page.ts'

/** Records how far down each page was scrolled, at every quarter, once each. */
export const captureScroll = (
  listen: Listen,
  track: (eventName: string, properties: Properties) => void,
): void => {
  let page: PageContext
  let quarters: number
  listen('scroll', () => {
    if (page !== (page = readPage())) quarters = 0
    const depth = (scrollY + innerHeight + 1) / document.documentElement.scrollHeight
    while (quarters < 4 && depth * 4 > quarters + 1)
      track('scroll_depth_reached', { percent: ++quarters * 25 })
  })
}
