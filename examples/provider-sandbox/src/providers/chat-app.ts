import type { Call, Handler, Reply } from '../http.ts'
import { type OAuthPlay, playOAuth, withOAuth } from '../oauth.ts'
import { storyOf } from '../stories.ts'
import type { World } from '../world.ts'

export interface ChatMessage {
  ts: string
  user?: string
  text: string
  thread_ts?: string
  [field: string]: unknown
}

export interface ChatChannel {
  id: string
  name: string
  is_private: boolean
  is_archived: boolean
  /** Whether the application was invited. */
  is_member: boolean
  /** Of threads the first message and its replies alike, the newest first. */
  messages: ChatMessage[]
}

/** Plays the Slack Web API: channels, histories, threads, people, and messages that are posted. */
export interface ChatApp {
  handler: Handler
  oauth: OAuthPlay
  channels: ChatChannel[]
  channel(name: string): ChatChannel
  trouble: {
    /** Whether the token was taken back: then every call says so. */
    revoked: boolean
    /** A scope that the application lacks, by the method that needs it. */
    missingScope: { method: string; needed: string } | null
  }
}

const pageOf = (items: readonly unknown[], asked: URLSearchParams, all: string): Reply => {
  const start = Number(asked.get('cursor')?.slice('next-'.length) ?? 0)
  const limit = Math.min(Number(asked.get('limit') ?? 100) || 100, 1_000)
  if (!Number.isInteger(start)) return refuse('invalid_cursor')
  const next = start + limit < items.length ? `next-${start + limit}` : ''
  return ok({
    [all]: items.slice(start, start + limit),
    has_more: next !== '',
    response_metadata: { next_cursor: next },
  })
}

