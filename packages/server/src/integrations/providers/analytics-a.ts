import { isJsonObject } from '@customer-intel/contract'
import { emailOf, idOf, isoOf, listIn, numberOf, objectOf, present, requireId, textOf } from '../fields.ts'
import { UnfetchedObject } from '../fetch-each.ts'
import type { Answer, StreamRequest, MappedRecord, StreamPage, Provider, ProviderApi } from '../provider.ts'
import { bearsSecret } from '../webhooks/signatures.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { webhookStep } from '../webhooks/webhook-step.ts'
import { mapEvent, notedEvents } from './analytics-a-events.ts'

const perPage = 1_000
/** Older events aren't fetched. */
const historyMs = 90 * 86_400_000

const webhook: Webhook = {
  // Webhooks aren't signed: a header that the person configures there contains the secret.
  secretOf: 'server',
  headers: (secret) => ({ 'x-svc-auth': secret }),
  requiredEvents: ['$pageview', '$screen', '$identify', '$set', 'the events of your own'],
  docsUrl: 'https://posthog.com/docs/cdp/destinations/webhook',
  isSigned: (received, secrets) => bearsSecret(received, secrets, 'x-svc-auth'),
  idOf: () => null,
  // Events never change, so the webhook's content needn't be fetched again.
  carried: (payload) => ({ model: 'Event', item: itemOfWebhook(payload) }),
}

/** Uses the PostHog API: events and persons by its query endpoint, and events from webhook destinations. */
export const analyticsA: Provider = {
  id: 'analytics-a',
  name: 'Analytics A',
  category: 'analytics',
  service: { name: 'PostHog', website: 'https://posthog.com' },
  brings: 'page views, identifications and custom events, as if they had been tracked here, and the people',
  rights: ['query:read'],
  cliName: 'analytics-a',
  auth: {
    kind: 'key',
    credentialType: 'api_key',
    fields: [
      {
        key: 'apiKey',
        label: 'API Key',
        secret: true,
        help: 'Under Settings, Personal API keys: create one with the scope query:read alone. It begins with phx_.',
        check: (value) =>
          /^phx_\w{6,}$/.test(value) ? null : 'must be a personal API key (phx_…) with the scope query:read',
      },
      {
        key: 'region',
        label: 'Region (us or eu)',
        secret: false,
        help: 'As your address there begins: us.posthog.com or eu.posthog.com.',
        check: (value) => (value === 'us' || value === 'eu' ? null : 'must be us or eu'),
      },
      {
        key: 'projectId',
        label: 'Project ID',
        secret: false,
        help: 'The number behind /project/ in your address there.',
        check: (value) => (/^\d{1,15}$/.test(value) ? null : 'must be the number of the project'),
      },
    ],
  },
  origin: ({ region }) => `https://${region}.posthog.com`,
  basePath: ({ projectId }) => `/api/projects/${projectId}`,
  headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
  errors: [
    {
      when: ({ status }) => status === 403,
      action: 'permission',
      remedy: 'give the personal API key the scope query:read and access to the project',
    },
    {
      when: ({ status }) => status === 404,
      action: 'permission',
      remedy: 'look whether projectId and region are those of the project',
    },
  ],
  check: (api) =>
    Promise.all(['events', 'persons'].map((table) => query(api, `SELECT 1 FROM ${table} LIMIT 1`))),
  excess: async (api) => {
    // Scopes of the key itself, not of the project.
    const { scopes } = await api.get('/../../personal_api_keys/@current/')
    const granted = Array.isArray(scopes)
      ? scopes.map((scope) => (scope === '*' ? 'all' : String(scope)))
      : []
    return granted.filter((scope) => scope !== 'query:read')
  },
  everyMs: 30 * 60_000,
  webhook,
  steps: [webhookStep(webhook)],
  notes: [
    'Events of the last 90 days are brought, and everything from then on; people who have an address, all.',
    'Automatic captures of clicks, web vitals and the like are skipped.',
  ],
  streams: [
    {
      model: 'Person',
      cursor: { kind: 'time', overlapMs: 2 * 3_600_000 },
      wholeWalkEveryMs: 7 * 86_400_000,
      perPage,
      fetch: (api, request) => fetchPage(api, request, persons),
      skip: (api, request, reason) => skipPlaces(api, request, persons, reason),
      idOf: requireId,
      map: (item) => mapPerson(objectOf(item)),
    },
    {
      model: 'Event',
      // Browsers that were offline send late: events beyond the overlap come by webhook only.
      cursor: { kind: 'time', overlapMs: 2 * 3_600_000 },
      perPage,
      fetch: (api, request) => fetchPage(api, request, events(request)),
      skip: (api, request, reason) => skipPlaces(api, request, events(request), reason),
      idOf: (item) => requireId(item, 'uuid'),
      map: (item) => mapEvent(objectOf(item)),
    },
  ],
}

