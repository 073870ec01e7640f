import { isJsonObject } from '@customer-intel/contract'
import { emailOf, idOf, listIn, objectOf, objectsOf, present, requireId, textOf, timeOf } from '../fields.ts'
import { internal } from '../internal-address.ts'
import { UnfetchedObject } from '../fetch-each.ts'
import type { Answer, StreamRequest, MappedRecord, StreamPage, Provider, ProviderApi } from '../provider.ts'

/** Uses the Fathom API, version v1: meetings with transcript, summary and action items. */
export const callsB: Provider = {
  id: 'calls-b',
  name: 'Calls B',
  category: 'calls',
  service: { name: 'Fathom', website: 'https://fathom.ai' },
  brings: 'calls with transcript, summary and action items, and who took part from outside',
  cliName: 'calls-b',
  auth: {
    kind: 'key',
    credentialType: 'api_key',
    fields: [{ key: 'apiKey', label: 'API Key', secret: true, help: 'Under User settings, API access.' }],
  },
  origin: 'https://api.fathom.ai',
  headers: ({ apiKey }) => ({ 'x-api-key': apiKey! }),
  errors: [],
  check: async (api) => listIn(await api.get('/external/v1/meetings'), 'items'),
  everyMs: 15 * 60_000,
  notes: ['A key sees the meetings that its owner recorded, and those that were shared with their team.'],
  streams: [
    {
      model: 'Call',
      // Transcript and summary are added after the meeting, without a time of change: so the last two days are fetched
      // again.
      cursor: { kind: 'time', overlapMs: 2 * 86_400_000 },
      wholeWalkEveryMs: 7 * 86_400_000,
      fetch: (api, request) => fetchMeetings(api, request, { whole: true }),
      skip: skipMeetings,
      idOf: requireRecordingId,
      map: (item) => mapMeeting(objectOf(item)),
    },
  ],
}

async function fetchMeetings(
  api: ProviderApi,
  { since, page }: StreamRequest,
  { whole }: { whole: boolean },
): Promise<StreamPage> {
  const answer = await api.get('/external/v1/meetings', {
    cursor: page,
    created_after: since,
    include_transcript: whole,
    include_summary: whole,
    include_action_items: whole,
  })
  const items = listIn(answer, 'items')
  const made = items.flatMap((item) => (isJsonObject(item) ? (timeOf(item['created_at']) ?? []) : []))
  return {
    items,
    next: idOf(answer['next_cursor']),
    cursor: made.length === 0 ? null : new Date(Math.max(...made)).toISOString(),
  }
}

/** The same page without transcripts: the service decides how many meetings it contains. */
async function skipMeetings(api: ProviderApi, request: StreamRequest, reason: string): Promise<StreamPage> {
  const page = await fetchMeetings(api, request, { whole: false })
  return { ...page, items: page.items.map((item) => new UnfetchedObject(requireRecordingId(item), reason)) }
}

function requireRecordingId(meeting: unknown): string {
  return requireId(meeting, 'recording_id')
}

function mapMeeting(meeting: Answer): MappedRecord[] {
  const id = requireRecordingId(meeting)
  const startedAt =
    timeOf(meeting['recording_start_time']) ??
    timeOf(meeting['scheduled_start_time']) ??
    timeOf(meeting['created_at'])
  if (startedAt === null) throw new Error('it has no time')
  const endedAt = timeOf(meeting['recording_end_time'])
  const invitees = objectsOf(meeting['calendar_invitees']) ?? []
  const host = isJsonObject(meeting['recorded_by']) ? meeting['recorded_by'] : {}
  const spoken = (objectsOf(meeting['transcript']) ?? []).map((line) => {
    const speaker = isJsonObject(line['speaker']) ? textOf(line['speaker']['display_name'], 300) : null
    return `${speaker ?? 'Somebody'}: ${textOf(line['text'], 50_000) ?? ''}`
  })
  const summary = isJsonObject(meeting['default_summary'])
    ? textOf(meeting['default_summary']['markdown_formatted'], 20_000)
    : null
  const actionItems = (objectsOf(meeting['action_items']) ?? []).flatMap(
    (item) => textOf(item['description'], 2_000) ?? [],
  )
  const permalink = textOf(meeting['url'], 2_000) ?? textOf(meeting['share_url'], 2_000)
  const outside = invitees.filter(({ is_external: isExternal }) => isExternal !== false)
  return [
    {
      kind: 'source',
      sourceType: 'CALL',
      sourceId: id,
      provider: 'calls-b',
      occurredAt: new Date(startedAt).toISOString(),
      title: textOf(meeting['title'], 1_000) ?? textOf(meeting['meeting_title'], 1_000) ?? `Call ${id}`,
      ...present({
        text: textOf(spoken.join('\n'), 1_000_000),
        summary,
        permalink: permalink !== null && /^https?:\/\//.test(permalink) ? permalink : null,
      }),
      participants: [
        {
          role: 'host',
          ...present({ email: emailOf(host['email']), name: textOf(host['name'], 300) }),
          ...internal,
        },
        ...invitees.slice(0, 499).map((invitee) => ({
          role: 'attendee',
          ...present({ email: emailOf(invitee['email']), name: textOf(invitee['name'], 300) }),
          ...(invitee['is_external'] === false && internal),
        })),
      ],
      record: present<number | string[]>({
        durationSeconds: endedAt === null ? null : Math.round((endedAt - startedAt) / 1_000),
        actionItems: actionItems.slice(0, 200),
      }),
    },
    ...outside.flatMap((invitee): MappedRecord[] => {
      const email = emailOf(invitee['email'])
      const name = textOf(invitee['name'], 300)
      return email === null ? [] : [{ kind: 'user', email, ...(name !== null && { name }) }]
    }),
  ]
}
