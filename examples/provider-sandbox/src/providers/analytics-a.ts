import { createHash } from 'node:crypto'
import type { Handler, Reply } from '../http.ts'
import { createRandom, pick } from '../random.ts'
import type { SentWebhook } from '../webhooks.ts'
import type { World } from '../world.ts'

export interface CapturedEvent {
  uuid: string
  event: string
  distinct_id: string
  /** Unix milliseconds. */
  ms: number
  properties: Record<string, unknown>
}

export interface TrackedPerson {
  id: string
  ms: number
  distinctIds: string[]
  properties: Record<string, unknown>
}

/** Plays the PostHog API: its query endpoint for the two tables, capture by its libraries, a webhook destination. */
export interface AnalyticsA {
  handler: Handler
  /** The personal API key that it takes. */
  apiKey: string
  projectId: string
  /** What the key may do. */
  scopes: string[]
  events: CapturedEvent[]
  persons: TrackedPerson[]
  /** Notes an event, as a library does. */
  capture(event: Partial<CapturedEvent> & { event: string; distinct_id: string }): CapturedEvent
  /** What a webhook destination with the proposed body sends of an event. Default: the newest one. */
  webhook(secrets: readonly string[], options?: { event?: CapturedEvent }): SentWebhook
}

const day = 86_400_000
const pages = ['/', '/pricing', '/app/projects', '/app/reports', '/docs/getting-started']
const used = ['report_exported', 'project_created', 'member_invited']

