import type { MemberRecordInput } from '@customer-intel/contract'
import { type Language, companyNames, firstNames, lastNames, languages, toLocalPart } from './names.ts'
import { type Random, createRandom } from './random.ts'

/** How a customer's two years go. */
export type Story =
  | 'steady'
  /** More people, lately many at once; a larger plan. */
  | 'growing'
  /** Does a quarter of what it used to, for three weeks. */
  | 'declining'
  /** Nobody has come for a month. */
  | 'quiet'
  /** The most active person is gone, the others still come. */
  | 'championGone'
  /** Comes as before, and hardly exports any more. */
  | 'coreDecay'
  /** Does half, and hasn't paid the last bill. */
  | 'pastDue'
  | 'churned'
  /** Came in the last weeks; some have just begun to pay. */
  | 'new'

export interface Person {
  userId: string
  email: string
  name: string
  job: string
  /** The day on which they sign up; days count from 0, two years ago. */
  joinDay: number
  /** Part of weekdays on which they come. */
  presence: number
  /** Events on such a day. */
  rate: number
}

export interface Company {
  customerId: string
  name: string
  domain: string
  industry: string
  language: Language
  story: Story
  startDay: number
  /** The day on which it leaves; null while it stays. */
  endDay: number | null
  ownerEmail: string
  /** The first one is its champion. */
  people: Person[]
}

export interface DemoWorkspace {
  random: Random
  /** Midnight of the last day, Unix milliseconds: everything lies before it. */
  today: number
  companies: Company[]
  members: MemberRecordInput[]
}

export const days = 730
const dayMs = 86_400_000
const ownDomain = 'harborpine.example'

export interface DemoOptions {
  /** The same seed and day give the same workspace. Default `demo`. */
  seed?: string
  /** Its midnight (UTC) is where the two years end. Unix milliseconds. */
  now: number
  /** At most 200, the default. */
  companies?: number
  /** Default ten a company. */
  people?: number
}

/** Who is in the demo: a pure function of its options. */
export function createWorkspace(options: DemoOptions): DemoWorkspace {
  const { seed = 'demo', now, companies = companyNames.length, people = companies * 10 } = options
  const random = createRandom(seed)
  const members = createMembers(random.fork('members'))
  const owners = members.filter(({ role }) => role === 'account_manager')
  const names = random.fork('names').shuffle(companyNames).slice(0, companies)
  const stories = spread(random.fork('stories'), companies)
  const sizes = teamSizes(random.fork('sizes'), companies, people)
  return {
    random,
    today: Math.floor(now / dayMs) * dayMs,
    members,
    companies: names.map((name, index) => {
      const own = random.fork(name.domain)
      const story = stories[index]!
      const { startDay, endDay } = lifetime(own, story)
      const language = own.chance(0.55) ? 'en' : own.pick(languages)
      const company = { ...name, story, startDay, endDay, language, customerId: `acct_${1_001 + index}` }
      return {
        ...company,
        ownerEmail: own.pick(owners).email,
        people: createPeople(own, company, sizes[index]!),
      }
    }),
  }
}

/** Noon of a day, Unix milliseconds. */
export function noonOf({ today }: Pick<DemoWorkspace, 'today'>, day: number): number {
  return today + (day - days) * dayMs + dayMs / 2
}

/** `YYYY-MM-DD`. */
export function dateOf(workspace: Pick<DemoWorkspace, 'today'>, day: number): string {
  return new Date(noonOf(workspace, day)).toISOString().slice(0, 10)
}

function createMembers(random: Random): MemberRecordInput[] {
  const jobs = [
    ['head_of_success', 'Head of Customer Success'],
    ...Array.from({ length: 6 }, () => ['account_manager', 'Account Manager']),
    ...Array.from({ length: 3 }, () => ['support', 'Support Engineer']),
    ...Array.from({ length: 2 }, () => ['sales', 'Account Executive']),
  ] as const
  const firsts = random.shuffle(firstNames.en)
  const lasts = random.shuffle(lastNames.en)
  const emails = jobs.map((_, index) => `${toLocalPart(`${firsts[index]} ${lasts[index]}`)}@${ownDomain}`)
  return jobs.map(([role, title], index) => ({
    kind: 'member',
    email: emails[index]!,
    name: `${firsts[index]} ${lasts[index]}`,
    role,
    title,
    ...(index === 0 ? {} : { managerEmail: emails[0] }),
    territory: ['Europe North', 'Europe South', 'Americas'][index % 3],
  }))
}

/** Stories of 200 companies; of fewer, each in proportion, and each at least once while there is room. */
function spread(random: Random, companies: number): Story[] {
  const of200: Record<Story, number> = {
    declining: 14,
    quiet: 12,
    championGone: 10,
    coreDecay: 8,
    pastDue: 6,
    churned: 14,
    new: 16,
    growing: 30,
    steady: 90,
  }
  const stories = (Object.keys(of200) as Story[]).flatMap((story) =>
    Array.from({ length: Math.max(1, Math.floor((of200[story] * companies) / 200)) }, () => story),
  )
  while (stories.length < companies) stories.push('steady')
  return random.shuffle(stories.slice(0, companies))
}

/** Team sizes of at least four that add up to `people`: many small, few large. */
function teamSizes(random: Random, companies: number, people: number): number[] {
  const weights = Array.from({ length: companies }, () => Math.min(8, 0.25 / (random.next() + 0.03)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const sizes = weights.map((weight) => 4 + Math.floor((weight / total) * (people - 4 * companies)))
  for (let left = people - sizes.reduce((sum, size) => sum + size, 0); left > 0; left -= 1) {
    sizes[left % companies]! += 1
  }
  return sizes
}

function lifetime(random: Random, story: Story): Pick<Company, 'startDay' | 'endDay'> {
  if (story === 'new') return { startDay: days - random.int(12, 40), endDay: null }
  const startDay = random.int(0, days - 220)
  return { startDay, endDay: story === 'churned' ? days - random.int(30, 90) : null }
}

const jobs = [
  'Operations Manager',
  'Analyst',
  'Team Lead',
  'Finance Controller',
  'Project Manager',
  'Planner',
  'IT Administrator',
  'Head of Operations',
]

function createPeople(
  random: Random,
  company: Pick<Company, 'domain' | 'customerId' | 'language' | 'startDay' | 'endDay' | 'story'>,
  size: number,
): Person[] {
  const { domain, customerId, language, startDay, endDay, story } = company
  const taken = new Set<string>()
  const lastJoin = Math.min((endDay ?? days) - 8, startDay + 320)
  const lately = story === 'growing' ? Math.max(4, Math.floor(size * 0.35)) : 0
  return Array.from({ length: size }, (_, index) => {
    const isChampion = index === 0
    let name = ''
    do name = `${random.pick(firstNames[language])} ${random.pick(lastNames[language])}`
    while (taken.has(name))
    taken.add(name)
    const isLate = index >= size - lately && !isChampion
    return {
      userId: `${customerId.replace('acct', 'u')}_${index + 1}`,
      email: `${toLocalPart(name)}@${domain}`,
      name,
      job: isChampion ? 'Head of Operations' : random.pick(jobs),
      // Most come at the start; somebody has to be there from the first day.
      joinDay: isChampion
        ? startDay
        : isLate
          ? days - random.int(1, 11)
          : startDay + Math.floor(random.next() ** 2 * (lastJoin - startDay)),
      presence: isChampion ? 0.85 : 0.06 + random.next() * 0.26 + (story === 'coreDecay' ? 0.25 : 0),
      rate: isChampion ? 3.5 : 1 + random.next() * 1.5,
    }
  })
}