export function playChatApp(world: World): ChatApp {
  const oauth = playOAuth({
    service: 'Chat app',
    authorisePath: '/oauth/v2/authorize',
    tokenPath: '/api/oauth.v2.access',
    clientAuth: 'body',
    scopeSeparator: ',',
    pkce: false,
    givesRefreshToken: () => false,
    answer: inSlacksForm,
  })
  const users = new Map<string, Record<string, unknown>>()
  const colleagues = world.colleagues.map((person, index) => addUser(`U0C${index}`, person, false))
  const channels: ChatChannel[] = [
    newChannel('C0GENERAL', 'general'),
    newChannel('C0ALERTS', 'customer-alerts'),
  ]
  channels.push({ ...newChannel('C0OLD', 'old-project'), is_archived: true })
  channels.push({ ...newChannel('G0SECRET', 'leadership'), is_private: true, is_member: false })
  for (const company of world.companies.slice(0, 40)) {
    const channel = newChannel(`C0X${company.index}`, `ext-${company.domain.split('.')[0]}`)
    const outsiders = company.people
      .slice(0, 2)
      .map((person, index) => addUser(`U0X${company.index}P${index}`, person, true))
    const start = Math.trunc(world.now / 1_000) - (company.index + 1) * 7_200
    const first = `${start}.000100`
    const second = `${start + 3_600}.000100`
    channel.messages.push(
      { type: 'message', ts: second, user: colleagues[1]!, text: 'Invoice is on its way' },
      {
        type: 'message',
        ts: `${start + 120}.000300`,
        thread_ts: first,
        user: outsiders[1]!,
        text: `Thanks! See <https://${company.domain}/plan|our plan>. ${storyOf(company).said}`,
      },
      {
        type: 'message',
        ts: `${start + 60}.000200`,
        thread_ts: first,
        user: colleagues[0]!,
        text: `On it, <@${outsiders[0]!}>`,
      },
      {
        type: 'message',
        ts: first,
        thread_ts: first,
        reply_count: 2,
        user: outsiders[0]!,
        text: `The export of ${company.name} fails &amp; support is asleep`,
      },
      {
        type: 'message',
        subtype: 'channel_join',
        ts: `${start - 60}.000100`,
        user: outsiders[0]!,
        text: 'joined',
      },
    )
    channels.push(channel)
  }
  let posted = 0

  function newChannel(id: string, name: string): ChatChannel {
    return { id, name, is_private: false, is_archived: false, is_member: true, messages: [] }
  }

  function addUser(id: string, { name, email }: { name: string; email: string }, isOutside: boolean): string {
    users.set(id, {
      id,
      team_id: isOutside ? 'T0OTHER' : 'T0VENDOR',
      name: email.split('@')[0],
      real_name: name,
      is_stranger: isOutside,
      profile: { real_name: name, email },
    })
    return id
  }

  /** Parents say when they were last answered. */
  function withLatestReply(message: ChatMessage, { messages }: ChatChannel): ChatMessage {
    const replies = messages.filter(({ ts, thread_ts: of }) => of === message.ts && ts !== of)
    if (replies.length === 0) return message
    const latest = replies.map(({ ts }) => ts).toSorted((a, b) => Number(a) - Number(b))
    return { ...message, latest_reply: latest.at(-1)! }
  }

  function answer(method: string, asked: URLSearchParams): Reply {
    const channel = channels.find(({ id }) => id === asked.get('channel'))
    switch (method) {
      case 'auth.test':
        return ok({ url: 'https://vendor.slack.com/', team: 'Vendor', team_id: 'T0VENDOR', user_id: 'U0BOT' })
      case 'auth.revoke':
        oauth.withdraw()
        return ok({ revoked: true })
      case 'conversations.list': {
        const shown = channels.filter(
          (one) =>
            (asked.get('exclude_archived') !== 'true' || !one.is_archived) &&
            (!one.is_private || one.is_member),
        )
        return pageOf(shown.map(told), asked, 'channels')
      }
      case 'conversations.info':
        return channel === undefined ? refuse('channel_not_found') : ok({ channel: told(channel) })
      case 'conversations.history': {
        if (channel === undefined) return refuse('channel_not_found')
        if (!channel.is_member) return refuse('not_in_channel')
        const oldest = Number(asked.get('oldest') ?? 0)
        const tops = channel.messages.filter(
          ({ ts, thread_ts: thread }) => (thread === undefined || thread === ts) && Number(ts) > oldest,
        )
        return pageOf(
          tops.map((message) => withLatestReply(message, channel)),
          asked,
          'messages',
        )
      }
      case 'conversations.replies': {
        const thread = channel?.messages.filter(
          ({ ts, thread_ts: of }) => ts === asked.get('ts') || of === asked.get('ts'),
        )
        if (thread === undefined || thread.length === 0) return refuse('thread_not_found')
        return pageOf(thread.toReversed(), asked, 'messages')
      }
      case 'users.info': {
        const user = users.get(asked.get('user') ?? '')
        return user === undefined ? refuse('user_not_found') : ok({ user })
      }
      case 'chat.postMessage':
        return post(channel, asked)
      default:
        return refuse('unknown_method')
    }
  }

  function post(channel: ChatChannel | undefined, asked: URLSearchParams): Reply {
    if (channel === undefined) return refuse('channel_not_found')
    if (channel.is_archived) return refuse('is_archived')
    if (channel.is_private && !channel.is_member) return refuse('not_in_channel')
    const text = asked.get('text') ?? ''
    if (text === '' && !asked.has('blocks')) return refuse('no_text')
    const ts = `${Math.trunc(world.now / 1_000)}.${String(++posted).padStart(6, '0')}`
    const parsed = (name: string): unknown => {
      const value = asked.get(name)
      return value === null ? undefined : (JSON.parse(value) as unknown)
    }
    const message = {
      type: 'message',
      subtype: 'bot_message',
      bot_id: 'B0BOT',
      ts,
      text,
      blocks: parsed('blocks'),
      metadata: parsed('metadata'),
    }
    channel.messages.unshift(message)
    return ok({ channel: channel.id, ts, message })
  }

  const trouble: ChatApp['trouble'] = { revoked: false, missingScope: null }
  return {
    oauth,
    channels,
    channel: (name) => channels.find((one) => one.name === name)!,
    trouble,
    handler: withOAuth(oauth, (call) => {
      const method = call.path.replace(/^\/api\//, '')
      if (trouble.revoked) return refuse('token_revoked')
      if (!oauth.accepts(call)) return refuse('invalid_auth')
      if (trouble.missingScope?.method === method)
        return {
          status: 200,
          body: { ok: false, error: 'missing_scope', needed: trouble.missingScope.needed },
        }
      return answer(method, argumentsOf(call))
    }),
  }
}

/** By address, form or JSON. */
function argumentsOf({ query, body, headers }: Call): URLSearchParams {
  const asked = new URLSearchParams(query)
  if (String(headers['content-type'] ?? '').startsWith('application/json')) {
    const given = JSON.parse(body || '{}') as Record<string, unknown>
    for (const [name, value] of Object.entries(given))
      asked.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  } else for (const [name, value] of new URLSearchParams(body)) asked.set(name, value)
  return asked
}

function told({ messages: _, ...channel }: ChatChannel): Omit<ChatChannel, 'messages'> {
  return channel
}

function inSlacksForm({ status, body }: Reply): Reply {
  const { error, access_token: accessToken, scope } = body as Record<string, string | undefined>
  if (status !== 200) return refuse(error === 'invalid_grant' ? 'invalid_code' : String(error))
  return ok({
    access_token: accessToken,
    token_type: 'bot',
    scope,
    bot_user_id: 'U0BOT',
    app_id: 'A0APP',
    team: { id: 'T0VENDOR', name: 'Vendor' },
  })
}

function ok(body: object): Reply {
  return { status: 200, body: { ok: true, ...body } }
}

/** As the service refuses: with status 200. */
function refuse(error: string): Reply {
  return { status: 200, body: { ok: false, error } }
}
