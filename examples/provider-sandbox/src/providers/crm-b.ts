import { dealsOf } from '../crm-world.ts'
import type { Call, Handler, Reply } from '../http.ts'
import { type OAuthPlay, playOAuth, withOAuth } from '../oauth.ts'
import type { World } from '../world.ts'

export interface PipedriveObject {
  id: number
  add_time: string
  update_time: string
  is_deleted: boolean
  [field: string]: unknown
}

type Kind = 'organizations' | 'persons' | 'deals'

/** Plays the Pipedrive API: deals, persons, organizations, pipelines, stages v2; users and fields v1. */
export interface CrmB {
  handler: Handler
  oauth: OAuthPlay
  organizations: PipedriveObject[]
  persons: PipedriveObject[]
  deals: PipedriveObject[]
  users: Record<string, unknown>[]
  /** Changes fields, now or at `at` (Unix milliseconds). */
  change(kind: Kind, id: number, fields: Record<string, unknown>, at?: number): void
  /** Deletes one, as the service does: it is listed no more. */
  remove(kind: Kind, id: number): void
  /** Leaves no trace of one. */
  purge(kind: Kind, id: number): void
}

/** Hashes of custom fields. */
export const customFields = {
  plan: 'dcf558aac1ae4e8c4f849ba5e668430d8df9be12',
  budget: '8f2b4f0e4c1d4a0c9a0b3e1a7f6d5c4b3a291807',
}
const stages = ['Qualified', 'Demo Scheduled', 'Negotiations Started']

export function playCrmB(world: World): CrmB {
  const oauth = playOAuth({
    service: 'CRM B',
    authorisePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    revokePath: '/oauth/revoke',
    revokeAsksSecret: true,
    clientAuth: 'basic',
    pkce: false,
    scopeSeparator: ',',
    extra: { api_domain: 'https://vendor.pipedrive.com' },
  })
  const users = world.colleagues.map(({ name, email }, index) => ({
    id: 501 + index,
    name,
    email,
    active_flag: true,
    company_domain: 'vendor',
  }))
  const iso = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
  const organizations: PipedriveObject[] = []
  const persons: PipedriveObject[] = []
  for (const company of world.companies) {
    const at = iso(world.now - (company.index + 10) * 86_400_000)
    const common = { add_time: at, update_time: at, is_deleted: false, custom_fields: {} }
    organizations.push({
      ...common,
      id: company.index + 1,
      name: company.name,
      owner_id: users[company.index % users.length]!.id,
      // Few have one there.
      website: company.index % 2 === 0 ? `https://www.${company.domain}/about` : null,
      address: { value: 'Main Street 1', country: 'Germany', locality: 'Berlin' },
    })
    company.people.slice(0, 3).forEach(({ name, email }, index) => {
      persons.push({
        ...common,
        id: company.index * 10 + index + 1,
        name,
        owner_id: users[0]!.id,
        org_id: company.index + 1,
        emails: [
          { value: `old-${index}@gmail.com`, primary: false, label: 'home' },
          { value: email, primary: true, label: 'work' },
        ],
        phones: [{ value: '+49 30 1', primary: true, label: 'work' }],
      })
    })
  }
  const deals = dealsOf(world).map((deal): PipedriveObject => {
    const ended = deal.stage === 3 ? 'won' : deal.stage === 4 ? 'lost' : 'open'
    return {
      id: deal.company.index + 1,
      title: deal.title,
      owner_id: users[deal.owner]!.id,
      org_id: deal.company.index + 1,
      person_id: deal.company.index * 10 + deal.company.people.indexOf(deal.person) + 1,
      pipeline_id: 1,
      stage_id: 11 + Math.min(deal.stage, 2),
      status: ended,
      value: deal.amount,
      currency: deal.currency,
      lost_reason: ended === 'lost' ? 'Too expensive' : null,
      add_time: iso(deal.createdAt),
      update_time: iso(deal.changedAt),
      close_time: ended === 'open' ? null : iso(deal.changedAt),
      expected_close_date: iso(world.now + 30 * 86_400_000).slice(0, 10),
      probability: null,
      is_archived: false,
      is_deleted: false,
      custom_fields: {
        [customFields.plan]: 2,
        [customFields.budget]: { value: deal.amount * 2, currency: deal.currency },
      },
    }
  })
  const crmB: CrmB = {
    oauth,
    organizations,
    persons,
    deals,
    users,
    change(kind, id, fields, at = Date.now()) {
      Object.assign(
        crmB[kind].find((one) => one.id === id)!,
        fields,
        { update_time: iso(at) },
      )
    },
    remove(kind, id) {
      crmB.change(kind, id, { is_deleted: true, ...(kind === 'deals' && { status: 'deleted' }) })
    },
    purge(kind, id) {
      crmB[kind] = crmB[kind].filter((one) => one.id !== id)
    },
    handler: withOAuth(oauth, (call) => {
      if (!oauth.accepts(call))
        return { status: 401, body: { success: false, error: 'unauthorized access', errorCode: 401 } }
      return answer(call, crmB)
    }),
  }
  return crmB
}

