import { isJsonObject } from '@customer-intel/contract'
import { eachPage } from '../each-page.ts'
import type { Pipeline } from '../crm/crm-pipeline.ts'
import { oncePerRun } from '../crm/once-per-run.ts'
import { UnfetchedObject } from '../fetch-each.ts'
import { idOf, listIn, objectsOf, requireId, textOf } from '../fields.ts'
import type { Answer, StreamRequest, StreamPage, ProviderApi, Query, Stream } from '../provider.ts'
import { type CustomField, readCrmBPipelines } from './crm-b-read.ts'

/** Maximal number of ids per lookup. */
export const crmBPerPage = 100

/** All users in one response. */
export async function fetchUsers(api: ProviderApi, { startedAt }: StreamRequest): Promise<StreamPage> {
  const items = listIn(await api.get('/v1/users'), 'data')
  return { items, next: null, cursor: new Date(startedAt).toISOString() }
}

export async function fetchOrganizations(api: ProviderApi, request: StreamRequest): Promise<StreamPage> {
  const { items, ...page } = await pageOrganizations(api, request)
  const users = await usersOnce(api)
  const fields = await fieldsOnce.organization(api)
  return { ...page, items: items.map((object) => ({ object, owner: ownerOf(users, object), fields })) }
}

export async function fetchPersons(api: ProviderApi, request: StreamRequest): Promise<StreamPage> {
  const { items, ...page } = await listPersons(api, request)
  const users = await usersOnce(api)
  const fields = await fieldsOnce.person(api)
  const organizations = await readByIds(api, 'organizations', refsOf(items, 'org_id'))
  return {
    ...page,
    items: items.map((object) => {
      const organization = organizations.get(refOf(object, 'org_id') ?? '') ?? null
      return { object, organization, organizationOwner: ownerOf(users, organization), fields }
    }),
  }
}

export async function fetchDeals(api: ProviderApi, request: StreamRequest): Promise<StreamPage> {
  const { items, ...page } = await listDeals(api, request)
  return { ...page, items: await withSurroundings(api, items) }
}

/**
 * Skips the next object when related objects make the response too large. An object that is too large by itself can't be
 * skipped: the API returns neither a part of it nor the position after it.
 */
export function skipIn(
  list: (api: ProviderApi, request: StreamRequest) => Promise<StreamPage>,
): Stream['skip'] {
  return async (api, request, reason) => {
    const page = await list(api, { ...request, limit: 1 })
    return { ...page, items: page.items.map((object) => new UnfetchedObject(requireId(object), reason)) }
  }
}

export const pageOrganizations = (api: ProviderApi, request: StreamRequest) =>
  fetchPage(api, request, 'organizations')
export const listPersons = (api: ProviderApi, request: StreamRequest) => fetchPage(api, request, 'persons')

/** Open and ended deals, then archived ones, then, for changes, deleted ones. */
export async function listDeals(api: ProviderApi, request: StreamRequest): Promise<StreamPage> {
  const phases = ['deals', 'deals/archived', ...(request.since === null ? [] : ['deleted'])]
  const [phase = 'deals', place = ''] = (request.page ?? 'deals|').split('|', 2)
  const page = place === '' ? null : place
  const found =
    phase === 'deleted'
      ? await fetchPage(api, { ...request, page }, 'deals', { status: 'deleted' })
      : await fetchPage(api, { ...request, page }, phase)
  const after = phases[phases.indexOf(phase) + 1]
  const next = found.next !== null ? `${phase}|${found.next}` : after === undefined ? null : `${after}|`
  return { ...found, next }
}

async function withSurroundings(api: ProviderApi, deals: readonly unknown[]): Promise<unknown[]> {
  const users = await usersOnce(api)
  const fields = await fieldsOnce.deal(api)
  const pipelines: Pipeline[] = await pipelinesOnce(api)
  const organizations = await readByIds(api, 'organizations', refsOf(deals, 'org_id'))
  const persons = await readByIds(api, 'persons', refsOf(deals, 'person_id'))
  return deals.map((object) => {
    const organization = organizations.get(refOf(object, 'org_id') ?? '') ?? null
    return {
      object,
      owner: ownerOf(users, object),
      organization,
      organizationOwner: ownerOf(users, organization),
      person: persons.get(refOf(object, 'person_id') ?? '') ?? null,
      fields,
      pipelines,
    }
  })
}

