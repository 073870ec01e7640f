import { isJsonObject } from '@customer-intel/contract'
import { oncePerRun } from '../crm/once-per-run.ts'
import type { Pipeline } from '../crm/crm-pipeline.ts'
import { UnfetchedObject } from '../fetch-each.ts'
import { idOf, listIn, objectsOf, requireId } from '../fields.ts'
import { eachPage } from '../each-page.ts'
import type { Answer, StreamRequest, StreamPage, ProviderApi } from '../provider.ts'
import { companyProperties, contactProperties } from './crm-a-properties.ts'
import { nameOf, readPipelines } from './crm-a-read.ts'

type Kind = 'companies' | 'contacts' | 'deals'

interface Wanted {
  kind: Kind
  properties: readonly string[]
}

/** The objects that a page's objects refer to. */
interface Surroundings {
  companies: Map<string, Answer>
  contacts: Map<string, Answer>
}

/** An object and those that it refers to: input of the `read…` functions. */
interface Item {
  object: unknown
  owner: Answer | null
  companyOwner: Answer | null
  company: Answer | null
  contacts: Answer[]
  pipelines: Pipeline[]
}

export const perPage = 100
const dateOf = {
  companies: 'hs_lastmodifieddate',
  contacts: 'lastmodifieddate',
  deals: 'hs_lastmodifieddate',
}

/** All owners, including archived ones, who still own objects. */
export async function fetchOwners(api: ProviderApi, { page, startedAt }: StreamRequest): Promise<StreamPage> {
  const [phase, after] = placeOf(page)
  const answer = await api.get('/crm/v3/owners', { limit: 500, after, archived: phase === 'archived' })
  return { ...follow(answer, phase), items: listIn(answer, 'results'), cursor: isoOf(startedAt) }
}

/**
 * All objects by listing, which has no limit; changed ones by search, ordered by id and continued after the last id: a
 * search returns at most 10,000 results, and many objects may have the same time of change. Then archived ones.
 */
export async function fetchCrmObjects(
  api: ProviderApi,
  request: StreamRequest,
  wanted: Wanted,
): Promise<StreamPage> {
  const { items, ...page } = await listObjects(api, request, wanted)
  const [phase] = placeOf(request.page)
  return {
    ...page,
    items:
      phase === 'archived'
        ? items.map((object) => ({ object: asArchived(object) }))
        : await withSurroundings(api, wanted.kind, items),
  }
}

/** Only the id of the next object. */
export async function skipObject(
  api: ProviderApi,
  request: StreamRequest,
  { kind }: Wanted,
  reason: string,
): Promise<StreamPage> {
  const page = await listObjects(api, { ...request, limit: 1 }, { kind, properties: ['hs_object_id'] })
  return { ...page, items: page.items.map((object) => new UnfetchedObject(requireId(object), reason)) }
}

async function listObjects(
  api: ProviderApi,
  { since, page, startedAt, limit = perPage }: StreamRequest,
  { kind, properties }: Wanted,
): Promise<StreamPage> {
  const [phase, after] = placeOf(page)
  const cursor = isoOf(startedAt)
  if (phase === 'archived' || since === null) {
    const answer = await api.get(`/crm/v3/objects/${kind}`, {
      limit,
      after,
      ...(phase === 'archived' ? { archived: true } : { properties: properties.join(',') }),
    })
    return { ...follow(answer, phase), items: listIn(answer, 'results'), cursor }
  }
  const filters = [{ propertyName: dateOf[kind], operator: 'GTE', value: String(Date.parse(since)) }]
  if (after !== null) filters.push({ propertyName: 'hs_object_id', operator: 'GT', value: after })
  const found = listIn(
    await api.post(`/crm/v3/objects/${kind}/search`, {
      filterGroups: [{ filters }],
      sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
      properties,
      limit,
    }),
    'results',
  )
  const last = found.length < limit ? null : requireId(found.at(-1))
  return { items: found, next: last === null ? 'archived:' : `live:${last}`, cursor }
}

/** The position of the walk: which list, and after which object. */
function placeOf(page: string | null): ['live' | 'archived', string | null] {
  const [phase, after] = (page ?? 'live:').split(':', 2) as ['live' | 'archived', string]
  return [phase, after === '' ? null : after]
}