export function playAnalyticsA(
  world: World,
  { apiKey = 'phx_sandbox0000', projectId = '4711' } = {},
): AnalyticsA {
  const random = createRandom(23)
  const events: CapturedEvent[] = []
  const persons: TrackedPerson[] = []
  const personOf = (distinctId: string) => persons.find(({ distinctIds }) => distinctIds.includes(distinctId))

  const played: AnalyticsA = {
    apiKey,
    projectId,
    scopes: ['query:read'],
    events,
    persons,
    capture({
      event,
      distinct_id: distinctId,
      ms = Date.now(),
      properties = {},
      uuid = uuidOf(`${events.length}`, ms),
    }) {
      const captured = { uuid, event, distinct_id: distinctId, ms, properties }
      events.push(captured)
      if (event === '$identify') identify(distinctId, properties, ms)
      return captured
    },
    webhook([secret = ''], { event = events.at(-1)! } = {}) {
      const person = personOf(event.distinct_id)
      return {
        headers: { 'x-svc-auth': secret },
        body: JSON.stringify({
          event: {
            uuid: event.uuid,
            event: event.event,
            distinct_id: event.distinct_id,
            properties: event.properties,
            timestamp: new Date(event.ms).toISOString(),
            url: `http://sandbox/project/${projectId}/events/${event.uuid}`,
          },
          person: person && {
            id: person.id,
            name: person.properties['email'],
            properties: person.properties,
          },
        }),
      }
    },
    handler: ({ path, headers, body }) => {
      if (headers['authorization'] !== `Bearer ${apiKey}`)
        return failure(401, 'authentication_error', 'Invalid personal API key.')
      if (path === '/api/personal_api_keys/@current/') return { status: 200, body: { scopes: played.scopes } }
      if (path !== `/api/projects/${projectId}/query/`) return failure(404, 'invalid_request', 'Not found.')
      const asked = JSON.parse(body) as { query?: { kind?: string; query?: string } }
      if (asked.query?.kind !== 'HogQLQuery')
        return failure(400, 'validation_error', 'Unsupported query kind.')
      return answer(asked.query.query ?? '')
    },
  }

  function identify(distinctId: string, properties: Record<string, unknown>, ms: number): void {
    const person = personOf(distinctId) ?? {
      id: uuidOf(`person ${distinctId}`, ms),
      ms,
      distinctIds: [distinctId],
      properties: {},
    }
    if (!persons.includes(person)) persons.push(person)
    const anonymous = properties['$anon_distinct_id']
    if (typeof anonymous === 'string' && !person.distinctIds.includes(anonymous))
      person.distinctIds.push(anonymous)
    Object.assign(person.properties, properties['$set'])
  }

  /** Understands as much of the language as is asked in it here. */
  function answer(text: string): Reply {
    const [, table = '', rest = ''] = /^SELECT .+? FROM (events|persons)\b(.*)$/.exec(text) ?? []
    const [, limit] = / LIMIT (\d+)$/.exec(rest) ?? []
    if (table === '' || limit === undefined) return failure(400, 'validation_error', 'Syntax error')
    if (text.startsWith('SELECT 1 ')) return rows(['1'], [[1]])
    const [, from] = />= fromUnixTimestamp64Milli\((\d+)\)/.exec(rest) ?? []
    const [, until] = /< fromUnixTimestamp64Milli\((\d+)\)/.exec(rest) ?? []
    const [, ms, id = ''] = /\(ms > (\d+) OR \w+ > '([\w-]+)'\)/.exec(rest) ?? []
    const noted = [...(/IN \(([^)]*)\)/.exec(rest)?.[1]?.matchAll(/'([^']+)'/g) ?? [])].map(
      ([, name]) => name,
    )
    const all =
      table === 'events'
        ? events
            .filter(({ event }) => !event.startsWith('$') || noted.includes(event))
            .map((event) => ({ id: event.uuid, ms: event.ms, event }))
        : persons
            .filter(({ properties }) => typeof properties['email'] === 'string')
            .map((person) => ({ id: person.id, ms: person.ms, person }))
    const found = all
      .filter((one) => one.ms >= Number(from) && one.ms < Number(until))
      .filter((one) => ms === undefined || one.ms > Number(ms) || (one.ms === Number(ms) && one.id > id))
      .sort((left, right) => left.ms - right.ms || (left.id < right.id ? -1 : 1))
      .slice(0, Number(limit))
    const isByPlaces = /^SELECT toString\(\w+\) AS \w+, \S+ AS ms FROM /.test(text)
    if (isByPlaces)
      return rows(
        [table === 'persons' ? 'id_text' : 'uuid_text', 'ms'],
        found.map((one) => [one.id, one.ms]),
      )
    if (table === 'persons')
      return rows(
        ['id_text', 'ms', 'email', 'name'],
        found.map((one) => {
          const { properties } = (one as { person: TrackedPerson }).person
          return [one.id, one.ms, properties['email'], properties['name'] ?? null]
        }),
      )
    return rows(
      ['uuid_text', 'ms', 'event', 'distinct_id', 'properties', 'email', 'name'],
      found.map((one) => {
        const { event } = one as { event: CapturedEvent }
        const known = personOf(event.distinct_id)?.properties ?? {}
        const properties = JSON.stringify(event.properties)
        return [
          one.id,
          one.ms,
          event.event,
          event.distinct_id,
          properties,
          known['email'] ?? null,
          known['name'] ?? null,
        ]
      }),
    )
  }

  for (const company of world.companies) {
    const person = company.people[company.index % 10]!
    const browser = uuidOf(`browser ${company.index}`, world.now - 60 * day)
    const userId = `u-${company.index}`
    const begun = world.now - (5 + (company.index % 50)) * day
    const page = (path: string) => ({
      $current_url: `https://app.vendor.example${path}?utm_source=newsletter`,
      $pathname: path,
      $device_id: browser,
      $lib: 'web',
      utm_source: 'newsletter',
    })
    played.capture({ event: '$pageview', distinct_id: browser, ms: begun, properties: page('/pricing') })
    const who = { $set: { email: person.email, name: person.name }, $anon_distinct_id: browser }
    played.capture({
      event: '$identify',
      distinct_id: userId,
      ms: begun + 60_000,
      properties: { ...page('/'), ...who },
    })
    for (let number = 0; number < 6; number++) {
      const ms = begun + number * 18_000_000 + Math.floor(random() * 3_600_000)
      const at = { $user_id: userId, ...page(pick(random, pages)) }
      played.capture({ event: '$pageview', distinct_id: userId, ms, properties: at })
      played.capture({ event: '$autocapture', distinct_id: userId, ms: ms + 500, properties: at })
      played.capture({
        event: pick(random, used),
        distinct_id: userId,
        ms: ms + 9_000,
        properties: { ...at, rows: number },
      })
    }
  }
  return played
}

function rows(columns: string[], results: unknown[][]): Reply {
  return { status: 200, body: { columns, results, types: [], hasMore: false, error: null, is_cached: false } }
}

function failure(status: number, code: string, detail: string): Reply {
  return { status, body: { type: 'authentication_error', code, detail, attr: null } }
}

/** Version 7, as its libraries make them. */
function uuidOf(text: string, ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  const hex = createHash('sha256').update(`${text} ${ms}`).digest('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}
