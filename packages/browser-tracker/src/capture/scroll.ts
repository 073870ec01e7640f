import type { PageContext, Properties } from '../event.ts'
import type { Listen } from '../page/listen.ts'
import { readPage } from '../page/page.ts'

/** Records how far down each page was scrolled: every quarter once. */
export const captureScroll = (
  listen: Listen,
  track: (eventName: string, properties: Properties) => void,
): void => {
  let page: PageContext
  let percent: number

  listen('scroll', () => {
    if (page !== readPage()) {
      page = readPage()
      percent = 0
    }
    // One pixel less than the end: browsers round.
    const reached = (100 * (scrollY + innerHeight + 1)) / document.documentElement.scrollHeight
    while (percent < 100 && reached > percent + 25) {
      percent += 25
      track('scroll_depth_reached', { percent })
    }
  })
}
