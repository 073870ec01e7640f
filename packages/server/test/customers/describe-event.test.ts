import { expect, test } from 'vitest'
import { describeEvent } from '../../src/customers/describe-event.ts'
import type { TimelineEntry } from '../../src/customers/reads/customer-reads.ts'

const entry: TimelineEntry = {
  eventId: 'evt_1',
  eventType: 'CUSTOM_EVENT',
  eventName: 'Invited Teammate',
  channel: 'PRODUCT',
  occurredAt: '2026-06-01T10:00:00.000Z',
  url: 'https://acme.com/pricing?plan=pro',
  path: '/pricing',
  pageTitle: null,
  properties: {},
  contact: null,
}

const cases: [Partial<TimelineEntry>, string, string | null][] = [
  [{}, 'Invited Teammate', null],
  [
    { properties: { role: 'admin', seats: 5, nested: {}, none: null } },
    'Invited Teammate',
    'role: admin, seats: 5',
  ],
  [{ eventType: 'PAGE_VIEW', pageTitle: 'Pricing' }, 'Viewed Pricing', 'https://acme.com/pricing?plan=pro'],
  [{ eventType: 'PAGE_VIEW' }, 'Viewed /pricing', 'https://acme.com/pricing?plan=pro'],
  [{ eventType: 'FORM_SUBMITTED', properties: { formId: 'demo' } }, 'Submitted form demo', 'On /pricing'],
  [{ eventType: 'FORM_SUBMITTED' }, 'Submitted a form', 'On /pricing'],
  [
    { eventType: 'ENGAGEMENT', properties: { activeTimeMs: 1_000 } },
    'Spent time on /pricing',
    'Active for 1 second',
  ],
  [
    { eventType: 'ENGAGEMENT', pageTitle: 'Pricing', properties: { activeTimeMs: 61_400 } },
    'Spent time on Pricing',
    'Active for 61 seconds',
  ],
  [{ eventType: 'IDENTIFY', contact: 'Jane' }, 'Identified as Jane', null],
  [{ eventType: 'IDENTIFY' }, 'Identified', null],
  [
    {
      eventType: 'MEETING_REQUESTED',
      properties: { eventType: 'Demo', startTime: '2026-07-01T10:00:00Z', inviteeName: 'Jane' },
    },
    'Requested a meeting: Demo',
    'For 2026-07-01T10:00:00Z with Jane',
  ],
  [{ eventType: 'MEETING_REQUESTED' }, 'Requested a meeting', null],
]

test.each(cases)('%j reads "%s"', (part, title, summary) => {
  expect(describeEvent({ ...entry, ...part })).toEqual({ title, summary })
})

test('a summary stays short whatever the properties hold', () => {
  const { summary } = describeEvent({ ...entry, properties: { text: 'x'.repeat(10_000) } })
  expect(summary).toHaveLength(300)
})