function answer({ path, query }: Call, crmB: CrmB): Reply {
  // The official client writes its own prefix for the first version.
  switch (path.replace(/^\/api\/v1\//, '/v1/')) {
    case '/v1/users':
      return { status: 200, body: { success: true, data: crmB.users } }
    case '/v1/users/me':
      return { status: 200, body: { success: true, data: crmB.users[0] } }
    case '/v1/dealFields':
      return fieldsOf([
        { key: 'title', name: 'Title', field_type: 'varchar' },
        {
          key: customFields.plan,
          name: 'Plan',
          field_type: 'enum',
          options: [
            { id: 1, label: 'Team' },
            { id: 2, label: 'Enterprise' },
          ],
        },
        { key: customFields.budget, name: 'Budget', field_type: 'monetary' },
      ])
    case '/v1/personFields':
    case '/v1/organizationFields':
      return fieldsOf([{ key: 'name', name: 'Name', field_type: 'varchar' }])
    case '/api/v2/pipelines':
      return page([{ id: 1, name: 'Pipeline', order_nr: 1, is_deleted: false }], query)
    case '/api/v2/stages':
      return page(
        stages.map((name, index) => ({
          id: 11 + index,
          name,
          order_nr: index,
          pipeline_id: 1,
          deal_probability: 100,
          is_deleted: false,
        })),
        query,
      )
    case '/api/v2/organizations':
    case '/api/v2/persons':
      return list(
        crmB[path.slice('/api/v2/'.length) as Kind].filter((one) => !one.is_deleted),
        query,
      )
    case '/api/v2/deals':
      return list(
        crmB.deals.filter((one) =>
          query.get('status') === 'deleted' ? one.is_deleted : !one.is_deleted && one['is_archived'] !== true,
        ),
        query,
      )
    case '/api/v2/deals/archived':
      return list(
        crmB.deals.filter((one) => !one.is_deleted && one['is_archived'] === true),
        query,
      )
    default:
      return { status: 404, body: { success: false, error: 'Not found', errorCode: 404 } }
  }
}

function fieldsOf(data: object[]): Reply {
  return {
    status: 200,
    body: {
      success: true,
      data: data.map((field, index) => ({ id: index + 1, ...field })),
      additional_data: { pagination: { start: 0, limit: 500, more_items_in_collection: false } },
    },
  }
}

function list(objects: readonly PipedriveObject[], query: URLSearchParams): Reply {
  const ids = query.get('ids')?.split(',').map(Number)
  const since = query.get('updated_since')
  const found = objects.filter(
    (one) =>
      (ids?.includes(one.id) ?? true) && (since === null || Date.parse(one.update_time) >= Date.parse(since)),
  )
  return page(found, query)
}

/** A cursor holds the place: the id that the next page begins at. */
function page<Item extends { id: number }>(objects: readonly Item[], query: URLSearchParams): Reply {
  const limit = Math.min(Number(query.get('limit') ?? 100), 500)
  const cursor = query.get('cursor')
  const from =
    cursor === null ? 0 : Number(Buffer.from(cursor, 'base64url').toString('utf8').replace(/^id:/, ''))
  if (Number.isNaN(from))
    return {
      status: 400,
      body: { success: false, error: 'Invalid cursor', code: 'ERR_SCHEMA_VALIDATION_FAILED' },
    }
  const found = objects.filter(({ id }) => id >= from).toSorted((left, right) => left.id - right.id)
  const next = found[limit]
  return {
    status: 200,
    body: {
      success: true,
      data: found.slice(0, limit),
      additional_data: {
        next_cursor: next === undefined ? null : Buffer.from(`id:${next.id}`).toString('base64url'),
      },
    },
  }
}
