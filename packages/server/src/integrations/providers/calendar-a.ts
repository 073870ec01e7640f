import { isJsonObject } from '@customer-intel/contract'
import { emailOf, idOf, listIn, objectOf, objectsOf, present, requireId, textOf, timeOf } from '../fields.ts'
import { UnfetchedObject } from '../fetch-each.ts'
import { internal, isInternalAddress, isNoReply } from '../internal-address.ts'
import type {
  Answer,
  StreamRequest,
  MapContext,
  MappedRecord,
  StreamPage,
  Provider,
  ProviderApi,
  Query,
} from '../provider.ts'
import { textOfHtml } from '../mail/html-lines.ts'
import { googleAuth, googleErrors } from './google.ts'

const events = '/calendar/v3/calendars/primary/events'
const perPage = 250
const day = 86_400_000
/** How far ahead events are fetched: a series has no end. So everything is walked again before the end of that time. */
const aheadMs = 60 * day
const walkAgainMs = 30 * day

/** Uses the Google Calendar API, version v3: meetings of the primary calendar with external participants. */
export const calendarA: Provider = {
  id: 'calendar-a',
  name: 'Calendar A',
  category: 'calendar',
  service: { name: 'Google Calendar', website: 'https://calendar.google.com' },
  brings: 'meetings with guests from outside, and the guests',
  cliName: 'calendar-a',
  auth: googleAuth({
    endsWith: ['mail-a'],
    scopes: [
      'https://www.googleapis.com/auth/calendar.events.readonly',
      'https://www.googleapis.com/auth/calendar.calendars.readonly',
    ],
    // The primary calendar's id is its owner's address.
    account: async (api) => requireId(await api.get('/calendar/v3/calendars/primary')),
  }),
  origin: 'https://www.googleapis.com',
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  errors: googleErrors,
  check: async (api) => listIn(await api.get(events, { maxResults: 1 }), 'items'),
  everyMs: 10 * 60_000,
  notes: [
    'The primary calendar of whoever connects is read. Private events and those without guests are skipped.',
  ],
  streams: [
    {
      model: 'CalendarEvent',
      cursor: { kind: 'token' },
      wholeWalkEveryMs: walkAgainMs,
      perPage,
      fetch: fetchEvents,
      skip: skipEvent,
      idOf: requireId,
      map: (item, context) => mapEvent(objectOf(item), context),
    },
  ],
}

function fetchEvents(api: ProviderApi, request: StreamRequest): Promise<StreamPage> {
  return fetchPage(api, request)
}

/** Only the id of the next event. */
async function skipEvent(api: ProviderApi, request: StreamRequest, reason: string): Promise<StreamPage> {
  const fields = 'items(id),nextPageToken,nextSyncToken'
  const page = await fetchPage(api, { ...request, limit: 1 }, { fields })
  return { ...page, items: page.items.map((item) => new UnfetchedObject(requireId(item), reason)) }
}

async function fetchPage(
  api: ProviderApi,
  { since, page, startedAt, limit = perPage }: StreamRequest,
  query: Query = {},
): Promise<StreamPage> {
  const answer = await api.get(events, {
    ...query,
    // A token is valid for the time window it was issued for.
    ...(since === null ? { timeMax: iso(startedAt + aheadMs) } : { syncToken: since }),
    singleEvents: true,
    showDeleted: true,
    maxResults: limit,
    pageToken: page,
  })
  const [next, cursor] = [idOf(answer['nextPageToken']), idOf(answer['nextSyncToken'])]
  if (next === null && cursor === null) throw new Error('it has neither nextPageToken nor nextSyncToken')
  return { items: listIn(answer, 'items'), next, cursor }
}

/** A meeting that was cancelled, became private or lost its guests has no records: the former ones are removed. */
function mapEvent(event: Answer, context: MapContext): MappedRecord[] {
  const id = requireId(event)
  const isCancelled = event['status'] === 'cancelled'
  const startedAt = momentOf(event['start'])
  const attendees = (objectsOf(event['attendees']) ?? []).filter(({ resource }) => resource !== true)
  const guests = attendees.filter((attendee) => isGuest(attendee, context))
  // Only known values mean public: an unknown one doesn't.
  const isPrivate = ![undefined, null, 'default', 'public'].includes(event['visibility'] as string | null)
  if (isCancelled || isPrivate || guests.length === 0) return []
  if (startedAt === null) throw new Error('it has no start')
  if (startedAt > context.now + aheadMs) return []
  const endedAt = momentOf(event['end'])
  const organizer = isJsonObject(event['organizer']) ? emailOf(event['organizer']['email']) : null
  const permalink = textOf(event['htmlLink'], 2_000)
  return [
    {
      kind: 'source',
      sourceType: 'CALENDAR_EVENT',
      sourceId: id,
      provider: 'calendar-a',
      occurredAt: iso(startedAt),
      title: textOf(event['summary'], 1_000) ?? 'Meeting',
      ...present({
        text: textOf(plain(event['description']), 1_000_000),
        permalink: permalink !== null && /^https?:\/\//.test(permalink) ? permalink : null,
      }),
      participants: attendees.slice(0, 500).map((attendee) => ({
        role: emailOf(attendee['email']) === organizer ? 'organizer' : 'attendee',
        ...present({
          email: isGuest(attendee, context) || isOwn(attendee, context) ? emailOf(attendee['email']) : null,
          name: textOf(attendee['displayName'], 300),
        }),
        ...(isOwn(attendee, context) && internal),
      })),
      record: present<string | number | boolean>({
        status: textOf(event['status'], 50),
        location: textOf(event['location'], 1_000),
        durationSeconds: endedAt === null ? null : Math.max(0, Math.round((endedAt - startedAt) / 1_000)),
        isAllDay: isJsonObject(event['start']) && event['start']['date'] !== undefined ? true : null,
        seriesId: idOf(event['recurringEventId']),
        accepted: guests.filter(({ responseStatus }) => responseStatus === 'accepted').length,
        declined: guests.filter(({ responseStatus }) => responseStatus === 'declined').length,
      }),
    },
    ...guests.flatMap((guest): MappedRecord[] => {
      const [email, name] = [emailOf(guest['email']), textOf(guest['displayName'], 300)]
      return email === null ? [] : [{ kind: 'user', email, ...(name !== null && name !== email && { name }) }]
    }),
  ]
}

function isGuest(attendee: Answer, context: MapContext): boolean {
  const email = emailOf(attendee['email'])
  if (email === null || isOwn(attendee, context)) return false
  return !isNoReply(email) && !email.endsWith('calendar.google.com')
}

function isOwn({ email: value, self }: Answer, context: MapContext): boolean {
  const email = emailOf(value)
  return email !== null && (self === true || isInternalAddress(email, context))
}

/** `dateTime` with a zone, or `date` for all-day events. */
function momentOf(value: unknown): number | null {
  return isJsonObject(value) ? (timeOf(value['dateTime']) ?? timeOf(value['date'])) : null
}

/** A description may be HTML. */
function plain(value: unknown): unknown {
  return typeof value === 'string' && /<[a-z][^<>]*>/i.test(value) ? textOfHtml(value) : value
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
