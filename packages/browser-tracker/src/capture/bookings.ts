import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import type { Draft, Write } from './capture.ts'
import type { Storage } from '../storage/storage.ts'

const BOOKINGS_KEY = 'svc_bookings'

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
 * payment, again when its confirmation is loaded anew) tell of it. A booking that was moved counts anew.
 */
export const captureBookings = (
  options: TrackerOptions,
  storage: Storage,
  listen: Listen,
  draft: Draft,
  write: Write,
): void => {
  listen(window, 'message', ({ origin, source, data }: MessageEvent<WidgetMessage | null>) => {
    const { type, data: details, event, payload } = data || {}
    const isA = /^(rescheduleB|b)ookingSuccessful(V2)?$/.test(type!)
    const origins = isA
      ? options.schedulingAOrigins
      : /\.event_scheduled$/.test(event!)
        ? options.schedulingBOrigins
        : undefined
    if (
      !String(origins).split(',').includes(origin) ||
      source === window ||
      (source as Window).parent !== window
    )
      return
    const { uid, title, startTime, endTime, isRecurring }: Booking = {
      ...details,
      ...(details && details.booking),
    }
    const start = Date.parse(startTime!)
    const key = isA ? `${uid || title} ${start}` : JSON.stringify(payload)
    const seen = (storage.get(BOOKINGS_KEY) || '').split('\n')
    if (seen.includes(key)) return
    storage.set(BOOKINGS_KEY, [...seen.slice(-20), key].join('\n'))
    write(
      draft('calendar', {
        provider: isA ? 'scheduling-a' : 'scheduling-b',
        eventType: title,
        startTime,
        endTime,
        duration: Math.round((Date.parse(endTime!) - start) / 60_000) || undefined,
        isRecurring,
      }),
    )
  })
}