function nextAfter(answer: Answer): string | null {
  const paging = isJsonObject(answer['paging']) ? answer['paging'] : {}
  return isJsonObject(paging['next']) ? idOf(paging['next']['after']) : null
}

function follow(answer: Answer, phase: 'live' | 'archived'): Pick<StreamPage, 'next'> {
  const after = nextAfter(answer)
  if (after !== null) return { next: `${phase}:${after}` }
  return { next: phase === 'live' ? 'archived:' : null }
}

function asArchived(object: unknown): unknown {
  return isJsonObject(object) ? { ...object, archived: true } : object
}

const ownersOnce = oncePerRun(async (api) => {
  const owners = new Map<string, Answer>()
  for (const archived of [true, false]) {
    const pages = eachPage(
      'The list of owners',
      (after) => api.get('/crm/v3/owners', { limit: 500, after, archived }),
      nextAfter,
    )
    for await (const answer of pages)
      for (const owner of objectsOf(answer['results']) ?? []) {
        const id = idOf(owner['id'])
        if (id !== null) owners.set(id, owner)
      }
  }
  return owners
})

const pipelinesOnce = oncePerRun(readPipelines)

async function withSurroundings(
  api: ProviderApi,
  kind: Kind,
  objects: readonly unknown[],
): Promise<unknown[]> {
  const owners = await ownersOnce(api)
  const ids = objects.flatMap((object) => (isJsonObject(object) ? (idOf(object['id']) ?? []) : []))
  const pipelines = kind === 'deals' ? await pipelinesOnce(api) : []
  const none = new Map<string, string[]>()
  const companiesOf = kind === 'companies' ? none : await associated(api, kind, 'companies', ids)
  const contactsOf = kind === 'deals' ? await associated(api, kind, 'contacts', ids) : none
  const around: Surroundings = {
    companies: await readBatch(
      api,
      'companies',
      [...companiesOf.values()].flatMap(([first]) => first ?? []),
      companyProperties,
    ),
    contacts: await readBatch(api, 'contacts', [...contactsOf.values()].flat(), contactProperties),
  }
  return objects.map((object): Item | { object: unknown } => {
    const id = isJsonObject(object) ? idOf(object['id']) : null
    if (id === null) return { object }
    const company = around.companies.get(companiesOf.get(id)?.[0] ?? '') ?? null
    return {
      object,
      owner: ownerOf(owners, object),
      companyOwner: ownerOf(owners, company),
      company,
      contacts: (contactsOf.get(id) ?? [])
        .map((contact) => around.contacts.get(contact))
        .filter((contact) => contact !== undefined),
      pipelines,
    }
  })
}

function ownerOf(owners: ReadonlyMap<string, Answer>, object: unknown): Answer | null {
  return owners.get(nameOf(object, 'hubspot_owner_id') ?? '') ?? null
}

/** Ids of associated objects, the primary one first. */
async function associated(
  api: ProviderApi,
  from: Kind,
  to: Kind,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const answer = await api.post(`/crm/v4/associations/${from}/${to}/batch/read`, {
    inputs: ids.map((id) => ({ id })),
  })
  const found = new Map<string, string[]>()
  for (const result of objectsOf(answer['results']) ?? []) {
    const id = isJsonObject(result['from']) ? idOf(result['from']['id']) : null
    if (id === null) continue
    const others = (objectsOf(result['to']) ?? []).toSorted(
      (left, right) => Number(isPrimary(right)) - Number(isPrimary(left)),
    )
    found.set(
      id,
      others.flatMap((other) => idOf(other['toObjectId']) ?? []),
    )
  }
  return found
}

function isPrimary(association: Answer): boolean {
  return (objectsOf(association['associationTypes']) ?? []).some(({ label }) => label === 'Primary')
}

async function readBatch(
  api: ProviderApi,
  kind: Kind,
  ids: readonly string[],
  properties: readonly string[],
): Promise<Map<string, Answer>> {
  const found = new Map<string, Answer>()
  const wanted = [...new Set(ids)]
  for (let start = 0; start < wanted.length; start += perPage) {
    const answer = await api.post(`/crm/v3/objects/${kind}/batch/read`, {
      properties,
      inputs: wanted.slice(start, start + perPage).map((id) => ({ id })),
    })
    for (const object of objectsOf(answer['results']) ?? []) {
      const id = idOf(object['id'])
      if (id !== null) found.set(id, object)
    }
  }
  return found
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
