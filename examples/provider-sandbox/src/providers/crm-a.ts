import { dealsOf } from '../crm-world.ts'
import type { Call, Handler, Reply } from '../http.ts'
import { type OAuthPlay, playOAuth, withOAuth } from '../oauth.ts'
import type { World } from '../world.ts'

export interface HubSpotObject {
  id: string
  properties: Record<string, string | null>
  createdAt: string
  updatedAt: string
  archived: boolean
  archivedAt?: string
}

type Kind = 'companies' | 'contacts' | 'deals'

/** Plays the HubSpot CRM API: objects, search, owners, pipelines v3, associations v4, OAuth 2026-03. */
export interface CrmA {
  handler: Handler
  oauth: OAuthPlay
  objects: Record<Kind, HubSpotObject[]>
  owners: Record<string, unknown>[]
  pipelines: Record<string, unknown>[]
  /** Ids of what is associated, the primary one first: `deals/companies`, `deals/contacts`, `contacts/companies`. */
  associations: Record<string, Map<string, string[]>>
  /** Changes properties, now or at `at` (Unix milliseconds). */
  change(kind: Kind, id: string, properties: Record<string, string | null>, at?: number): void
  /** Moves one into the recycle bin. */
  archive(kind: Kind, id: string): void
  /** Leaves no trace of one, as a purge or a merge does. */
  purge(kind: Kind, id: string): void
}

const stages = [
  ['appointmentscheduled', 'Appointment Scheduled', 'false', '0.2'],
  ['presentationscheduled', 'Presentation Scheduled', 'false', '0.6'],
  ['contractsent', 'Contract Sent', 'false', '0.9'],
  ['closedwon', 'Closed Won', 'true', '1.0'],
  ['closedlost', 'Closed Lost', 'true', '0.0'],
] as const
const searchEnd = 10_000

export function playCrmA(world: World): CrmA {
  const oauth = playOAuth({
    service: 'CRM A',
    authorisePath: '/oauth/authorize',
    tokenPath: '/oauth/2026-03/token',
    revokePath: '/oauth/2026-03/token/revoke',
    revokeAsksSecret: true,
    clientAuth: 'body',
    pkce: false,
    answer: inHubSpotsForm,
  })
  const owners = world.colleagues.map(({ name, email }, index) => ({
    id: String(7_001 + index),
    email,
    firstName: name.split(' ')[0],
    lastName: name.split(' ')[1],
    userId: 100 + index,
    createdAt: new Date(world.now).toISOString(),
    updatedAt: new Date(world.now).toISOString(),
    archived: false,
  }))
  const ownerId = (index: number) => owners[index % owners.length]!.id
  const objects: CrmA['objects'] = { companies: [], contacts: [], deals: [] }
  const associations: CrmA['associations'] = {
    'deals/companies': new Map(),
    'deals/contacts': new Map(),
    'contacts/companies': new Map(),
  }
  for (const company of world.companies) {
    const at = world.now - (company.index + 10) * 86_400_000
    const companyId = String(20_000 + company.index)
    objects.companies.push(
      object(companyId, at, {
        name: company.name,
        domain: company.domain,
        industry: 'COMPUTER_SOFTWARE',
        numberofemployees: String(20 + company.index),
        lifecyclestage: 'opportunity',
        hubspot_owner_id: ownerId(company.index),
        hs_lastmodifieddate: new Date(at).toISOString(),
      }),
    )
    company.people.slice(0, 3).forEach(({ name, email }, index) => {
      const contactId = String(30_000 + company.index * 10 + index)
      const [firstname, lastname] = name.split(' ') as [string, string]
      objects.contacts.push(
        object(contactId, at, {
          email,
          firstname,
          lastname,
          jobtitle: index === 0 ? 'Head of Operations' : null,
          lastmodifieddate: new Date(at).toISOString(),
        }),
      )
      associations['contacts/companies']!.set(contactId, [companyId])
    })
  }
  for (const deal of dealsOf(world)) {
    const id = String(40_000 + deal.company.index)
    objects.deals.push(
      object(id, deal.createdAt, {
        dealname: deal.title,
        description: deal.text,
        amount: String(deal.amount),
        deal_currency_code: deal.currency,
        pipeline: 'default',
        dealstage: stages[deal.stage]![0],
        closedate: new Date(world.now + 30 * 86_400_000).toISOString(),
        hubspot_owner_id: ownerId(deal.owner),
        hs_lastmodifieddate: new Date(deal.changedAt).toISOString(),
        hs_deal_stage_probability: stages[deal.stage]![3],
      }),
    )
    associations['deals/companies']!.set(id, [String(20_000 + deal.company.index)])
    associations['deals/contacts']!.set(id, [
      String(30_000 + deal.company.index * 10 + deal.company.people.indexOf(deal.person)),
    ])
  }
  const pipelines = [
    {
      id: 'default',
      label: 'Sales Pipeline',
      displayOrder: 0,
      archived: false,
      stages: stages.map(([id, label, isClosed, probability], displayOrder) => ({
        id,
        label,
        displayOrder,
        metadata: { isClosed, probability },
        archived: false,
      })),
    },
  ]
  const find = (kind: Kind, id: string) => objects[kind].find((one) => one.id === id)!
  const crmA: CrmA = {
    oauth,
    objects,
    owners,
    pipelines,
    associations,
    change(kind, id, properties, at = Date.now()) {
      const one = find(kind, id)
      Object.assign(one.properties, properties)
      one.updatedAt = new Date(at).toISOString()
      one.properties[dateOf(kind)] = one.updatedAt
    },
    archive(kind, id) {
      Object.assign(find(kind, id), { archived: true, archivedAt: new Date().toISOString() })
    },
    purge(kind, id) {
      objects[kind] = objects[kind].filter((one) => one.id !== id)
    },
    handler: withOAuth(oauth, (call) => {
      if (!oauth.accepts(call))
        return failure(401, 'EXPIRED_AUTHENTICATION', 'The OAuth token used to make this call expired.')
      return answer(call, crmA)
    }),
  }
  return crmA
}

