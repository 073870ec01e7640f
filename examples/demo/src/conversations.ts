import type { FactRecordInput, ParticipantInput, SourceRecordInput } from '@customer-intel/contract'
import type { Language } from './names.ts'
import type { Random } from './random.ts'
import { reports } from './activity.ts'
import { type Topic, type TopicName, asides, closings, greetings, months, sites, topics } from './topics.ts'
import { type Company, type DemoWorkspace, type Person, days, noonOf } from './workspace.ts'

const monthDays = 30
const minuteMs = 60_000

/** How many of each a customer has in a month. */
const perMonth = { EMAIL: 1.1, SUPPORT_TICKET: 0.55, CALL: 0.35, CALENDAR_EVENT: 0.3, CHAT: 0.25 }
type ConversationType = keyof typeof perMonth

const usual: Partial<Record<TopicName, number>> = {
  onboarding: 3,
  exports: 3,
  slow: 2,
  praise: 4,
  integration: 3,
  security: 2,
  expansion: 1,
  renewal: 2,
  invoice: 3,
  feature: 3,
  reorganisation: 1,
}
/** What a story's customers talk about in its last two months. */
const late: Partial<Record<Company['story'], Partial<Record<TopicName, number>>>> = {
  growing: { expansion: 5, praise: 3, security: 2, integration: 2 },
  declining: { slow: 4, exports: 3, competitor: 3, budget: 2 },
  quiet: { budget: 3, reorganisation: 2, competitor: 2 },
  championGone: { championLeaves: 4, onboarding: 1, invoice: 1 },
  coreDecay: { exports: 6, slow: 2 },
  pastDue: { invoice: 5, budget: 3 },
  churned: { competitor: 4, budget: 3, slow: 2 },
  new: { onboarding: 5, integration: 2, security: 1 },
}

/** Two years of what a customer and its team said to each other, with facts that somebody noted down from it. */
export function* createConversations(
  workspace: DemoWorkspace,
  company: Company,
): Generator<SourceRecordInput | FactRecordInput> {
  const random = workspace.random.fork(`${company.domain}/conversations`)
  const end = company.endDay ?? days
  for (let month = company.startDay; month < end; month += monthDays) {
    for (const [type, mean] of Object.entries(perMonth) as [ConversationType, number][]) {
      const many = mean * (company.people.length > 20 ? 1.8 : 1)
      for (let count = random.count(many); count > 0; count -= 1) {
        const day = Math.min(month + random.int(0, monthDays - 1), end - 1)
        yield* conversation(workspace, { company, type, day, random })
      }
    }
  }
}

interface Occasion {
  company: Company
  type: ConversationType
  day: number
  random: Random
}

function* conversation(
  workspace: DemoWorkspace,
  { company, type, day, random }: Occasion,
): Generator<SourceRecordInput | FactRecordInput> {
  const { language, people } = company
  const isLate = (company.endDay ?? days) - day <= 60
  const name = random.weighted({ ...usual, ...(isLate ? late[company.story] : {}) })
  const topic: Topic = topics[name]
  const present = people.filter(({ joinDay }) => joinDay <= day)
  const champion = people[0]!
  // Whoever leaves doesn't write so themselves.
  const speakers = name === 'championLeaves' && present.length > 1 ? present.slice(1) : present
  const speaker = random.chance(0.5) ? speakers[0]! : random.pick(speakers)
  const member = memberFor(workspace, company, type, random)
  const words = {
    company: company.name,
    name: champion.name,
    member: member.name.split(' ')[0]!,
    n: String(random.int(3, 40)),
    site: random.pick(sites),
    report: random.pick(reports),
  }
  const month = random.int(0, months.en.length - 1)
  const say = (text: string, inLanguage: Language = language): string =>
    fill(text, { ...words, month: months[inLanguage][month]! })
  const telling = say(topic.telling[language])
  const others = [
    ...random.shuffle(topic.more[language]).slice(0, random.int(1, 3)),
    ...random.shuffle(asides[language]).slice(0, random.int(0, 2)),
  ]
  const spoken = random.shuffle([telling, ...others.map((line) => say(line))])
  const at = noonOf(workspace, day) + random.int(-200, 240) * minuteMs
  const sourceId = `${type.toLowerCase().replace('_', '-')}-${random.uuid(at).slice(-12)}`
  const title = say(topic.titles[language])
  yield {
    kind: 'source',
    sourceType: type,
    sourceId,
    occurredAt: new Date(at).toISOString(),
    title,
    // Whom a mail is about, its people tell.
    ...(type === 'EMAIL' && random.chance(0.5) ? {} : { customer: { customerId: company.customerId } }),
    ...content({ type, title, spoken, speaker, member, language, at, random, say }),
    permalink: `https://records.harborpine.example/${sourceId}`,
    provider: providers[type],
  }
  if (!random.chance(0.06)) return
  const isOver = random.chance(isLate ? 0.1 : 0.6)
  yield {
    kind: 'fact',
    factId: `fact-${sourceId}`,
    assertion: say(topic.fact.assertion, 'en'),
    customer: { customerId: company.customerId },
    factType: topic.fact.type,
    status: isOver ? 'RESOLVED' : random.chance(0.15) ? 'ACKNOWLEDGED' : 'ACTIVE',
    confidence: random.int(60, 95) / 100,
    occurredAt: new Date(at).toISOString(),
    evidence: [{ sourceType: type, sourceId, quote: telling }],
  }
}

