import { createHmac } from 'node:crypto'
import type { SentWebhook } from '../webhooks.ts'
import type { Handler } from '../http.ts'
import { storyOf } from '../stories.ts'
import type { World } from '../world.ts'

/** Plays the Fireflies GraphQL API: transcripts. */
export interface CallsA {
  handler: Handler
  apiKey: string
  /** Newest first. */
  transcripts: Record<string, unknown>[]
  /** The webhook (V2) of a transcript that is ready, signed. */
  webhook(secrets: readonly string[], options?: { meetingId?: string; at?: number }): SentWebhook
}

export function playCallsA(world: World, { apiKey = 'fireflies-sandbox-key' } = {}): CallsA {
  const transcripts = world.companies.flatMap((company) => {
    const guest = company.people[2]!
    return [0, 1].map((number) => ({
      id: `ff-${company.index}-${number}`,
      title: `${['Kick-off', 'Check-in'][number]} with ${company.name}`,
      date: world.now - (company.index * 2 + number + 1) * 20 * 3_600_000,
      duration: 31.5,
      transcript_url: `https://app.fireflies.ai/view/ff-${company.index}-${number}`,
      host_email: 'theo@vendor.example',
      meeting_attendees: [
        { displayName: 'Theo Vendor', email: 'theo@vendor.example', name: null },
        { displayName: 'Sol Vendor', email: 'sol@vendor.example', name: null },
        { displayName: guest.name, email: guest.email, name: null },
      ],
      sentences: [
        { speaker_name: 'Theo Vendor', text: 'What would make this a success for you?' },
        { speaker_name: guest.name, text: 'Our auditors need the access log every quarter.' },
        { speaker_name: 'Sol Vendor', text: 'And how is it going else?' },
        { speaker_name: guest.name, text: storyOf(company).said },
        { speaker_name: 'Theo Vendor', text: storyOf(company).answered },
      ],
      summary: { overview: `${company.name} needs access logs.`, action_items: 'Theo: send the audit guide' },
    }))
  })
  const failure = (status: number, code: string, message: string) => ({
    status: 200,
    body: { data: null, errors: [{ message, code, friendly: true, extensions: { status } }] },
  })
  return {
    apiKey,
    transcripts,
    webhook([secret = ''], { meetingId = transcripts[0]!.id, at = Date.now() } = {}) {
      const body = JSON.stringify({ event: 'meeting.transcribed', timestamp: at, meeting_id: meetingId })
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      return { body, headers: { 'x-hub-signature': `sha256=${signature}` } }
    },
    handler({ path, headers, body }) {
      if (path !== '/graphql') return { status: 404, body: 'Not found' }
      if (headers['authorization'] !== `Bearer ${apiKey}`)
        return failure(401, 'auth_failed', 'Invalid API key')
      const { query, variables } = JSON.parse(body) as {
        query: string
        variables: { limit: number; skip: number; fromDate?: string; id?: string }
      }
      if (variables.id !== undefined) {
        const transcript = transcripts.find(({ id }) => id === variables.id)
        return transcript === undefined
          ? failure(404, 'object_not_found', 'Transcript not found')
          : { status: 200, body: { data: { transcript } } }
      }
      const from = Date.parse(variables.fromDate ?? '1970-01-01T00:00:00Z')
      const found = transcripts.filter(({ date }) => date >= from)
      const page = found.slice(variables.skip, variables.skip + Math.min(variables.limit, 50))
      // What was said comes where it is asked for.
      const asked = query.includes('sentences') ? page : page.map(({ sentences: _, ...rest }) => rest)
      return { status: 200, body: { data: { transcripts: asked } } }
    },
  }
}
