import type { IngestEvent, IngestPayload } from '@customer-intel/contract'
import type { Random } from './random.ts'
import { type DemoWorkspace, type Person, noonOf } from './workspace.ts'

const minuteMs = 60_000
const site = 'https://www.harborpine.example'
const titles = {
  '/': 'Harbor & Pine',
  '/pricing': 'Pricing',
  '/features': 'Features',
  '/customers': 'Customers',
  '/docs': 'Documentation',
  '/signup': 'Sign up',
}

/** How somebody comes to the website: the address they land on carries `utm`, or another site names itself. */
interface Origin {
  utm?: { source: string; medium: string; campaign?: string }
  referrer?: string
}

/** Names as attribution tells them: channel, then source. */
const origins = {
  'cpc google': {
    utm: { source: 'google', medium: 'cpc', campaign: 'reporting' },
    referrer: 'https://www.google.com/',
  },
  'email newsletter': { utm: { source: 'newsletter', medium: 'email', campaign: 'autumn' } },
  'social linkedin': {
    utm: { source: 'linkedin', medium: 'social', campaign: 'customer-stories' },
    referrer: 'https://www.linkedin.com/',
  },
  'referral google.com': { referrer: 'https://www.google.com/' },
  'referral blog.example': { referrer: 'https://blog.example/best-reporting-tools' },
  direct: {},
} satisfies Record<string, Origin>
export type OriginName = keyof typeof origins

const originWeights: Record<OriginName, number> = {
  'cpc google': 22,
  'email newsletter': 14,
  'social linkedin': 12,
  'referral google.com': 20,
  'referral blog.example': 8,
  direct: 24,
}

/** How a person came first: a pure function of the workspace, so that answers can be checked against it. */
export function originOf(workspace: DemoWorkspace, person: Person): OriginName {
  return workspace.random.fork(`${person.userId}/origin`).weighted(originWeights)
}

/** The pages a person reads before the form that signs them up, in order. */
export function pagesOf(workspace: DemoWorkspace, person: Person): (keyof typeof titles)[] {
  const random = workspace.random.fork(`${person.userId}/pages`)
  const read = random.shuffle(['/pricing', '/features', '/customers', '/docs'] as const)
  return ['/', ...read.slice(0, random.int(1, 3)), '/signup']
}

/** When the form is submitted, Unix milliseconds. */
export function signUpTime(workspace: DemoWorkspace, person: Person): number {
  return noonOf(workspace, person.joinDay) - 230 * minuteMs
}

/**
 * The batch that the tracker sends of somebody's first visit: a visitor without a name reads pages, then states an
 * address in the form, and everything before it becomes theirs.
 */
export function firstVisit(workspace: DemoWorkspace, person: Person): IngestPayload {
  const random = workspace.random.fork(`${person.userId}/visit`)
  const pages = pagesOf(workspace, person)
  const signUpAt = signUpTime(workspace, person)
  const sessionId = random.uuid(signUpAt)
  const origin: Origin = origins[originOf(workspace, person)]
  const events: IngestEvent[] = []
  let at = signUpAt - 12 * minuteMs
  for (const [index, path] of pages.entries()) {
    const readMs = random.int(10, 100) * 1_000
    const page = { url: `${site}${path}`, path, ...(index === 0 && origin.utm ? { utm: origin.utm } : {}) }
    const referrer = index === 0 ? origin.referrer : `${site}${pages[index - 1]}`
    events.push({
      type: 'pageview',
      ...page,
      ...stamp(random, at),
      title: titles[path],
      ...(referrer === undefined ? {} : { referrer }),
    })
    at += readMs
    const times = { activeTimeMs: Math.round(readMs * (0.5 + random.next() / 2)), totalTimeMs: readMs }
    events.push({ type: 'engagement', ...page, ...stamp(random, at), sessionId, ...times })
  }
  const form = { url: `${site}/signup`, path: '/signup' }
  const { email, name } = person
  events.push(
    { type: 'identify', ...form, ...stamp(random, signUpAt), email, traits: { name } },
    {
      type: 'form',
      ...form,
      ...stamp(random, signUpAt),
      formId: 'signup',
      formFields: { email, name },
    },
  )
  return { source: 'client', visitorId: random.uuid(signUpAt), sessionId, events }
}

function stamp(random: Random, timestamp: number): { uuid: string; timestamp: number } {
  return { uuid: random.uuid(timestamp), timestamp }
}
