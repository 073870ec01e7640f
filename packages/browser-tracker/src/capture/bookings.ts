import type { CalendarProvider } from '../options.ts'
import type { Capture } from './capture.ts'

const BOOKINGS_KEY = 'svc_bookings'

interface Booking {
  uid?: string
  title?: string
  startTime?: string
  endTime?: string
  date?: string
  duration?: number
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
  payload?: { event?: { uri?: string }; invitee?: { uri?: string } }
}

const toIso = (time: string | undefined) => {
  const ms = Date.parse(time!)
  return ms ? new Date(ms).toISOString() : undefined
}

/**
 * Records bookings made in embedded scheduling widgets. A message counts when it comes from a listed origin and from
 * a frame of this very page; a booking counts once, however many messages (two versions of each, one more after a
 * payment, again when its confirmation is loaded anew) tell of it. A booking that was moved counts anew.
 */
export const captureBookings = ({ options, storage, listen, draft, write }: Capture): void => {
  listen(window, 'message', ({ origin, source, data }: MessageEvent<WidgetMessage | undefined>) => {
    const origins = options.calendarOrigins || {}
    const provider = (['scheduling-a', 'scheduling-b'] satisfies CalendarProvider[]).find((id) =>
      ([] as (string | undefined)[]).concat(origins[id]).includes(origin),
    )
    const frame = source as Window | null
    if (!provider || !data || !frame || frame === window || frame.parent !== window) return

    let key: string | undefined
    let fields: object = {}
    if (provider === 'scheduling-a' && /^(reschedule)?bookingSuccessful(V2)?$/i.test(data.type!)) {
      const details = { ...data.data, ...(data.data || {}).booking }
      const startTime = toIso(details.startTime || details.date)
      const endTime = toIso(details.endTime)
      key = `${details.uid || details.title} ${startTime}`
      fields = {
        eventType: details.title,
        startTime,
        endTime,
        duration:
          startTime && endTime
            ? Math.round((Date.parse(endTime) - Date.parse(startTime)) / 60_000)
            : details.duration,
        isRecurring: details.isRecurring,
      }
    } else if (provider === 'scheduling-b' && /(^|\.)event_scheduled$/.test(data.event!))
      key = JSON.stringify(data.payload || 0)

    const seen = (storage.get(BOOKINGS_KEY) || '').split('\n')
    if (!key || seen.includes(key)) return
    storage.set(BOOKINGS_KEY, [...seen.slice(-20), key].join('\n'))
    write(draft('calendar', { provider, ...fields }))
  })
}
