import { isJsonObject } from '@customer-intel/contract'
import { companyRecords, dealRecords, personRecords } from '../crm/crm-records.ts'
import { crmMappingStep, crmMappingStepId } from '../crm/crm-mapping-step.ts'
import { objectOf, requireId, textOf } from '../fields.ts'
import type { Answer, Provider, Stream } from '../provider.ts'
import { readCrmBDeal, readOrganization, readPerson, readCrmBPipelines, readUser } from './crm-b-read.ts'
import {
  fetchDeals,
  fetchOrganizations,
  fetchPersons,
  fetchUsers,
  listDeals,
  pageOrganizations,
  listPersons,
  skipIn,
  crmBPerPage,
} from './crm-b-walk.ts'

/** Common to all its streams. Except for deals, deleted objects are just missing. */
const followed: Pick<Stream, 'cursor' | 'wholeWalkEveryMs' | 'perPage' | 'isDeleted' | 'idOf'> = {
  cursor: { kind: 'time', overlapMs: 10 * 60_000 },
  perPage: crmBPerPage,
  wholeWalkEveryMs: 86_400_000,
  isDeleted: (item) => {
    const object = objectOf(item)['object']
    return isJsonObject(object) && (object['is_deleted'] === true || object['status'] === 'deleted')
  },
  idOf: (item) => requireId(objectOf(item)['object']),
}

/** Uses the Pipedrive API: deals, persons, organizations, pipelines and stages v2, users and fields v1. */
export const crmB: Provider = {
  id: 'crm-b',
  name: 'CRM B',
  category: 'crm',
  service: { name: 'Pipedrive', website: 'https://www.pipedrive.com' },
  brings: 'deals, the companies and people they are with, and who looks after them',
  cliName: 'crm-b',
  auth: {
    kind: 'oauth',
    authoriseUrl: 'https://oauth.pipedrive.com/oauth/authorize',
    tokenUrl: 'https://oauth.pipedrive.com/oauth/token',
    // Scopes are chosen when the application is registered.
    scopes: [],
    registeredScopes: ['base', 'deals:read', 'contacts:read', 'users:read'],
    pkce: false,
    clientAuth: 'basic',
    keep: ['api_domain'],
    account: async (api) => {
      const { data } = await api.get('/v1/users/me')
      return (
        (isJsonObject(data) && (textOf(data['company_domain'], 300) ?? textOf(data['email'], 300))) || 'CRM B'
      )
    },
    // Uninstalls the application from the company.
    revoke: ({ refreshToken = '' }, { clientId, clientSecret }) => ({
      method: 'POST',
      url: 'https://oauth.pipedrive.com/oauth/revoke',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      },
      form: { token: refreshToken, token_type_hint: 'refresh_token' },
    }),
  },
  // Each company has its own origin, which comes with its tokens.
  origin: ({ api_domain: domain = '' }) =>
    /^https:\/\/[a-z0-9-]+\.pipedrive\.com$/.test(domain) ? domain : 'https://api.pipedrive.com',
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  errors: [
    {
      // The daily tokens are used up: they are reset at midnight in the company's time zone.
      when: ({ status, header }) =>
        status === 429 && Number(header('x-daily-ratelimit-token-remaining') ?? 1) <= 0,
      action: 'wait',
      waitMs: () => 60 * 60_000,
    },
    {
      when: ({ status }) => status === 403,
      action: 'permission',
      remedy: 'give the application the scopes deals:read, contacts:read and users:read, and connect again',
    },
    {
      when: ({ status, json }) =>
        status === 400 &&
        isJsonObject(json) &&
        /cursor/i.test(`${String(json['error'])} ${String(json['message'])}`),
      action: 'restart',
    },
    {
      // An error with status 200.
      when: ({ status, json }) => status === 200 && isJsonObject(json) && json['success'] === false,
      action: 'broken',
      remedy: 'it is asked again later',
    },
  ],
  check: (api) =>
    Promise.all([
      ...['deals', 'persons', 'organizations', 'pipelines'].map(async (path) =>
        requireSuccess(await api.get(`/api/v2/${path}`, { limit: 1 })),
      ),
      api.get('/v1/users').then(requireSuccess),
    ]),
  steps: [crmMappingStep(readCrmBPipelines)],
  everyMs: 15 * 60_000,
  notes: ['Deals, persons, organizations and users are read; nothing is written.'],
  streams: [
    {
      ...followed,
      model: 'Owner',
      fetch: fetchUsers,
      map: (item) => readUser(objectOf(item)),
      isDeleted: (item) => isJsonObject(item) && item['active_flag'] === false,
      idOf: requireId,
    },
    {
      ...followed,
      model: 'Company',
      fetch: fetchOrganizations,
      skip: skipIn(pageOrganizations),
      map: (item) => companyRecords(readOrganization(objectOf(item))),
    },
    {
      ...followed,
      model: 'Contact',
      fetch: fetchPersons,
      skip: skipIn(listPersons),
      map: (item, context) => personRecords(readPerson(objectOf(item)), context),
    },
    {
      ...followed,
      model: 'Opportunity',
      fetch: fetchDeals,
      skip: skipIn(listDeals),
      map: (item, context) => dealRecords(readCrmBDeal(objectOf(item)), context),
      readsStep: crmMappingStepId,
    },
  ],
}

/** Every response has this field. */
function requireSuccess({ success }: Answer): void {
  if (success !== true) throw new Error('it has no success')
}
