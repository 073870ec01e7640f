import type { Write } from '../event.ts'
import { toList } from '../list.ts'
import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'

interface Booking {
  uid?: string
  title?: string
  startTime?: string
  endTime?: string
  isRecurring?: boolean
}

/** A scheduling widget's message to the page that embeds it. */
interface WidgetMessage {
  /** scheduling-a: `bookingSuccessful`, `rescheduleBookingSuccessfulV2` and so on. */
  type?: string
  /** scheduling-a: the booking, or, in older versions, an object that contains it. */
  data?: Booking & { booking?: Booking }
  /** scheduling-b: `<namespace>.event_scheduled`. */
  event?: string
  payload?: unknown
}

const MS_PER_MINUTE = 60_000

/**
 * Records bookings made in embedded scheduling widgets. A message counts if it comes from a listed origin and from a
 * frame of this page; a booking counts once, although several messages report it (two versions, and one more after a
 * payment). It counts again when it is moved.
 */
export const captureBookings = (options: TrackerOptions, listen: Listen, write: Write): void => {
  const seen = new Set<string>()

  listen('message', ({ origin, source, data }: MessageEvent<WidgetMessage | null> & { source: Window }) => {
    const message = data || {}
    const isA = /^(rescheduleB|b)ookingSuccessful/.test(message.type!)
    const origins = toList(isA ? options.schedulingAOrigins : options.schedulingBOrigins)
    if (
      !origins.includes(origin) ||
      !(isA || /\.event_scheduled$/.test(message.event!)) ||
      source === window ||
      source.parent !== window
    )
      return

    const details = message.data || {}
    const { uid, title, startTime, endTime, isRecurring } = details.booking || details
    const start = Date.parse(startTime!)
    const key = JSON.stringify([uid || title, start, message.payload])
    if (seen.has(key)) return
    seen.add(key)
    write('calendar', {
      provider: isA ? 'scheduling-a' : 'scheduling-b',
      eventType: title,
      startTime,
      endTime,
      isRecurring,
      duration: (Date.parse(endTime!) - start) / MS_PER_MINUTE || undefined,
    })
  })
}
