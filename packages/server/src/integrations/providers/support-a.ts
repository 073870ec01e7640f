import { isJsonObject } from '@customer-intel/contract'
import { emailOf, idOf, listIn, objectOf, objectsOf, present, requireId, textOf, timeOf } from '../fields.ts'
import { internal } from '../internal-address.ts'
import { fetchEach } from '../fetch-each.ts'
import { isHubSigned } from '../webhooks/signatures.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { webhookStep } from '../webhooks/webhook-step.ts'
import type { Answer, StreamRequest, MappedRecord, StreamPage, Provider, ProviderApi } from '../provider.ts'

const perPage = 50
const parallel = 4
const inPlainText = { display_as: 'plaintext' }

const webhook: Webhook = {
  // The app's client secret, which signs all its webhooks.
  secretOf: 'provider',
  requiredEvents: [
    'conversation.user.created',
    'conversation.user.replied',
    'conversation.admin.replied',
    'conversation.admin.closed',
    'conversation.admin.opened',
    'conversation.deleted',
    'conversation_part.tag.created',
  ],
  docsUrl: 'https://developers.intercom.com/docs/references/webhooks/webhook-models',
  isSigned: (received, secrets) => isHubSigned(received, secrets, 'sha1'),
  idOf: ({ id }) => idOf(id),
  concerns: conversationOf,
}

/** Uses the Intercom API, version 2.11: conversations, as support tickets. */
export const supportA: Provider = {
  id: 'support-a',
  name: 'Support A',
  category: 'support',
  service: { name: 'Intercom', website: 'https://www.intercom.com' },
  brings: 'conversations as support tickets with everything that was said, and who asked',
  rights: ['Read conversations'],
  cliName: 'support-a',
  auth: {
    kind: 'key',
    credentialType: 'api_token',
    fields: [
      {
        key: 'apiToken',
        label: 'API Token',
        secret: true,
        help: 'In the Developer Hub make an app; its access token stands under Configure, Authentication.',
      },
    ],
  },
  origin: 'https://api.intercom.io',
  headers: ({ apiToken }) => ({ authorization: `Bearer ${apiToken}`, 'intercom-version': '2.11' }),
  errors: [
    {
      when: ({ status, json }) => status === 400 && codeOf(json) === 'invalid_pagination',
      action: 'restart',
    },
    {
      when: ({ status }) => status === 403,
      action: 'permission',
      remedy: 'give the token the permission to read conversations',
    },
  ],
  check: async (api) =>
    listIn(await search(api, { since: null, page: null, startedAt: 0 }, 1), 'conversations'),
  everyMs: 10 * 60_000,
  webhook,
  steps: [webhookStep(webhook)],
  notes: ['Regions other than the US have an API address of their own: SVC_PROVIDER_SUPPORT_A_BASE_URL.'],
  streams: [
    {
      model: 'Ticket',
      cursor: { kind: 'time', overlapMs: 10 * 60_000 },
      // Deletions are reported by webhooks only.
      wholeWalkEveryMs: 7 * 86_400_000,
      perPage,
      fetch: fetchTickets,
      fetchOne: (api, id) => api.find(`/conversations/${encodeURIComponent(id)}`, inPlainText),
      idOf: requireId,
      map: (item) => mapTicket(objectOf(item)),
    },
  ],
}

/** Ordered by last change, so that an object that changes meanwhile is seen again and none is missed. */
function search(api: ProviderApi, { since, page }: StreamRequest, count: number): Promise<Answer> {
  return api.post('/conversations/search', {
    query: {
      operator: 'AND',
      value: [
        {
          field: 'updated_at',
          operator: '>',
          value: since === null ? 0 : Math.floor(Date.parse(since) / 1_000) - 1,
        },
      ],
    },
    sort: { field: 'updated_at', order: 'ascending' },
    pagination: { per_page: count, ...(page !== null && { starting_after: page }) },
  })
}

