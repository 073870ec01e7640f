import { isJsonObject } from '@customer-intel/contract'
import { companyDomain } from '../../customers/identity/company-domain.ts'
import { emailOf, idOf, listIn, objectOf, objectsOf, present, requireId, textOf, timeOf } from '../fields.ts'
import { internal } from '../internal-address.ts'
import type { Action, ErrorRule } from '../error-rules.ts'
import { UnfetchedObject } from '../fetch-each.ts'
import { isHubSigned } from '../webhooks/signatures.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { webhookStep } from '../webhooks/webhook-step.ts'
import type { Answer, StreamRequest, MappedRecord, StreamPage, Provider, ProviderApi } from '../provider.ts'

const perPage = 50
const fields = `id title date duration transcript_url host_email
  meeting_attendees { displayName email name }
  sentences { speaker_name text }
  summary { overview action_items }`

const webhook: Webhook = {
  // A person enters it there: 16 to 32 characters.
  secretOf: 'server',
  requiredEvents: ['meeting.transcribed', 'meeting.summarized'],
  docsUrl: 'https://docs.fireflies.ai/graphql-api/webhooks-v2',
  isSigned: (received, secrets) => isHubSigned(received, secrets, 'sha256'),
  idOf: () => null,
  concerns: ({ meeting_id: meeting }) => {
    const id = idOf(meeting)
    return id === null ? null : [{ model: 'Call', id }]
  },
}

/** Uses the Fireflies GraphQL API: transcripts of calls. */
export const callsA: Provider = {
  id: 'calls-a',
  name: 'Calls A',
  category: 'calls',
  service: { name: 'Fireflies', website: 'https://fireflies.ai' },
  brings: 'calls with transcript, overview and action items, and the guests',
  cliName: 'calls-a',
  auth: {
    kind: 'key',
    credentialType: 'api_key',
    fields: [{ key: 'apiKey', label: 'API Key', secret: true, help: 'Under Settings, Developer settings.' }],
  },
  origin: 'https://api.fireflies.ai',
  headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
  // GraphQL reports errors in the body, whatever the status.
  errors: [
    byCode(['auth_failed', 'invalid_api_key'], 'credentials', 'connect again with a key that is valid'),
    byCode(['forbidden', 'account_cancelled'], 'permission', 'look at the account’s plan and rights'),
    byCode(['too_many_requests'], 'wait'),
    // For a single transcript by its id.
    byCode(['object_not_found'], 'ok'),
    { when: ({ json }) => isJsonObject(json) && Array.isArray(json['errors']), action: 'broken' },
  ],
  check: (api) => ask(api, { since: null, page: null, startedAt: 0 }, { limit: 1 }),
  // Smaller plans allow 50 requests a day.
  everyMs: 60 * 60_000,
  webhook,
  steps: [webhookStep(webhook)],
  notes: ['On the plans with 50 requests a day, the first sync may take days: 50 calls a request.'],
  streams: [
    {
      model: 'Call',
      // A transcript is created after the meeting, but can only be filtered by the meeting's time.
      cursor: { kind: 'time', overlapMs: 2 * 86_400_000 },
      perPage,
      fetch: fetchCalls,
      skip: skipCall,
      fetchOne: fetchCall,
      idOf: requireId,
      map: (item) => mapCall(objectOf(item)),
    },
  ],
}

function byCode(codes: readonly string[], action: Action, remedy?: string): ErrorRule {
  return {
    action,
    ...(remedy !== undefined && { remedy }),
    when: ({ json }) =>
      ((isJsonObject(json) && objectsOf(json['errors'])) || []).some((error) => {
        const extensions = isJsonObject(error['extensions']) ? error['extensions'] : {}
        return codes.includes(textOf(error['code'] ?? extensions['code'], 100) ?? '')
      }),
  }
}

