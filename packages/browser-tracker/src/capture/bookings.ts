import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import { draft, type Write } from '../draft.ts'
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
    const { type, data: details, event, payload } = data || {}
    const [provider, origins] = /^(rescheduleB|b)ookingSuccessful/.test(type!)
      ? (['scheduling-a', options.schedulingAOrigins] as const)
      : /\.event_scheduled$/.test(event!)
        ? (['scheduling-b', options.schedulingBOrigins] as const)
        : []
    const { uid, title, startTime, endTime, isRecurring }: Booking = details?.booking || details || {}
    const start = Date.parse(startTime!)
    const key = `${uid || title} ${start} ${JSON.stringify(payload)}`
    if (
      toList(origins).includes(origin) &&
      source !== window &&
      (source as Window).parent === window &&
      !seen.has(key)
    ) {
      seen.add(key)
      write(
        draft('calendar', {
          provider,
          eventType: title,
          startTime,
          endTime,
          duration: (Date.parse(endTime!) - start) / 60_000 || undefined,
          isRecurring,
        }),
      )
    }
  })
}
