import type { Handler } from '../http.ts'
import { storyOf } from '../stories.ts'
import type { World } from '../world.ts'

export interface Meeting {
  recording_id: number
  created_at: string
  [field: string]: unknown
}

/** Plays the Fathom API, version v1: meetings. */
export interface CallsB {
  handler: Handler
  apiKey: string
  /** Newest first. */
  meetings: Meeting[]
}

const hour = 3_600_000
const perPage = 10

export function playCallsB(world: World, { apiKey = 'fathom-sandbox-key' } = {}): CallsB {
  const meetings = world.companies
    .filter(({ index }) => index % 3 === 0)
    .map((company): Meeting => {
      const start = world.now - (company.index + 1) * 30 * hour
      const iso = (ms: number) => new Date(ms).toISOString()
      const [guest, second] = company.people
      return {
        recording_id: 50_000 + company.index,
        title: `Quarterly review with ${company.name}`,
        meeting_title: `${company.name} <> Vendor`,
        url: `https://fathom.video/calls/${50_000 + company.index}`,
        share_url: `https://fathom.video/share/${company.index}`,
        created_at: iso(start + hour),
        scheduled_start_time: iso(start),
        scheduled_end_time: iso(start + hour),
        recording_start_time: iso(start),
        recording_end_time: iso(start + 45 * 60_000),
        calendar_invitees_domains_type: 'one_or_more_external',
        recorded_by: {
          name: 'Mira Vendor',
          email: 'mira@vendor.example',
          email_domain: 'vendor.example',
          team: null,
        },
        calendar_invitees: [
          {
            name: 'Mira Vendor',
            email: 'mira@vendor.example',
            email_domain: 'vendor.example',
            is_external: false,
          },
          { name: guest!.name, email: guest!.email, email_domain: company.domain, is_external: true },
          { name: second!.name, email: second!.email, email_domain: company.domain, is_external: true },
        ],
        transcript_language: 'en',
        transcript: [
          {
            speaker: { display_name: 'Mira Vendor' },
            text: 'How is the roll-out going?',
            timestamp: '00:00:05',
          },
          {
            speaker: { display_name: guest!.name },
            text: 'We want to add forty seats in autumn.',
            timestamp: '00:00:12',
          },
          { speaker: { display_name: second!.name }, text: storyOf(company).said, timestamp: '00:04:31' },
          {
            speaker: { display_name: 'Mira Vendor' },
            text: storyOf(company).answered,
            timestamp: '00:05:02',
          },
        ],
        default_summary: {
          template_name: 'general',
          markdown_formatted: `${company.name} wants forty more seats.`,
        },
        action_items: ['Send an offer for forty seats', storyOf(company).todo].map((description) => ({
          description,
          user_generated: false,
          completed: false,
          recording_timestamp: '00:05:02',
          recording_playback_url: `https://fathom.video/calls/${50_000 + company.index}?timestamp=302`,
          assignee: { name: 'Mira Vendor', email: 'mira@vendor.example', team: null },
        })),
      }
    })
  return {
    apiKey,
    meetings,
    handler({ path, query, headers }) {
      if (headers['x-api-key'] !== apiKey) return { status: 401, body: { message: 'Invalid API key' } }
      if (path !== '/external/v1/meetings') return { status: 404, body: { message: 'Not found' } }
      const after = Date.parse(query.get('created_after') ?? '1970-01-01T00:00:00Z')
      const start = Number(query.get('cursor')?.slice('c'.length) ?? 0)
      if (Number.isNaN(start)) return { status: 410, body: { message: 'The cursor has expired' } }
      const found = meetings.filter(({ created_at: createdAt }) => Date.parse(createdAt) > after)
      const withs = ['transcript', 'default_summary', 'action_items']
      const wanted = ['include_transcript', 'include_summary', 'include_action_items'].map(
        (name) => query.get(name) === 'true',
      )
      const items = found.slice(start, start + perPage).map((meeting) => {
        const hidden = withs.filter((_, index) => !wanted[index])
        return { ...meeting, ...Object.fromEntries(hidden.map((name) => [name, null])) }
      })
      const next = start + perPage < found.length ? `c${start + perPage}` : null
      return { status: 200, body: { limit: perPage, next_cursor: next, items } }
    },
  }
}