/** Scopes are a list, and a refusal has the service's own fields besides those of the standard. */
function inHubSpotsForm(reply: Reply): Reply {
  const { error, scope, ...given } = reply.body as Record<string, unknown>
  if (error === undefined) {
    const scopes = String(scope).split(' ')
    return { ...reply, body: { ...given, scopes, hub_id: 4_711, user_id: 100, token_use: 'access_token' } }
  }
  const status = error === 'invalid_grant' ? 'BAD_REFRESH_TOKEN' : 'BAD_CLIENT_ID'
  const message = 'missing or invalid refresh token'
  return { ...reply, body: { error, error_description: message, status, message, correlationId: 'c-1' } }
}

function dateOf(kind: Kind): string {
  return kind === 'contacts' ? 'lastmodifieddate' : 'hs_lastmodifieddate'
}

function object(id: string, createdAt: number, properties: Record<string, string | null>): HubSpotObject {
  const at = new Date(createdAt).toISOString()
  return {
    id,
    properties: { hs_object_id: id, createdate: at, ...properties },
    createdAt: at,
    updatedAt: properties['hs_lastmodifieddate'] ?? properties['lastmodifieddate'] ?? at,
    archived: false,
  }
}

function answer({ method, path, query, body }: Call, crmA: CrmA): Reply {
  if (path === '/crm/v3/owners' || path === '/crm/v3/owners/') {
    const found = crmA.owners.filter(({ archived }) => archived === (query.get('archived') === 'true'))
    return { status: 200, body: { results: found } }
  }
  if (path === '/crm/v3/pipelines/deals') return { status: 200, body: { results: crmA.pipelines } }
  const associations = /^\/crm\/v4\/associations\/(\w+)\/(\w+)\/batch\/read$/.exec(path)
  if (associations !== null && method === 'POST')
    return readAssociations(crmA.associations[`${associations[1]}/${associations[2]}`]!, body)
  const matched = /^\/crm\/v3\/objects\/(companies|contacts|deals)(\/search|\/batch\/read|\/\d+)?$/.exec(path)
  if (matched === null) return failure(404, 'OBJECT_NOT_FOUND', 'No resource')
  const kind = matched[1] as Kind
  if (matched[2] === '/search') return search(crmA.objects[kind], body)
  if (matched[2] === '/batch/read') {
    const { inputs, properties } = JSON.parse(body) as { inputs: { id: string }[]; properties: string[] }
    if (inputs.length > 100) return failure(400, 'VALIDATION_ERROR', 'Up to 100 inputs are taken')
    const wanted = new Set(inputs.map(({ id }) => id))
    const found = crmA.objects[kind].filter(({ id, archived }) => wanted.has(id) && !archived)
    return {
      status: 200,
      body: { status: 'COMPLETE', results: found.map((one) => withOnly(one, properties)) },
    }
  }
  if (matched[2] !== undefined) {
    const one = crmA.objects[kind].find(({ id, archived }) => id === matched[2]!.slice(1) && !archived)
    return one === undefined
      ? failure(404, 'OBJECT_NOT_FOUND', 'resource not found')
      : { status: 200, body: withOnly(one, (query.get('properties') ?? '').split(',')) }
  }
  return list(crmA.objects[kind], query)
}

/** A page goes on behind an id, so that nothing that changes or goes meanwhile moves the others. */
function list(objects: readonly HubSpotObject[], query: URLSearchParams): Reply {
  const limit = Math.min(Number(query.get('limit') ?? 10), 100)
  const after = query.get('after')
  if (after !== null && !/^\d+$/.test(after))
    return failure(400, 'VALIDATION_ERROR', `Invalid paging parameter after: ${after}`)
  const found = objects
    .filter(({ archived }) => archived === (query.get('archived') === 'true'))
    .filter(({ id }) => after === null || Number(id) >= Number(after))
    .toSorted((left, right) => Number(left.id) - Number(right.id))
  const page = found.slice(0, limit)
  const next = found[limit]
  return {
    status: 200,
    body: {
      results: page.map((one) => withOnly(one, (query.get('properties') ?? '').split(','))),
      ...(next !== undefined && { paging: { next: { after: next.id, link: '' } } }),
    },
  }
}

