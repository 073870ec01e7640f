import { cutText, isJsonObject } from '@customer-intel/contract'
import type { ErrorRule } from '../error-rules.ts'
import { emailOf, idOf, listIn, objectOf, objectsOf, present, requireId, textOf } from '../fields.ts'
import { internal } from '../internal-address.ts'
import type { Answer, StreamRequest, MappedRecord, StreamPage, Provider, ProviderApi } from '../provider.ts'
import { eachPage } from '../each-page.ts'
import { fetchEach } from '../fetch-each.ts'
import { readChatText } from './chat-app-text.ts'

const day = 86_400_000
const pageSize = 100
/** How long after its first message a reply to a thread is looked for by each sync. */
const watchedMs = 90 * day
/** Maximal number of replies that are read of a thread. */
const maxReplies = 1_000

const says =
  (...errors: string[]): ErrorRule['when'] =>
  ({ json }) =>
    isJsonObject(json) && json['ok'] === false && errors.includes(String(json['error']))

/** Errors that concern one channel: left to the caller, who checks `ok` and `error`. */
export const channelErrors = ['channel_not_found', 'not_in_channel', 'is_archived', 'restricted_action']

/** Errors come with status 200 and `ok: false`. */
const errors: readonly ErrorRule[] = [
  {
    when: says('token_revoked', 'token_expired', 'invalid_auth', 'account_inactive', 'not_authed'),
    action: 'credentials',
    remedy: 'connect it again',
  },
  {
    when: says('missing_scope'),
    action: 'permission',
    remedy: ({ json }) =>
      `the application lacks the scope ${isJsonObject(json) ? cutText(String(json['needed']), 200) : ''}: add it there and connect again`,
  },
  { when: says('ratelimited', 'rate_limited'), action: 'wait' },
  { when: says('invalid_cursor'), action: 'restart' },
  {
    when: says(
      'internal_error',
      'fatal_error',
      'service_unavailable',
      'request_timeout',
      'team_added_to_org',
    ),
    action: 'retry',
  },
  { when: says(...channelErrors, 'thread_not_found', 'user_not_found', 'users_not_found'), action: 'ok' },
  { when: ({ json }) => isJsonObject(json) && json['ok'] === false, action: 'broken' },
]

/** Uses the Slack Web API: conversations with external people, and the channels for messages. */
export const chatApp: Provider = {
  id: 'chat-app',
  name: 'Chat app',
  category: 'communication',
  service: { name: 'Slack', website: 'https://slack.com' },
  brings: 'threads with people from outside as chats, and who wrote; messages are sent to its channels',
  cliName: 'chat-app',
  auth: {
    kind: 'oauth',
    authoriseUrl: 'https://slack.com/oauth/v2/authorize',
    tokenUrl: 'https://slack.com/api/oauth.v2.access',
    scopes: [
      'channels:history',
      'channels:read',
      'chat:write',
      'chat:write.public',
      'groups:history',
      'groups:read',
      'users:read',
      'users:read.email',
    ],
    scopeSeparator: ',',
    pkce: false,
    clientAuth: 'body',
    readTokens,
    revokedCodes: ['invalid_refresh_token', 'token_revoked'],
    account: async (_api, { team }) => textOf(isJsonObject(team) ? team['name'] : null, 200) ?? 'a workspace',
    revoke: ({ accessToken }) => ({
      method: 'POST',
      url: 'https://slack.com/api/auth.revoke',
      headers: { authorization: `Bearer ${accessToken}` },
    }),
  },
  origin: 'https://slack.com',
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  errors,
  check: async (api) => listIn(await listChannels(api, null, 1), 'channels'),
  everyMs: 10 * 60_000,
  notes: [
    'Channels that the application was invited to are read. Threads in which nobody from outside the workspace takes part are skipped.',
  ],
  streams: [
    {
      model: 'Conversation',
      // Threads are fetched again while replies are likely.
      cursor: { kind: 'time', overlapMs: 3 * day },
      wholeWalkEveryMs: 7 * day,
      perPage: pageSize,
      fetch: fetchConversations,
      idOf: (item) => threadId(objectOf(item)),
      isDeleted: (item) => objectOf(objectOf(item)['message'])['subtype'] === 'tombstone',
      map: (item) => mapThread(objectOf(item)),
    },
  ],
}

