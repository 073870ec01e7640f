import type { CustomEvent, IdentifyEvent, IngestPayload } from '@customer-intel/contract'
import type { Random } from './random.ts'
import { firstVisit } from './visit.ts'
import { type Company, type DemoWorkspace, type Person, days, noonOf } from './workspace.ts'

const minuteMs = 60_000
const batchSize = 100

/** What people do in the product, and how often. The first makes them activated. */
const actions = {
  report_created: 12,
  report_viewed: 42,
  export_downloaded: 14,
  comment_added: 14,
  dashboard_shared: 7,
  schedule_saved: 5,
  member_invited: 2,
  integration_connected: 1,
}
type Action = keyof typeof actions

export const activationEvent: Action = 'report_created'
export const reports = [
  'Weekly pipeline',
  'Stock by site',
  'Delivery times',
  'Cost per order',
  'Team capacity',
]

/** Two years of batches for the Ingest API, oldest first: first visits, sign-ups, and what people did. */
export function* createActivity(workspace: DemoWorkspace): Generator<IngestPayload> {
  const randoms = new Map(
    workspace.companies.map((company) => [company, workspace.random.fork(`${company.domain}/activity`)]),
  )
  let events: (CustomEvent | IdentifyEvent)[] = []
  for (let day = 0; day < days; day += 1) {
    for (const [company, random] of randoms) {
      if (day < company.startDay || (company.endDay !== null && day >= company.endDay)) continue
      for (const person of company.people) {
        if (person.joinDay > day) continue
        if (person.joinDay === day) {
          yield firstVisit(workspace, person)
          events.push(signUp(workspace, company, person))
        }
        events.push(...dayOf(workspace, { company, person, day, random }))
      }
      while (events.length >= batchSize) yield { source: 'server', events: events.splice(0, batchSize) }
    }
  }
  while (events.length > 0) yield { source: 'server', events: events.splice(0, batchSize) }
}

const server = { url: 'server://app', path: '/' }

function signUp(workspace: DemoWorkspace, company: Company, person: Person): IdentifyEvent {
  const at = noonOf(workspace, person.joinDay) - 225 * minuteMs
  return {
    type: 'identify',
    ...server,
    uuid: workspace.random.fork(`${person.userId}/sign-up`).uuid(at),
    timestamp: at,
    email: person.email,
    userId: person.userId,
    traits: { name: person.name, job: person.job },
    customerId: company.customerId,
    customerTraits: {
      name: company.name,
      industry: company.industry,
      companySize: company.people.length > 20 ? '51-200' : '11-50',
    },
  }
}

interface PersonDay {
  company: Company
  person: Person
  day: number
  random: Random
}

function dayOf(workspace: DemoWorkspace, { company, person, day, random }: PersonDay): CustomEvent[] {
  const noon = noonOf(workspace, day)
  const weekday = new Date(noon).getUTCDay()
  const isWeekend = weekday === 0 || weekday === 6
  const level = activityLevel(company, person, day)
  // Whoever signs up does something that day.
  const comes = person.joinDay === day || random.chance(person.presence * level * (isWeekend ? 0.08 : 1))
  if (!comes || level === 0) return []
  return Array.from({ length: 1 + random.count(person.rate - 1) }, (_, index) => {
    const action = chooseAction(company, day, random)
    const at = noon + (index * 25 + random.int(-200, 200)) * minuteMs
    return {
      type: 'custom',
      ...server,
      eventName: action,
      uuid: random.uuid(at),
      timestamp: at,
      email: person.email,
      userId: person.userId,
      customerId: company.customerId,
      ...(action.startsWith('report') || action === 'export_downloaded'
        ? { properties: { report: random.pick(reports), rows: random.int(10, 5_000) } }
        : {}),
    }
  })
}

/** How much of their usual activity people show on a day. */
function activityLevel({ story, startDay, endDay, people }: Company, person: Person, day: number): number {
  const left = (endDay ?? days) - day
  switch (story) {
    case 'declining':
      return left <= 24 ? 0.2 : 1
    case 'quiet':
      return left <= 33 ? 0 : 1
    case 'championGone':
      return person === people[0] && left <= 32 ? 0 : 1
    case 'pastDue':
      return left <= 22 ? 0.35 : 1
    case 'churned':
      return left <= 45 ? 0.35 : 1
    case 'growing':
      return 0.6 + (0.7 * (day - startDay)) / (days - startDay)
    default:
      return 1
  }
}

function chooseAction({ story }: Company, day: number, random: Random): Action {
  if (story !== 'coreDecay') return random.weighted(actions)
  // They lived on exports, until these began to fail.
  const stopped = days - day <= 26
  return random.weighted({
    ...actions,
    export_downloaded: stopped ? 0.5 : 40,
    report_viewed: stopped ? 80 : actions.report_viewed,
  })
}