interface Search {
  filterGroups?: { filters: { propertyName: string; operator: string; value: string }[] }[]
  sorts?: { propertyName: string; direction: string }[]
  properties?: string[]
  limit?: number
  after?: string | number
}

function search(objects: readonly HubSpotObject[], body: string): Reply {
  const { filterGroups = [], sorts = [], properties = [], limit = 10, after } = JSON.parse(body) as Search
  const start = Number(after ?? 0)
  if (start + limit > searchEnd)
    return failure(
      400,
      'VALIDATION_ERROR',
      `The maximum number of results is ${searchEnd}, after is too high`,
    )
  if (limit > 200) return failure(400, 'VALIDATION_ERROR', 'limit must be at most 200')
  const found = objects
    .filter(({ archived }) => !archived)
    .filter(
      (one) =>
        filterGroups.length === 0 || filterGroups.some(({ filters }) => filters.every((by) => fits(one, by))),
    )
  const [by] = sorts
  if (by !== undefined) {
    const sign = by.direction === 'DESCENDING' ? -1 : 1
    found.sort((left, right) => sign * (valueOf(left, by.propertyName) - valueOf(right, by.propertyName)))
  }
  const page = found.slice(start, start + limit)
  return {
    status: 200,
    body: {
      total: found.length,
      results: page.map((one) => withOnly(one, properties)),
      ...(start + limit < found.length && { paging: { next: { after: String(start + limit) } } }),
    },
  }
}

function fits(
  one: HubSpotObject,
  { propertyName, operator, value }: { propertyName: string; operator: string; value: string },
) {
  const [has, wanted] = [valueOf(one, propertyName), /^\d+$/.test(value) ? Number(value) : Date.parse(value)]
  switch (operator) {
    case 'GT':
      return has > wanted
    case 'GTE':
      return has >= wanted
    case 'EQ':
      return one.properties[propertyName] === value
    default:
      return false
  }
}

function valueOf({ properties }: HubSpotObject, name: string): number {
  const value = properties[name] ?? ''
  return /^\d+$/.test(value) ? Number(value) : Date.parse(value)
}

function withOnly(one: HubSpotObject, names: readonly string[]): HubSpotObject {
  const wanted = new Set([...names, 'createdate', 'hs_object_id'])
  return {
    ...one,
    properties: Object.fromEntries(Object.entries(one.properties).filter(([name]) => wanted.has(name))),
  }
}

function readAssociations(of: ReadonlyMap<string, string[]>, body: string): Reply {
  const { inputs } = JSON.parse(body) as { inputs: { id: string }[] }
  if (inputs.length > 1_000) return failure(400, 'VALIDATION_ERROR', 'Up to 1000 inputs are taken')
  const missing = inputs.filter(({ id }) => !of.has(id))
  return {
    status: missing.length > 0 ? 207 : 200,
    body: {
      status: 'COMPLETE',
      startedAt: new Date().toISOString(),
      completedAt: new Date().toISOString(),
      results: inputs.flatMap(({ id }) => {
        const to = of.get(id)
        if (to === undefined) return []
        const associated = to.map((other, index) => ({
          toObjectId: Number(other),
          associationTypes: [
            { category: 'HUBSPOT_DEFINED', typeId: 341, label: null },
            ...(index === 0 ? [{ category: 'HUBSPOT_DEFINED', typeId: 5, label: 'Primary' }] : []),
          ],
        }))
        return [{ from: { id }, to: associated.reverse() }]
      }),
      ...(missing.length > 0 && {
        numErrors: missing.length,
        errors: missing.map(({ id }) => ({
          status: 'error',
          category: 'OBJECT_NOT_FOUND',
          subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND',
          message: `No associations of ${id}`,
          context: { fromObjectId: [id] },
        })),
      }),
    },
  }
}

/** Refusals of the service. */
function failure(status: number, category: string, message: string): Reply {
  return { status, body: { status: 'error', message, correlationId: 'c-1', category } }
}

/** What the service answers to too many requests. */
export function tooMany(policyName: 'DAILY' | 'TEN_SECONDLY_ROLLING', intervalMs = 50): Reply {
  return {
    status: 429,
    body: {
      status: 'error',
      message:
        policyName === 'DAILY'
          ? 'You have reached your daily limit.'
          : 'You have reached your secondly limit.',
      errorType: 'RATE_LIMIT',
      correlationId: 'c-1',
      policyName,
    },
    headers: {
      'x-hubspot-ratelimit-daily': '250000',
      'x-hubspot-ratelimit-daily-remaining': policyName === 'DAILY' ? '0' : '1000',
      'x-hubspot-ratelimit-interval-milliseconds': String(intervalMs),
      'x-hubspot-ratelimit-max': '100',
      'x-hubspot-ratelimit-remaining': '0',
    },
  }
}