/** Ordered by id, so that an object that changes meanwhile keeps its position. */
async function fetchPage(
  api: ProviderApi,
  { since, page, startedAt, limit = crmBPerPage }: StreamRequest,
  path: string,
  query: Query = {},
): Promise<StreamPage> {
  const answer = await api.get(`/api/v2/${path}`, {
    ...query,
    limit,
    cursor: page,
    sort_by: 'id',
    sort_direction: 'asc',
    updated_since: since === null ? null : since.replace(/\.\d+Z$/, 'Z'),
  })
  const more = isJsonObject(answer['additional_data']) ? answer['additional_data'] : {}
  return {
    // An empty page has no list there.
    items: answer['data'] === null ? [] : listIn(answer, 'data'),
    next: textOf(more['next_cursor'], 2_000),
    cursor: new Date(startedAt).toISOString(),
  }
}

const usersOnce = oncePerRun(async (api) => {
  const users = objectsOf((await api.get('/v1/users'))['data']) ?? []
  return new Map(users.map((user) => [requireId(user), user]))
})

const pipelinesOnce = oncePerRun(readCrmBPipelines)

const fieldsOnce = {
  deal: oncePerRun((api) => readFields(api, 'dealFields')),
  person: oncePerRun((api) => readFields(api, 'personFields')),
  organization: oncePerRun((api) => readFields(api, 'organizationFields')),
}

/** Names of custom fields, by their hashes. */
async function readFields(api: ProviderApi, path: string): Promise<Map<string, CustomField>> {
  const fields = new Map<string, CustomField>()
  const pages = eachPage(
    `The list of ${path}`,
    (start) => api.get(`/v1/${path}`, { start: start ?? 0, limit: 500 }),
    nextStart,
  )
  for await (const answer of pages)
    for (const field of objectsOf(answer['data']) ?? []) {
      const [key, name] = [textOf(field['key'], 100), textOf(field['name'], 200)]
      if (key === null || name === null || !/^[0-9a-f]{40}$/.test(key)) continue
      const options = objectsOf(field['options']) ?? []
      fields.set(key, {
        name,
        options: new Map(options.map(({ id, label }) => [idOf(id) ?? '', textOf(label, 500) ?? ''])),
      })
    }
  return fields
}

function nextStart(answer: Answer): string | null {
  const more = isJsonObject(answer['additional_data']) ? answer['additional_data'] : {}
  const pagination = isJsonObject(more['pagination']) ? more['pagination'] : {}
  return pagination['more_items_in_collection'] === true ? idOf(pagination['next_start']) : null
}

async function readByIds(
  api: ProviderApi,
  path: string,
  ids: readonly string[],
): Promise<Map<string, Answer>> {
  const found = new Map<string, Answer>()
  for (let start = 0; start < ids.length; start += crmBPerPage) {
    const answer = await api.get(`/api/v2/${path}`, {
      ids: ids.slice(start, start + crmBPerPage).join(','),
      limit: crmBPerPage,
    })
    for (const object of objectsOf(answer['data']) ?? []) {
      const id = idOf(object['id'])
      if (id !== null) found.set(id, object)
    }
  }
  return found
}

function refOf(object: unknown, key: string): string | null {
  return isJsonObject(object) ? idOf(object[key]) : null
}

function refsOf(objects: readonly unknown[], key: string): string[] {
  return [...new Set(objects.flatMap((object) => refOf(object, key) ?? []))]
}

function ownerOf(users: ReadonlyMap<string, Answer>, object: unknown): Answer | null {
  return users.get(refOf(object, 'owner_id') ?? '') ?? null
}