/** Converts the service's token responses to the form of RFC 6749. */
function readTokens(answer: Answer): Answer {
  if (answer['ok'] === true) return { ...answer, token_type: 'bearer' }
  const code = textOf(answer['error'], 200) ?? 'invalid_request'
  const error = /^(?:invalid_code|code_already_used|code_expired)$/.test(code) ? 'invalid_grant' : code
  return { error, error_description: code }
}

/** A page of channels, without archived ones. */
export function listChannels(api: ProviderApi, cursor: string | null, limit = 200): Promise<Answer> {
  return api.get('/api/conversations.list', {
    types: 'public_channel,private_channel',
    exclude_archived: true,
    limit,
    cursor,
  })
}

/** The cursor of the next page; null for the last one. */
export function nextCursor(answer: Answer): string | null {
  const meta = answer['response_metadata']
  return isJsonObject(meta) ? textOf(meta['next_cursor'], 2_000) : null
}

/** The position of a walk: the remaining channels of a page, and the position in the first of them. */
interface Place {
  /** The next page of channels; null: none. */
  list: string | null
  channels: { id: string; name: string }[]
  /** Position in the first channel's history; null: its newest message. */
  history: string | null
}

async function fetchConversations(
  api: ProviderApi,
  { since, page, startedAt, limit = pageSize }: StreamRequest,
): Promise<StreamPage> {
  const place = page === null ? null : (JSON.parse(page) as Place)
  const isNextList = place !== null && place.channels.length === 0
  if (place === null || isNextList) {
    const answer = await listChannels(api, place?.list ?? null)
    const channels = (objectsOf(answer['channels']) ?? raise('channels'))
      .filter((channel) => channel['is_member'] === true)
      .map((channel) => ({
        id: requireId(channel),
        name: textOf(channel['name'], 100) ?? requireId(channel),
      }))
    return step({ list: nextCursor(answer), channels, history: null }, [], startedAt)
  }
  const [channel, ...others] = place.channels
  const answer = await api.get('/api/conversations.history', {
    channel: channel!.id,
    limit,
    cursor: place.history,
    oldest: since === null ? null : String(Math.min(Date.parse(since), startedAt - watchedMs) / 1_000),
  })
  // The application was removed from the channel meanwhile.
  if (answer['ok'] !== true) return step({ ...place, channels: others, history: null }, [], startedAt)
  const items = await fetchEach(
    1,
    listIn(answer, 'messages')
      .filter(isJsonObject)
      .filter((message) => since === null || changedSince(message, Date.parse(since) / 1_000)),
    (message) => threadId({ channel, message }),
    (message) => readThread(api, channel!, message),
  )
  const next = nextCursor(answer)
  return step(
    next === null ? { ...place, channels: others, history: null } : { ...place, history: next },
    items,
    startedAt,
  )
}

function step(place: Place, items: StreamPage['items'], startedAt: number): StreamPage {
  const isLast = place.channels.length === 0 && place.list === null
  return {
    items,
    next: isLast ? null : JSON.stringify(place),
    cursor: isLast ? new Date(startedAt).toISOString() : null,
  }
}

/** Whether a message was written, edited or answered since then. In doubt it was. */
function changedSince({ ts, edited, latest_reply: latestReply }: Answer, since: number): boolean {
  const later = [latestReply, isJsonObject(edited) ? edited['ts'] : undefined]
  return [ts, ...later.filter((time) => time !== undefined)].some((time) => !(Number(time) < since))
}