async function fetchTickets(api: ProviderApi, request: StreamRequest): Promise<StreamPage> {
  const answer = await search(api, request, request.limit ?? perPage)
  const found = listIn(answer, 'conversations')
  const pages = isJsonObject(answer['pages']) ? answer['pages'] : {}
  const next = isJsonObject(pages['next']) ? idOf(pages['next']['starting_after']) : null
  const changed = found.flatMap((item) => (isJsonObject(item) ? (timeOf(item['updated_at']) ?? []) : []))
  return {
    // Messages are only in the conversation, not in search results.
    items: await fetchEach(
      parallel,
      found,
      (item) => requireId(item),
      (item) => withParts(api, item),
    ),
    next,
    cursor: changed.length === 0 ? null : new Date(Math.max(...changed)).toISOString(),
  }
}

async function withParts(api: ProviderApi, item: unknown): Promise<unknown> {
  const id = isJsonObject(item) ? idOf(item['id']) : null
  return id === null ? item : api.get(`/conversations/${encodeURIComponent(id)}`, inPlainText)
}

/** Most notifications contain the conversation, some only a part of it. */
function conversationOf({ data }: Answer): { model: string; id: string }[] | null {
  const item = isJsonObject(data) ? data['item'] : null
  const id = isJsonObject(item) && item['type'] === 'conversation' ? idOf(item['id']) : null
  return id === null ? null : [{ model: 'Ticket', id }]
}

function mapTicket(ticket: Answer): MappedRecord[] {
  const id = requireId(ticket)
  const createdAt = timeOf(ticket['created_at'])
  if (createdAt === null) throw new Error('it has no created_at')
  const source = isJsonObject(ticket['source']) ? ticket['source'] : {}
  const parts = isJsonObject(ticket['conversation_parts'])
    ? (objectsOf(ticket['conversation_parts']['conversation_parts']) ?? [])
    : []
  const said = [source, ...parts].filter((part) => textOf(part['body'], 1) !== null)
  const requester = said.map(authorOf).find(({ isColleague, email }) => !isColleague && email !== null)
  const people = new Map(said.map(authorOf).map((author) => [author.email ?? author.name ?? '', author]))
  const subject = textOf(source['subject'], 1_000)?.replace(/<[^>]+>/g, '') ?? null
  const text = said
    .map((part) => `${authorOf(part).name ?? 'Somebody'}: ${textOf(part['body'], 200_000)}`)
    .join('\n\n')
  const tags = isJsonObject(ticket['tags']) ? (objectsOf(ticket['tags']['tags']) ?? []) : []
  const records: MappedRecord[] = [
    {
      kind: 'source',
      sourceType: 'SUPPORT_TICKET',
      sourceId: id,
      provider: 'support-a',
      occurredAt: new Date(createdAt).toISOString(),
      title:
        textOf(ticket['title'], 1_000) ?? (subject || (textOf(source['body'], 120) ?? `Conversation ${id}`)),
      ...(text !== '' && { text: textOf(text, 1_000_000)! }),
      participants: [...people.values()].slice(0, 500).map(({ isColleague, email, name }) => ({
        ...present({ email, name }),
        role: isColleague ? 'agent' : 'requester',
        ...(isColleague && internal),
      })),
      record: present<string | string[]>({
        status: textOf(ticket['state'], 100),
        priority: textOf(ticket['priority'], 100),
        channel: textOf(source['type'], 100),
        updatedAt: isoOf(ticket['updated_at']),
        tags: tags.flatMap((tag) => textOf(tag['name'], 200) ?? []).slice(0, 50),
      }),
    },
  ]
  if (requester?.email)
    records.push({
      kind: 'user',
      email: requester.email,
      ...(requester.name !== null && { name: requester.name }),
    })
  return records
}

function authorOf(part: Answer): { isColleague: boolean; email: string | null; name: string | null } {
  const author = isJsonObject(part['author']) ? part['author'] : {}
  const type = textOf(author['type'], 40)
  return {
    isColleague: type !== 'user' && type !== 'lead' && type !== 'contact',
    email: emailOf(author['email']),
    name: textOf(author['name'], 300),
  }
}

function isoOf(value: unknown): string | null {
  const ms = timeOf(value)
  return ms === null ? null : new Date(ms).toISOString()
}

function codeOf(json: unknown): string | null {
  const [first] = (isJsonObject(json) && objectsOf(json['errors'])) || []
  return first === undefined ? null : textOf(first['code'], 100)
}
