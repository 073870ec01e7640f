import type { Call, Handler, Reply } from '../http.ts'
import { type OAuthPlay, playOAuth, withOAuth } from '../oauth.ts'
import type { World } from '../world.ts'

export interface CalendarEvent {
  id: string
  status: string
  [field: string]: unknown
}

/** Plays the Google Calendar API, version v3: the primary calendar and its events. */
export interface CalendarA {
  handler: Handler
  oauth: OAuthPlay
  events: CalendarEvent[]
  /** Adds an event, or puts it in the place of the one with its id: told as a change. */
  put(event: CalendarEvent): void
  /** Takes an event away: what is told of it is that it was cancelled. */
  cancel(id: string): void
  /** Tokens for changes that were given hold no longer. */
  expireSyncTokens(): void
}

const hour = 3_600_000
const day = 24 * hour

export function playCalendarA(world: World): CalendarA {
  const oauth = playOAuth({
    service: 'Calendar A',
    authorisePath: '/o/oauth2/v2/auth',
    tokenPath: '/token',
    revokePath: '/revoke',
    clientAuth: 'body',
    givesRefreshToken: (asked) => asked.get('access_type') === 'offline',
  })
  const me = world.colleagues[1]!
  /** Numbers changes: an event counts as changed since a token that is lower. */
  let version = 1
  let oldestToken = 0
  const changedAt = new Map<string, number>()
  const events = world.companies.flatMap((company): CalendarEvent[] => {
    const start = world.now - (company.index % 90) * day - 5 * hour
    const [guest, second] = company.people
    const invited = [
      { email: me.email, self: true, organizer: true, responseStatus: 'accepted' },
      { email: guest!.email, displayName: guest!.name, responseStatus: 'accepted' },
      { email: second!.email, displayName: second!.name, responseStatus: 'needsAction' },
      { email: 'room-1@resource.calendar.google.com', resource: true, responseStatus: 'accepted' },
    ]
    const meeting = meetingOf(`meeting${company.index}`, `${company.name}: next steps`, start, invited)
    // A series, as single events.
    const series = Array.from({ length: company.index % 20 === 0 ? 4 : 0 }, (_, week) => ({
      ...meetingOf(
        `weekly${company.index}_${week}`,
        `Weekly with ${company.name}`,
        start - week * 7 * day,
        invited,
      ),
      recurringEventId: `weekly${company.index}`,
    }))
    return [meeting, ...series]
  })
  events.push(meetingOf('standup', 'Stand-up', world.now - day, [{ email: me.email, self: true }]), {
    ...meetingOf('doctor', 'Doctor', world.now - day, [{ email: 'dr@practice.example' }]),
    visibility: 'private',
  })

  function meetingOf(
    id: string,
    summary: string,
    start: number,
    attendees: Record<string, unknown>[],
  ): CalendarEvent {
    return {
      kind: 'calendar#event',
      id,
      status: 'confirmed',
      htmlLink: `https://www.google.com/calendar/event?eid=${id}`,
      created: new Date(start - day).toISOString(),
      updated: new Date(start - day).toISOString(),
      summary,
      description: 'Agenda: roll-out, seats, invoice.',
      location: 'Online',
      creator: { email: me.email, self: true },
      organizer: { email: me.email, self: true },
      start: { dateTime: new Date(start).toISOString(), timeZone: 'Europe/Berlin' },
      end: { dateTime: new Date(start + hour / 2).toISOString(), timeZone: 'Europe/Berlin' },
      attendees,
    }
  }

  function list({ query }: Call): Reply {
    const token = query.get('syncToken')
    const since = token === null ? null : Number(token.slice('sync-'.length))
    if (token !== null && (query.has('timeMin') || query.has('timeMax') || query.has('orderBy')))
      return refusal(400, 'invalid', 'Sync token cannot be used with the request restrictions')
    if (since !== null && since < oldestToken)
      return refusal(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.')
    const [from, to] = [query.get('timeMin'), query.get('timeMax')].map((time) => Date.parse(time ?? ''))
    const found = events.filter((event) => {
      if (since !== null) return (changedAt.get(event.id) ?? 0) > since
      const at = Date.parse((event['start'] as { dateTime?: string } | undefined)?.dateTime ?? '')
      if (event.status === 'cancelled' && query.get('showDeleted') !== 'true') return false
      return !(at < from!) && !(at >= to!)
    })
    const limit = Number(query.get('maxResults') ?? 250)
    const start = Number(query.get('pageToken')?.slice('page-'.length) ?? 0)
    const next = start + limit < found.length ? { nextPageToken: `page-${start + limit}` } : null
    const page = found.slice(start, start + limit)
    // A part of each event, where no more is asked for.
    const isByIds = /(?:^|,)items\(id\)/.test(query.get('fields') ?? '')
    return {
      status: 200,
      body: {
        kind: 'calendar#events',
        summary: me.email,
        timeZone: 'Europe/Berlin',
        items: isByIds ? page.map(({ id }) => ({ id })) : page,
        ...(next ?? { nextSyncToken: `sync-${version}` }),
      },
    }
  }

  function put(event: CalendarEvent): void {
    const index = events.findIndex(({ id }) => id === event.id)
    if (index < 0) events.push(event)
    else events[index] = event
    changedAt.set(event.id, ++version)
  }

  return {
    oauth,
    events,
    put,
    cancel(id) {
      // As much as is certain to be told.
      put({ kind: 'calendar#event', id, status: 'cancelled' })
    },
    expireSyncTokens() {
      oldestToken = ++version
    },
    handler: withOAuth(oauth, (call) => {
      if (!oauth.accepts(call)) return refusal(401, 'authError', 'Invalid Credentials')
      if (call.path === '/calendar/v3/calendars/primary/events') return list(call)
      const event = /^\/calendar\/v3\/calendars\/primary\/events\/(\w+)$/.exec(call.path)?.[1]
      const found = events.find(({ id }) => id === event)
      if (found !== undefined) return { status: 200, body: found }
      if (call.path === '/calendar/v3/calendars/primary')
        return { status: 200, body: { kind: 'calendar#calendar', id: oauth.person, summary: oauth.person } }
      return refusal(404, 'notFound', 'Not Found')
    }),
  }
}

/** In the form of Google's services. */
export function refusal(code: number, reason: string, message: string): Reply {
  return { status: code, body: { error: { code, message, errors: [{ domain: 'global', reason, message }] } } }
}
