import type { Random } from './random.ts'

/**
 * A market of made-up people: 3,000 companies with 20 people each, and 200,000 browsers, of which the first 60,000
 * belong to these people. A few are busy, most are quiet.
 */
const companies = 3_000
const people = companies * 20
const visitors = 200_000

const pages = Array.from({ length: 60 }, (_, index) => `/page-${index}`)
const features = [
  'Created Project',
  'Invited Teammate',
  'Exported Report',
  'Connected Source',
  'Shared Dashboard',
]

export interface Batch {
  source: 'client' | 'server'
  visitorId?: string
  sessionId?: string
  events: Record<string, unknown>[]
}

/** Makes one request's worth of events, all within an hour from `timeMs`: what a backend saw, or one browser's visit. */
export function createBatch(random: Random, size: number, timeMs: number): Batch {
  return random.below(10) < 6 ? backendBatch(random, size, timeMs) : visit(random, size, timeMs)
}

export function domainOf(company: number): string {
  return `company-${company}.example`
}

function backendBatch(random: Random, size: number, timeMs: number): Batch {
  const events = Array.from({ length: size }, () => {
    const person = random.skewed(people)
    const timestamp = timeMs + random.below(3_600_000)
    return {
      type: 'custom',
      uuid: uuidV7(random, timestamp),
      timestamp,
      url: 'server://app',
      path: '/',
      eventName: random.below(20) === 0 ? 'Signed Up' : random.pick(features),
      properties: {
        plan: random.pick(['free', 'team', 'business']),
        seats: random.below(50),
        trial: random.below(2) === 0,
      },
      ...identityOf(person),
    }
  })
  return { source: 'server', events }
}

function visit(random: Random, size: number, timeMs: number): Batch {
  const visitor = random.skewed(visitors)
  const events = Array.from({ length: size }, (_, index) => {
    const timestamp = timeMs + index * 30_000
    const path = random.pick(pages)
    const common = { uuid: uuidV7(random, timestamp), timestamp, url: `https://www.example.com${path}`, path }
    if (index === 0 && visitor < people && random.below(3) === 0) {
      return {
        type: 'identify',
        ...common,
        ...identityOf(visitor),
        traits: { team: random.pick(['red', 'blue']) },
      }
    }
    return random.below(4) > 0
      ? { type: 'pageview', ...common, title: `Page ${path}`, referrer: 'https://search.example.org/' }
      : { type: 'custom', ...common, eventName: 'Clicked', properties: { target: random.pick(pages) } }
  })
  return { source: 'client', visitorId: numbered(visitor), sessionId: uuidV7(random, timeMs), events }
}

function identityOf(person: number): { email: string; userId: string } {
  return { email: `person-${person}@${domainOf(person % companies)}`, userId: `u-${person}` }
}

/** A version 4 uuid that a number determines. */
function numbered(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}

export function uuidV7(random: Random, timeMs: number): string {
  const time = Math.trunc(timeMs).toString(16).padStart(12, '0')
  const [a, b, c] = [random.integer(), random.integer(), random.integer()].map((part) =>
    part.toString(16).padStart(8, '0'),
  )
  const variant = (8 + (random.integer() & 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a!.slice(0, 3)}-${variant}${a!.slice(3, 6)}-${b}${c!.slice(0, 4)}`
}
