import type { Call, Handler, Reply } from '../http.ts'
import { createHmac } from 'node:crypto'
import type { SentWebhook } from '../webhooks.ts'
import { createRandom, pick } from '../random.ts'
import { storyOf } from '../stories.ts'
import type { World } from '../world.ts'

export interface Conversation {
  id: string
  created_at: number
  updated_at: number
  [field: string]: unknown
}

/** Plays the Intercom API, version 2.11: conversations, searched and read. */
export interface SupportA {
  handler: Handler
  apiToken: string
  conversations: Conversation[]
  /** Takes a conversation away. */
  remove(id: string): void
  /** Adds a reply of the requester, now or at `at` (Unix seconds). */
  reply(id: string, body: string, at?: number): void
  /** The webhook of a conversation that somebody replied to, signed with the app's client secret. */
  webhook(secrets: readonly string[], options?: { id?: string; conversationId?: string }): SentWebhook
}

const day = 86_400
const topics = [
  'The export stops halfway',
  'Single sign-on with our provider',
  'An invoice twice',
  'Slow dashboards',
]

export function playSupportA(world: World, { apiToken = 'intercom-sandbox-token' } = {}): SupportA {
  const random = createRandom(11)
  let notified = 0
  const now = Math.floor(world.now / 1_000)
  const conversations = world.companies.flatMap((company): Conversation[] =>
    company.index % 2 === 1
      ? []
      : [0, 1].map((number) => {
          const person = company.people[number]!
          const created = now - (company.index + 1) * 2 * day - number * 3_600
          const topic = pick(random, topics)
          const author = {
            type: 'user',
            id: `c${company.index}-${number}`,
            name: person.name,
            email: person.email,
          }
          const agent = { type: 'admin', id: '1', name: 'Sol Vendor', email: 'sol@vendor.example' }
          return {
            type: 'conversation',
            id: String(1_000 + company.index * 10 + number),
            created_at: created,
            updated_at: created + 7_200,
            title: topic,
            state: number === 0 ? 'closed' : 'open',
            open: number === 1,
            read: true,
            priority: number === 0 ? 'not_priority' : 'priority',
            source: {
              type: 'conversation',
              id: 's1',
              subject: '',
              body: `${topic}. Can you help ${company.name}?${number === 0 ? '' : ` ${storyOf(company).said}`}`,
              author,
            },
            contacts: {
              type: 'contact.list',
              contacts: [{ type: 'contact', id: author.id, external_id: null }],
            },
            tags: { type: 'tag.list', tags: [{ type: 'tag', id: 't1', name: 'bug' }] },
            conversation_parts: {
              type: 'conversation_part.list',
              total_count: 1,
              conversation_parts: [
                {
                  type: 'conversation_part',
                  id: 'p1',
                  part_type: 'comment',
                  body: 'We are looking into it.',
                  created_at: created + 7_200,
                  updated_at: created + 7_200,
                  author: agent,
                },
              ],
            },
          }
        }),
  )
  return {
    apiToken,
    conversations,
    remove(id) {
      conversations.splice(
        conversations.findIndex((one) => one.id === id),
        1,
      )
    },
    reply(id, body, at = Math.floor(Date.now() / 1_000)) {
      const conversation = conversations.find((one) => one.id === id)!
      const list = conversation['conversation_parts'] as {
        total_count: number
        conversation_parts: unknown[]
      }
      const { author } = conversation['source'] as { author: object }
      list.conversation_parts.push({
        type: 'conversation_part',
        id: `p${list.conversation_parts.length + 1}`,
        part_type: 'comment',
        body,
        created_at: at,
        updated_at: at,
        author,
      })
      list.total_count = list.conversation_parts.length
      conversation.updated_at = at
    },
    webhook([secret = ''], { id = `notif_${++notified}`, conversationId = conversations[0]!.id } = {}) {
      const found = conversations.find((one) => one.id === conversationId)
      const item = found ?? { type: 'conversation', id: conversationId }
      const body = JSON.stringify({
        type: 'notification_event',
        app_id: 'sandbox',
        topic: found === undefined ? 'conversation.deleted' : 'conversation.user.replied',
        id,
        created_at: Math.floor(Date.now() / 1_000),
        delivery_attempts: 1,
        data: { type: 'notification_event_data', item },
      })
      const signature = createHmac('sha1', secret).update(body).digest('hex')
      return { body, headers: { 'x-hub-signature': `sha1=${signature}` } }
    },
    handler: (call) => answer(call, conversations, apiToken),
  }
}

function answer(
  { method, path, headers, body }: Call,
  conversations: Conversation[],
  apiToken: string,
): Reply {
  if (headers['authorization'] !== `Bearer ${apiToken}`)
    return failure(401, 'unauthorized', 'Access Token Invalid')
  const [, collection, id] = path.split('/')
  if (collection !== 'conversations' || id === undefined)
    return failure(404, 'not_found', 'The requested resource was not found')
  if (method === 'GET') {
    const found = conversations.find((one) => one.id === id)
    return found === undefined
      ? failure(404, 'not_found', 'Conversation not found')
      : { status: 200, body: found }
  }
  const asked = JSON.parse(body) as {
    query: { field?: string; operator: string; value: unknown }
    pagination?: { per_page?: number; starting_after?: string }
  }
  const conditions = (Array.isArray(asked.query.value) ? asked.query.value : [asked.query]) as {
    field: string
    value: unknown
  }[]
  const after = Number(conditions.find(({ field }) => field === 'updated_at')?.value ?? 0)
  const found = conversations
    .filter(({ updated_at: updatedAt }) => updatedAt > after)
    .sort((left, right) => left.updated_at - right.updated_at || Number(left.id) - Number(right.id))
  const perPage = Math.min(asked.pagination?.per_page ?? 20, 150)
  const start = cursorIndex(found, asked.pagination?.starting_after)
  if (start === null) return failure(400, 'invalid_pagination', 'The cursor is not valid')
  const page = found.slice(start, start + perPage)
  const last = page.at(-1)
  const hasMore = start + perPage < found.length && last !== undefined
  return {
    status: 200,
    body: {
      type: 'conversation.list',
      total_count: found.length,
      pages: {
        type: 'pages',
        page: Math.floor(start / perPage) + 1,
        per_page: perPage,
        total_pages: Math.max(Math.ceil(found.length / perPage), 1),
        ...(hasMore && { next: { per_page: perPage, starting_after: `${last.updated_at}-${last.id}` } }),
      },
      // A search gives the conversation without what was said in it.
      conversations: page.map(({ conversation_parts: _, ...conversation }) => conversation),
    },
  }
}

/** A cursor is a place in the order, so that one that moves away is skipped at its former place. */
function cursorIndex(found: readonly Conversation[], cursor: string | undefined): number | null {
  if (cursor === undefined) return 0
  const [at, id] = cursor.split('-').map(Number)
  if (at === undefined || id === undefined || Number.isNaN(at + id)) return null
  const index = found.findIndex(
    (one) => one.updated_at > at || (one.updated_at === at && Number(one.id) > id),
  )
  return index < 0 ? found.length : index
}

function failure(status: number, code: string, message: string): Reply {
  return { status, body: { type: 'error.list', request_id: 'req_1', errors: [{ code, message }] } }
}
