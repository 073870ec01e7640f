import { guard } from '../warn.ts'
import type { Capture } from './capture.ts'

/** Long enough for a router to set the new page's title. */
const TITLE_DELAY_MS = 10

/** Records each page shown. */
export const capturePageviews = ({ onShow, onLeave, draft, write }: Capture): void => {
  let finish: (() => void) | undefined
  onShow((page) => {
    const event = draft('pageview', {}, page)
    const mine = guard(() => {
      if (finish === mine) {
        finish = undefined
        event.title = document.title
        write(event)
      }
    })
    setTimeout((finish = mine), TITLE_DELAY_MS)
  })
  onLeave(() => finish && finish())
}