/** The rows as objects. Throws for rows of another form. */
async function query(api: ProviderApi, text: string): Promise<Answer[]> {
  const answer = await api.post('/query/', {
    query: { kind: 'HogQLQuery', query: text },
    name: 'customer intel sync',
    refresh: 'force_blocking',
  })
  const columns = listIn(answer, 'columns').map(String)
  return listIn(answer, 'results').map((row) => {
    if (!Array.isArray(row) || row.length !== columns.length)
      throw new Error('a row is not as long as its columns')
    return Object.fromEntries(columns.map((column, index) => [column, row[index] as unknown]))
  })
}

function events({ startedAt }: StreamRequest): Walked {
  const noted = notedEvents.map((name) => `'${name}'`).join(', ')
  return {
    beginsAt: startedAt - historyMs,
    place: 'toString(uuid) AS uuid_text, toUnixTimestamp64Milli(timestamp) AS ms',
    columns:
      'event, distinct_id, properties, person.properties.email AS email, person.properties.name AS name',
    table: 'events',
    time: 'timestamp',
    key: 'uuid_text',
    where: `(NOT startsWith(event, '$') OR event IN (${noted}))`,
    item: ({ uuid_text: uuid, ms: timestamp, ...rest }) => ({ ...rest, uuid, timestamp }),
  }
}

const persons: Walked = {
  // Only a walk of all persons detects deletions: it starts with the first one.
  beginsAt: 0,
  place: 'toString(id) AS id_text, toUnixTimestamp64Milli(created_at) AS ms',
  columns: 'properties.email AS email, properties.name AS name',
  table: 'persons',
  time: 'created_at',
  key: 'id_text',
  where: 'notEmpty(properties.email)',
  item: ({ id_text: id, ...rest }) => ({ ...rest, id }),
}

interface Walked {
  /** Start of a walk of all objects, Unix milliseconds. */
  beginsAt: number
  /** The columns that identify a row's position. */
  place: string
  columns: string
  table: string
  time: string
  /** Decides between rows of the same millisecond. */
  key: string
  where: string
  item: (row: Answer) => Answer
}

/** Pages in order of time, each after the last row of the previous one, up to the start of the walk. */
async function fetchPage(
  api: ProviderApi,
  { since, page, startedAt, limit = perPage }: StreamRequest,
  walked: Walked,
): Promise<StreamPage> {
  const { beginsAt, place, columns, table, time, key, where, item } = walked
  const after = page === null ? null : readPlace(page)
  const from = after?.ms ?? (since === null ? beginsAt : Date.parse(since))
  const rows = await query(
    api,
    [
      `SELECT ${columns === '' ? place : `${place}, ${columns}`} FROM ${table}`,
      `WHERE ${time} >= fromUnixTimestamp64Milli(${from}) AND ${time} < fromUnixTimestamp64Milli(${startedAt})`,
      ...(after === null ? [] : [`AND (ms > ${after.ms} OR ${key} > '${after.id}')`]),
      `AND ${where}`,
      `ORDER BY ms ASC, ${key} ASC LIMIT ${limit}`,
    ].join(' '),
  )
  const last = rows.at(-1)
  return {
    items: rows.map(item),
    next: rows.length < limit || last === undefined ? null : placeOf(last['ms'], last[key]),
    cursor: new Date(startedAt).toISOString(),
  }
}

/** Only the position of the next row. */
async function skipPlaces(
  api: ProviderApi,
  request: StreamRequest,
  walked: Walked,
  reason: string,
): Promise<StreamPage> {
  const item = (row: Answer) => row
  const page = await fetchPage(api, { ...request, limit: 1 }, { ...walked, columns: '', item })
  return { ...page, items: page.items.map((row) => new UnfetchedObject(requireId(row, walked.key), reason)) }
}

/** `1763819735000 0197a6f0-…`: validated, since it becomes part of the next query's text. */
function placeOf(time: unknown, key: unknown): string {
  const ms = numberOf(time)
  const id = idOf(key)
  if (ms === null || !Number.isSafeInteger(ms) || id === null || !/^[\w-]+$/.test(id))
    throw new Error('a row has no time or id to go on from')
  return `${ms} ${id}`
}

function readPlace(page: string): { ms: number; id: string } {
  const [ms = '', id = ''] = page.split(' ')
  return { ms: Number(ms), id }
}

function mapPerson(person: Answer): MappedRecord[] {
  const email = emailOf(person['email'])
  const name = textOf(person['name'], 300)
  return email === null ? [] : [{ kind: 'user', email, ...present({ name, createdAt: isoOf(person['ms']) }) }]
}

/** A webhook destination's default body is `{"event": {event}, "person": {person}}`. */
function itemOfWebhook({ event, person }: Answer): Answer {
  const known = isJsonObject(person) && isJsonObject(person['properties']) ? person['properties'] : {}
  return { ...objectOf(event), email: known['email'], name: known['name'] }
}