const providers: Record<ConversationType, string> = {
  EMAIL: 'mail',
  SUPPORT_TICKET: 'helpdesk',
  CALL: 'calls',
  CALENDAR_EVENT: 'calendar',
  CHAT: 'chat',
}

interface Content {
  type: ConversationType
  title: string
  /** Sentences of the customer's. */
  spoken: readonly string[]
  speaker: Person
  member: { email: string; name: string }
  language: Language
  at: number
  random: Random
  say: (text: string) => string
}

function content({ type, title, spoken, speaker, member, language, at, random, say }: Content) {
  const inside: ParticipantInput = { email: member.email, name: member.name }
  const outside: ParticipantInput = { email: speaker.email, name: speaker.name }
  const text = spoken.join(' ')
  switch (type) {
    case 'EMAIL':
      return {
        text: `${say(random.pick(greetings[language]))}\n\n${text}\n\n${random.pick(closings[language])}\n${speaker.name}`,
        participants: [
          { ...outside, role: 'from' },
          { ...inside, role: 'to' },
        ],
        record: { direction: 'inbound', messageCount: random.int(1, 6) },
      }
    case 'SUPPORT_TICKET':
      return {
        text,
        participants: [
          { ...outside, role: 'requester' },
          { ...inside, role: 'assignee' },
        ],
        record: {
          status: random.weighted({ solved: 8, open: 1, pending: 1 }),
          priority: random.weighted({ low: 3, normal: 5, high: 2 }),
        },
      }
    case 'CALL':
      return {
        text: spoken
          .map((line) => `${speaker.name}: ${line}\n${member.name}: ${random.pick(answers)}`)
          .join('\n'),
        summary: `${speaker.name} and ${member.name} talked about: ${title}.`,
        participants: [
          { ...inside, role: 'host' },
          { ...outside, role: 'guest' },
        ],
        record: { durationMinutes: random.int(10, 55) },
      }
    case 'CALENDAR_EVENT':
      return {
        text: `Notes: ${text}`,
        participants: [
          { ...inside, role: 'organizer' },
          { ...outside, role: 'attendee' },
        ],
        record: { durationMinutes: random.pick([30, 45, 60]), status: 'confirmed' },
      }
    case 'CHAT':
      return {
        text: `${speaker.name}: ${text}`,
        participants: [
          { ...outside, role: 'author' },
          { ...inside, role: 'participant' },
        ],
        record: {
          channel: 'shared',
          replies: [
            { author: speaker.name, at: new Date(at).toISOString(), text },
            {
              author: member.name,
              at: new Date(at + 9 * minuteMs).toISOString(),
              text: random.pick(answers),
            },
          ],
        },
      }
  }
}

const answers = [
  'Thank you for telling me. I will look into it today.',
  'I see. Let me ask the team and come back to you tomorrow.',
  'Understood. Shall we look at it together on Thursday?',
  'That is good to know. I have written it down.',
]

/** Tickets are answered by support, the rest by the account's owner. */
function memberFor(
  { members }: DemoWorkspace,
  { ownerEmail }: Company,
  type: ConversationType,
  random: Random,
): { email: string; name: string } {
  if (type === 'SUPPORT_TICKET') return random.pick(members.filter(({ role }) => role === 'support'))
  return members.find(({ email }) => email === ownerEmail)!
}

function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? word)
}
