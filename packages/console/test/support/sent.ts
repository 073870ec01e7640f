import type { CustomerIntel } from '@customer-intel/node-sdk'

/** A page view that was sent. */
export interface SentView {
  at: number
  visitor: string
  session: string
  site: string
  path: string
  referrer: string
  campaign: { source: string; medium: string; name: string } | null
  from: (typeof senders)[number]
}

/** Something that a person did, by page or by name. */
export interface SentUse {
  at: number
  person: number
}

export interface Sent {
  views: SentView[]
  uses: SentUse[]
  /** Of each person: the company, and when they signed up. */
  people: { company: number; signedUpAt: number; firstSeenAt: number; activatedAt: number | null }[]
  companies: { plan: string }[]
  /** What each company says it pays, by day. */
  revenue: { company: number; day: string; currency: string; mrrCents: number }[]
  deals: { stage: string; currency: string; amountCents: number | null; at: number }[]
}

/** Times that sit at midnights and changes of clocks in Berlin and New York, among others in the weeks around them. */
const hourMs = 3_600_000
const begin = Date.UTC(2025, 9, 13)
const end = Date.UTC(2025, 10, 10)
const edges = [
  ...[-3, -2, -1, 0, 1, 2, 22, 23, 24, 25].map((hours) => Date.UTC(2025, 9, 26) + hours * hourMs),
  ...[3, 4, 5, 6, 28, 29, 30].map((hours) => Date.UTC(2025, 10, 2) + hours * hourMs),
]

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
/** Where browsers are, and what they say of themselves; their addresses are for documentation. */
const senders = [
  {
    device: 'desktop',
    browser: 'Chrome',
    country: 'DE',
    address: '192.0.2.1',
    agent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
  },
  {
    device: 'mobile',
    browser: 'Chrome',
    country: 'FR',
    address: '198.51.100.1',
    agent: `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
  },
  {
    device: 'desktop',
    browser: 'Firefox',
    country: '',
    address: '203.0.113.1',
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  },
  { device: '', browser: '', country: 'DE', address: '192.0.2.1', agent: 'unknown' },
] as const

/** The country of a sender's address. */
export const countryOf = (sender: string) =>
  senders.find(({ address }) => address === sender)?.country || null

/** Draws numbers in an order that is always the same. */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    one: <Value>(values: readonly Value[]): Value => values[below(values.length)]!,
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => below(16).toString(16))
      return `${hex.slice(0, 8).join('')}-${hex.slice(8, 12).join('')}-4${hex.slice(13, 16).join('')}-a${hex.slice(17, 20).join('')}-${hex.slice(20).join('')}`
    },
  }
}

/**
 * Makes events and records and sends them, views as browsers do; returns what was sent, to be counted apart from the
 * product.
 */
export async function send(client: CustomerIntel, ingestUrl: string, seed = 7): Promise<Sent> {
  const random = createRandom(seed)
  const sent: Sent = { views: [], uses: [], people: [], companies: [], revenue: [], deals: [] }
  const visits: { from: SentView['from']; batch: object }[] = []
  const batches: Parameters<CustomerIntel['events']['import']>[0]['batches'] = []
  const time = () =>
    random.below(3) === 0
      ? random.one(edges) + random.below(2 * 60_000) - 60_000
      : begin + random.below(end - begin)
  const records: Parameters<CustomerIntel['records']['import']>[0]['records'] = []

  for (let company = 0; company < 8; company++) {
    const plan = random.one(['Team', 'Business', ''])
    sent.companies.push({ plan })
    records.push({
      kind: 'customer',
      customerId: `c${company}`,
      domain: `company${company}.example`,
      name: `Company ${company}`,
    })
    let mrrCents = 0
    const days = [...new Set(Array.from({ length: 6 }, () => 1 + random.below(60)))].toSorted((a, b) => a - b)
    for (const [at, past] of days.entries()) {
      const day = new Date(Date.UTC(2025, 8, past)).toISOString().slice(0, 10)
      mrrCents = random.one([0, mrrCents, 10_000, 25_000, 40_000])
      const currency = company === 0 && at > 2 ? 'USD' : 'EUR'
      sent.revenue.push({ company, day, currency, mrrCents })
      records.push({
        kind: 'revenue',
        customer: { customerId: `c${company}` },
        date: day,
        mrrCents,
        currency,
        ...(plan === '' ? {} : { plan }),
      })
    }
  }

  const visit = (visitor: string, begins: number, person: number | null) => {
    const session = random.uuid()
    const from = random.one(senders)
    const count = random.one([1, 1, 2, 3, 5])
    const came = random.one([
      { referrer: 'https://www.search.example/find?q=x', campaign: null },
      { referrer: 'https://news.example:8443/item', campaign: null },
      { referrer: '', campaign: null },
      { referrer: 'https://harborpine.example/before', campaign: null },
      { referrer: 'https://social.example/', campaign: { source: 'social', medium: 'paid', name: 'autumn' } },
      { referrer: '', campaign: { source: 'letter', medium: 'email', name: '' } },
    ])
    const events: (typeof batches)[number]['events'] = []
    let before = came.referrer
    for (let view = 0; view < count; view++) {
      const at = begins + view * random.one([1_000, 60_000, 20 * 60_000])
      const site = 'www.harborpine.example'
      const path = random.one(['/', '/pricing', '/docs', '/a "quoted" path'])
      const url = `https://${site}${encodeURI(path)}`
      const campaign = view === 0 ? came.campaign : null
      sent.views.push({ at, visitor, session, site, path, referrer: before, campaign, from })
      if (person !== null) sent.uses.push({ at, person })
      events.push({
        type: 'pageview',
        uuid: random.uuid(),
        timestamp: at,
        url,
        path,
        ...(before === '' ? {} : { referrer: before }),
        ...(campaign === null
          ? {}
          : { utm: { source: campaign.source, medium: campaign.medium, campaign: campaign.name } }),
      })
      before = url
    }
    visits.push({ from, batch: { visitorId: visitor, sessionId: session, events } })
  }

  for (let stranger = 0; stranger < 60; stranger++) {
    const visitor = random.uuid()
    for (let visits = 1 + random.below(3); visits > 0; visits--) visit(visitor, time(), null)
  }
  for (let person = 0; person < 40; person++) {
    const company = random.below(8)
    const visitor = random.uuid()
    let signedUpAt = time()
    const whom = { email: `p${person}@company${company}.example`, userId: `u${person}` }
    const place = { url: 'https://www.harborpine.example/in', path: '/in' }
    batches.push({
      visitorId: visitor,
      events: [
        {
          type: 'identify',
          uuid: random.uuid(),
          timestamp: signedUpAt,
          ...place,
          ...whom,
          customerId: `c${company}`,
        },
      ],
    })
    for (let visits = random.below(4); visits > 0; visits--) visit(visitor, time(), person)
    const actions = random.one([0, 1, 4, 12])
    let activatedAt: number | null = null
    for (let action = 0; action < actions; action++) {
      const at = time()
      const eventName = random.one(['Report opened', 'Report opened', 'Project created'])
      if (eventName === 'Project created') activatedAt = Math.min(activatedAt ?? at, at)
      // Whose address and id are both known has signed up.
      signedUpAt = Math.min(signedUpAt, at)
      sent.uses.push({ at, person })
      batches.push({
        source: 'server',
        events: [
          {
            type: 'custom',
            uuid: random.uuid(),
            timestamp: at,
            url: 'server://app',
            path: '/',
            eventName,
            ...whom,
          },
        ],
      })
    }
    const firstSeenAt = Math.min(
      signedUpAt,
      ...sent.uses.filter((use) => use.person === person).map(({ at }) => at),
    )
    sent.people.push({ company, signedUpAt, firstSeenAt, activatedAt })
  }

  const stages = ['Created', 'Negotiation', 'Won', 'Lost', 'won']
  for (let deal = 0; deal < 20; deal++) {
    const at = time()
    const stage = random.one(stages)
    const currency = random.one(['EUR', 'USD'])
    const amountCents = random.one([null, 100_000, 250_050])
    sent.deals.push({ stage, currency, amountCents, at })
    records.push({
      kind: 'source',
      sourceType: 'OPPORTUNITY',
      sourceId: `deal-${deal}`,
      occurredAt: new Date(at).toISOString(),
      title: `Deal ${deal}`,
      customer: { customerId: `c${deal % 8}` },
      record: {
        stage, // A stage that nobody mapped.
        ...(stage === 'won' ? {} : { svcStage: stage }),
        currency,
        ...(amountCents === null ? {} : { amountCents }),
      },
    })
  }
  const imported = await client.records.import({ records })
  if (!imported.success) throw new Error(`records were refused: ${JSON.stringify(imported)}`)
  const taken = await client.events.import({ batches })
  if (!taken.success) throw new Error(`events were refused: ${JSON.stringify(taken)}`)
  await Promise.all(
    visits.map(async ({ from, batch }) => {
      const headers = { 'user-agent': from.agent, 'x-forwarded-for': from.address }
      const { status } = await fetch(ingestUrl, { method: 'POST', headers, body: JSON.stringify(batch) })
      if (status !== 200) throw new Error(`a visit was answered ${status}`)
    }),
  )
  return sent
}
