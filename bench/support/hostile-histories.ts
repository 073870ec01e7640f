/** What one request carries, but for uuids. */
export interface HostileBody {
  source?: 'client' | 'server'
  visitorId?: string
  fingerprint?: string
  customerIdentity?: object
  events: Record<string, unknown>[]
}

/**
 * Histories that anybody may send who has read a public key off a website, each meant to make one thing grow: the
 * request number `n` of each. `scale` of those that bring things of one kind together is how many there are.
 */
export const hostileHistories: Record<string, (n: number) => HostileBody> = {
  'people on one visitor id': (n) => ({ visitorId: visitor(0), events: [identify({ email: person(n) })] }),
  'two people take turns on one device': (n) => ({
    visitorId: visitor(0),
    events: [identify({ email: person(n % 2) }), pageview(), pageview()],
  }),
  'a chain of identities': (n) => ({
    visitorId: visitor(n),
    events: [identify({ email: person((n + 1) >> 1), userId: `u-${n >> 1}` })],
  }),
  'devices of one person': (n) => ({
    visitorId: visitor(n),
    events: [identify({ email: person(0) }), pageview()],
  }),
  'accounts of one person': (n) => ({
    visitorId: visitor(0),
    events: [identify({ email: person(0), customerId: `acct-${n}` })],
  }),
  'domains of one account': (n) => ({
    visitorId: visitor(n),
    events: [identify({ email: `p@company-${n}.example.org.uk`, customerId: 'acct-1' })],
  }),
  'accounts that claim one domain': (n) => ({
    visitorId: visitor(n),
    events: [identify(n % 2 === 0 ? { email: person(n) } : { email: person(1), customerId: `acct-${n}` })],
  }),
  'visitors on one fingerprint': (n) => ({
    visitorId: visitor(n),
    fingerprint: 'f-1',
    events: [n % 100 === 0 ? identify({ email: person(n % 200) }) : pageview()],
  }),
  'trait names': (n) => ({
    visitorId: visitor(n),
    events: [
      identify({
        email: person(n),
        traits: { [`person-trait-${n}`]: n },
        customerTraits: { [`company-trait-${n}`]: n },
      }),
    ],
  }),
  'event names': (n) => ({ visitorId: visitor(0), events: [custom(`event-${n}`, {})] }),
  'property keys': (n) => ({ visitorId: visitor(0), events: [custom('clicked', { [`property-${n}`]: n })] }),
  'old dates': (n) => ({
    visitorId: visitor(0),
    events: [
      { ...identify({ email: person(0), userId: 'u-0' }), timestamp: now - n * day },
      { ...pageview(), timestamp: now - n * day },
    ],
  }),
}

/** What somebody new does on a device of their own. */
export function ordinaryBody(n: number): HostileBody {
  return {
    visitorId: visitor(900_000_000 + n),
    events: [pageview(), identify({ email: `someone-${n}@somewhere-${n}.com`, traits: { plan: 'free' } })],
  }
}

const day = 86_400_000
const now = Date.now()
const page = { url: 'https://shop.example/pricing', path: '/pricing' }

function identify(fields: object): Record<string, unknown> {
  return { type: 'identify', ...page, ...fields }
}

function pageview(): Record<string, unknown> {
  return { type: 'pageview', ...page }
}

function custom(eventName: string, properties: object): Record<string, unknown> {
  return { type: 'custom', ...page, email: person(0), eventName, properties }
}

function person(n: number): string {
  return `person-${n}@acme-corp.com`
}

function visitor(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
}
