import type { CustomerIntel, ImportRecordsBody } from '@customer-intel/node-sdk'

type Item = ImportRecordsBody['records'][number]

const trades = ['Energy', 'Foods', 'Freight', 'Health', 'Textiles']
const places = [
  'Alder',
  'Brack',
  'Elvan',
  'Hollin',
  'Kestrin',
  'Lumar',
  'Morwen',
  'Nardal',
  'Ostrin',
  'Quarin',
]

/** What a person may have typed where a name is asked for. */
export const hostileNames = [
  '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>',
  'javascript:window.hurt=1',
  '=HYPERLINK("https://evil.example","Open")',
  'Right \u202Etel ot tfel\u202C isolate',
  'فندق البحر الأزرق 🏨',
  '👩‍👩‍👧‍👦🇨🇭 Zalgo h̷̢̛̺͖ȩ̴̞̊',
  'A'.repeat(200),
  '{{constructor.constructor("window.hurt=1")()}}',
]

/** A workspace of `places × trades` customers with people, revenue, conversations, facts, and some with hostile names. */
export async function fill(client: CustomerIntel, now: number): Promise<void> {
  const records: Item[] = [
    { kind: 'member', email: 'una@ourselves.example', name: 'Una Selwyn', role: 'csm' },
    { kind: 'member', email: 'paul@ourselves.example', name: 'Paul Kerrin', role: 'csm' },
  ]
  const names = places.flatMap((place) => trades.map((trade) => `${place} ${trade}`))
  for (const [at, name] of names.entries()) records.push(...customer(name, at, now))
  for (const [at, name] of hostileNames.entries()) records.push(...customer(name, 1_000 + at, now))
  for (let from = 0; from < records.length; from += 500)
    if (!(await client.records.import({ records: records.slice(from, from + 500) })).success)
      throw new Error('the server refused records of the test’s workspace')
}

function* customer(name: string, at: number, now: number): Generator<Item> {
  const customerId = `customer-${at}`
  const reference = { customerId }
  const domain = at >= 1_000 ? `hostile-${at}.example` : `${name.toLowerCase().replace(' ', '-')}.example`
  const ownerEmail =
    at % 3 === 0 ? 'una@ourselves.example' : at % 3 === 1 ? 'paul@ourselves.example' : undefined
  yield { kind: 'customer', customerId, domain, name, ownerEmail, traits: { industry: name } }
  for (let person = 0; person < 2 + (at % 4); person++)
    yield {
      kind: 'user',
      userId: `${customerId}-${person}`,
      email: `person${person}@${domain}`,
      name: at >= 1_000 ? name : `Person ${person} of ${name}`,
      customer: reference,
    }
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
  yield {
    kind: 'revenue',
    customer: reference,
    date: daysAgo(40).slice(0, 10),
    mrrCents: at === 1_000 ? Number.MAX_SAFE_INTEGER : at === 1_001 ? 0 : 9_900 + at * 100,
    currency: at % 7 === 0 ? 'USD' : 'EUR',
    billingStatus: at % 9 === 0 ? 'PAST_DUE' : 'PAYING',
    plan: 'Team',
  }
  const sourceId = `call-${at}`
  const sentence = `We may leave before the renewal, says ${name}.`
  yield {
    kind: 'source',
    sourceType: 'CALL',
    sourceId,
    occurredAt: daysAgo((at % 20) + 1),
    title: `Call with ${name}`,
    text: `Thanks for the time. ${sentence} Let us talk again in March.`,
    customer: reference,
    participants: [{ email: `person0@${domain}`, name }],
  }
  if (at % 4 === 0)
    yield {
      kind: 'fact',
      factId: `fact-${at}`,
      customer: reference,
      factType: at % 8 === 0 ? 'CHURN_RISK' : 'EXPANSION',
      status: 'ACTIVE',
      assertion: `${name} thinks of leaving.`,
      evidence: [{ sourceType: 'CALL', sourceId, quote: sentence }],
    }
}