/** A message with its replies and their authors. */
async function readThread(
  api: ProviderApi,
  channel: { id: string; name: string },
  message: Answer,
): Promise<Answer> {
  const replies: Answer[] = []
  const place = { channel: channel.id, ts: String(message['ts']), limit: pageSize }
  const pages = eachPage(
    'The list of replies',
    (cursor) => api.get('/api/conversations.replies', { ...place, cursor }),
    nextCursor,
  )
  if (Number(message['reply_count'] ?? 0) > 0)
    for await (const answer of pages) {
      if (answer['ok'] !== true) break
      replies.push(...listIn(answer, 'messages').filter(isJsonObject))
      if (replies.length >= maxReplies) break
    }
  const said = [message, ...replies.filter(({ ts }) => ts !== message['ts'])].filter(isSaid)
  const users: Record<string, Answer> = {}
  for (const id of new Set(said.flatMap(({ user }) => idOf(user) ?? []))) users[id] = await readUser(api, id)
  return { channel, message, said, users }
}

/** A person's message: not a notice such as a join, and not a program's. */
function isSaid({ subtype, bot_id: botId, user }: Answer): boolean {
  return (
    typeof user === 'string' &&
    botId === undefined &&
    [undefined, 'thread_broadcast', 'file_share', 'me_message'].includes(subtype as string | undefined)
  )
}

/** Users by API (one per run), so that each is fetched once. */
const usersOf = new WeakMap<ProviderApi, Map<string, Promise<Answer>>>()

function readUser(api: ProviderApi, id: string): Promise<Answer> {
  const known = usersOf.get(api) ?? new Map<string, Promise<Answer>>()
  usersOf.set(api, known)
  const request = known.get(id) ?? api.get('/api/users.info', { user: id }).then(toUser)
  known.set(id, request)
  return request
}

function toUser({ user }: Answer): Answer {
  if (!isJsonObject(user)) return {}
  const profile = isJsonObject(user['profile']) ? user['profile'] : {}
  return {
    name: profile['real_name'] ?? user['real_name'] ?? user['name'],
    email: profile['email'],
    isOutside: user['is_stranger'] === true || user['is_restricted'] === true,
  }
}

function threadId({ channel, message }: Answer): string {
  return `${requireId(channel)}:${requireId(message, 'ts')}`
}

function mapThread(thread: Answer): MappedRecord[] {
  const channel = objectOf(thread['channel'])
  const users = objectOf(thread['users'])
  const nameOf = (id: string) => textOf(objectOf(users[id] ?? {})['name'], 300)
  const people = Object.values(users).map((user) => objectOf(user))
  const said = objectsOf(thread['said']) ?? []
  const hasOutsider = people.some(({ isOutside, email }) => isOutside === true && emailOf(email) !== null)
  if (said.length === 0 || !hasOutsider) return []
  const startedAt = Number(objectOf(thread['message'])['ts']) * 1_000
  if (!Number.isFinite(startedAt) || startedAt <= 0) throw new Error('its ts is no time')
  const lines = said.map(
    ({ user, text }) =>
      `${nameOf(String(user)) ?? 'Somebody'}: ${readChatText(textOf(text, 100_000) ?? '', nameOf)}`,
  )
  const name = textOf(channel['name'], 100) ?? requireId(channel)
  return [
    {
      kind: 'source',
      sourceType: 'CHAT',
      sourceId: threadId(thread),
      provider: 'chat-app',
      occurredAt: new Date(Math.trunc(startedAt)).toISOString(),
      title: textOf(
        `#${name}: ${cutText(readChatText(textOf(said[0]!['text'], 5_000) ?? '', nameOf), 120)}`,
        1_000,
      )!,
      ...present({ text: textOf(lines.join('\n'), 1_000_000) }),
      participants: people.slice(0, 500).map((user) => ({
        role: user['isOutside'] === true ? 'customer' : 'colleague',
        ...present({ email: emailOf(user['email']), name: textOf(user['name'], 300) }),
        ...(user['isOutside'] !== true && internal),
      })),
      record: { channel: name, messages: said.length },
    },
  ]
}

function raise(list: string): never {
  throw new TypeError(`the answer has no list ${list}`)
}
