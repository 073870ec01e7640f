import type { Write } from '../event.ts'
import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import { toList } from '../list.ts'

interface Booking {
  uid?: string
  title?: string
  startTime?: string
  endTime?: string
  isRecurring?: boolean
  booking?: Booking
}

/** What a scheduling widget says to the page that embeds it. */
interface WidgetMessage {
  /** scheduling-a: `bookingSuccessful`, `rescheduleBookingSuccessfulV2` and so on. */
  type?: string
  data?: Booking
  /** scheduling-b: `<namespace>.event_scheduled`. */
  event?: string
  payload?: unknown
}

/**
 * Records bookings made in embedded scheduling widgets. A message counts when it comes from a listed origin and from
 * a frame of this very page; a booking counts once, however many messages (two versions of each, one more after a
 * payment) tell of it. A booking that was moved counts anew.
 */
export const captureBookings = (options: TrackerOptions, listen: Listen, write: Write): void => {
  const seen = new Set<string>()
  listen('message', ({ origin, source, data }: MessageEvent<WidgetMessage | null>) => {
    const message = data || {}
    const details = message.data || {}
    const isB = /\.event_scheduled$/.test(message.event!)
    const isA = /^(rescheduleB|b)ookingSuccessful/.test(message.type!)
    const { uid, title, startTime, endTime, isRecurring } = details.booking || details
    const start = Date.parse(startTime!)
    const key = JSON.stringify([uid || title, start, message.payload])
    if (
      toList(isB ? options.schedulingBOrigins : isA && options.schedulingAOrigins).includes(origin) &&
      source !== window &&
      (source as Window).parent === window &&
      !seen.has(key)
    ) {
      seen.add(key)
      write('calendar', {
        provider: `scheduling-${isB ? 'b' : 'a'}`,
        eventType: title,
        startTime,
        endTime,
        duration: (Date.parse(endTime!) - start) / 60_000 || undefined,
        isRecurring,
      })
    }
  })
}