async function ask(
  api: ProviderApi,
  { since, page }: StreamRequest,
  { limit, of = fields }: { limit: number; of?: string },
): Promise<unknown[]> {
  const answer = await api.post('/graphql', {
    query: `query Calls($limit: Int, $skip: Int, $fromDate: DateTime) {
      transcripts(limit: $limit, skip: $skip, fromDate: $fromDate) { ${of} }
    }`,
    variables: { limit, skip: Number(page ?? 0), ...(since !== null && { fromDate: since }) },
  })
  return listIn(objectOf(answer['data']), 'transcripts')
}

/** Newest first: a new one shifts the others, so that some are seen twice and none is missed. */
async function fetchCalls(api: ProviderApi, request: StreamRequest): Promise<StreamPage> {
  const limit = request.limit ?? perPage
  const items = await ask(api, request, { limit })
  return toPage(items, request, limit)
}

/** Only the id and date of the next call. */
async function skipCall(api: ProviderApi, request: StreamRequest, reason: string): Promise<StreamPage> {
  const items = await ask(api, request, { limit: 1, of: 'id date' })
  const page = toPage(items, request, 1)
  return { ...page, items: items.map((item) => new UnfetchedObject(requireId(item), reason)) }
}

function toPage(items: readonly unknown[], { page }: StreamRequest, limit: number): StreamPage {
  const held = items.flatMap((item) => (isJsonObject(item) ? (timeOf(item['date']) ?? []) : []))
  return {
    items,
    next: items.length < limit ? null : String(Number(page ?? 0) + limit),
    cursor: held.length === 0 ? null : new Date(Math.max(...held)).toISOString(),
  }
}

async function fetchCall(api: ProviderApi, id: string): Promise<unknown> {
  const answer = await api.post('/graphql', {
    query: `query Call($id: String!) { transcript(id: $id) { ${fields} } }`,
    variables: { id },
  })
  const { data, errors } = answer
  if (isJsonObject(data) && data['transcript'] !== undefined) return data['transcript']
  if (Array.isArray(errors)) return null
  throw new Error('the answer has no transcript')
}

function mapCall(call: Answer): MappedRecord[] {
  const id = requireId(call)
  const heldAt = timeOf(call['date'])
  if (heldAt === null) throw new Error('it has no date')
  const host = emailOf(call['host_email'])
  const company = host === null ? null : companyDomain(host)
  const isColleague = (email: string) =>
    email === host || (company !== null && companyDomain(email) === company)
  const attendees = (objectsOf(call['meeting_attendees']) ?? []).map((attendee) => ({
    email: emailOf(attendee['email']),
    name: textOf(attendee['displayName'], 300) ?? textOf(attendee['name'], 300),
  }))
  const guests = attendees.filter(({ email }) => email !== null && !isColleague(email))
  const spoken = (objectsOf(call['sentences']) ?? []).map(
    (line) => `${textOf(line['speaker_name'], 300) ?? 'Somebody'}: ${textOf(line['text'], 50_000) ?? ''}`,
  )
  const summary = isJsonObject(call['summary']) ? call['summary'] : {}
  const permalink = textOf(call['transcript_url'], 2_000)
  const minutes = Number(call['duration'])
  return [
    {
      kind: 'source',
      sourceType: 'CALL',
      sourceId: id,
      provider: 'calls-a',
      occurredAt: new Date(heldAt).toISOString(),
      title: textOf(call['title'], 1_000) ?? `Call ${id}`,
      ...present({
        text: textOf(spoken.join('\n'), 1_000_000),
        summary: textOf(summary['overview'], 20_000),
        permalink: permalink !== null && /^https?:\/\//.test(permalink) ? permalink : null,
      }),
      participants: attendees.slice(0, 500).map(({ email, name }) => ({
        role: 'attendee',
        ...present({ email, name: name ?? email }),
        ...(email !== null && isColleague(email) && internal),
      })),
      record: present<number | string>({
        durationSeconds: Number.isFinite(minutes) ? Math.round(minutes * 60) : null,
        actionItems: textOf(summary['action_items'], 20_000),
      }),
    },
    ...guests.map(({ email, name }): MappedRecord => ({
      kind: 'user',
      email: email!,
      ...(name !== null && { name }),
    })),
  ]
}
