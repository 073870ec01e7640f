import { isJsonObject } from '@customer-intel/contract'
import { companyRecords, dealRecords, personRecords } from '../crm/crm-records.ts'
import { crmMappingStep, crmMappingStepId } from '../crm/crm-mapping-step.ts'
import { emailOf, idOf, listIn, objectOf, requireId, textOf } from '../fields.ts'
import type { Answer, MappedRecord, Provider, ProviderApi, Stream } from '../provider.ts'
import { readCompany, readContact, readDeal, readOwner, readPipelines } from './crm-a-read.ts'
import { companyProperties, contactProperties, dealProperties } from './crm-a-properties.ts'
import { fetchCrmObjects, fetchOwners, skipObject, perPage } from './crm-a-walk.ts'

const dayMs = 86_400_000
/** The search index may be behind by some minutes, and so may our clock. */
const overlapMs = 15 * 60_000

/** Uses the HubSpot CRM API: objects, search, owners and pipelines v3, associations v4. */
export const crmA: Provider = {
  id: 'crm-a',
  name: 'CRM A',
  category: 'crm',
  service: { name: 'HubSpot', website: 'https://www.hubspot.com' },
  brings: 'deals, the companies and people they are with, and who looks after them',
  cliName: 'crm-a',
  auth: {
    kind: 'oauth',
    authoriseUrl: 'https://app.hubspot.com/oauth/authorize',
    tokenUrl: 'https://api.hubapi.com/oauth/2026-03/token',
    scopes: [
      'oauth',
      'crm.objects.companies.read',
      'crm.objects.contacts.read',
      'crm.objects.deals.read',
      'crm.objects.owners.read',
    ],
    pkce: false,
    clientAuth: 'body',
    readTokens,
    account: nameAccount,
    // With the refresh token all its access tokens end.
    revoke: ({ refreshToken = '' }, { clientId, clientSecret }) => ({
      method: 'POST',
      url: 'https://api.hubapi.com/oauth/2026-03/token/revoke',
      form: {
        client_id: clientId,
        client_secret: clientSecret,
        token: refreshToken,
        token_type_hint: 'refresh_token',
      },
    }),
  },
  origin: 'https://api.hubapi.com',
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  errors: [
    {
      // The daily limit is reached: it is reset at midnight in the account's time zone.
      when: ({ status, json }) => status === 429 && isJsonObject(json) && json['policyName'] === 'DAILY',
      action: 'wait',
      waitMs: () => 60 * 60_000,
    },
    {
      when: ({ status }) => status === 429,
      action: 'wait',
      waitMs: ({ header }) => Number(header('x-hubspot-ratelimit-interval-milliseconds')) || 10_000,
    },
    {
      when: ({ status }) => status === 403,
      action: 'permission',
      remedy:
        'connect again as somebody who may read companies, contacts, deals and owners, and allow all of it',
    },
    {
      when: ({ status, json }) =>
        status === 400 && isJsonObject(json) && /\bafter\b|\bpaging\b/i.test(String(json['message'])),
      action: 'restart',
    },
    { when: ({ status }) => status === 423, action: 'retry' },
    { when: ({ status }) => status === 477, action: 'wait', waitMs: () => 60 * 60_000 },
  ],
  check: (api) =>
    Promise.all(
      ['objects/companies', 'objects/contacts', 'objects/deals', 'owners'].map(async (path) =>
        listIn(await api.get(`/crm/v3/${path}`, { limit: 1 }), 'results'),
      ),
    ),
  steps: [crmMappingStep(readPipelines)],
  everyMs: 15 * 60_000,
  notes: ['Deals, contacts, companies and owners are read; nothing is written.'],
  streams: [
    {
      model: 'Owner',
      cursor: { kind: 'time', overlapMs: 0 },
      wholeWalkEveryMs: dayMs,
      isDeleted: (item) => isJsonObject(item) && item['archived'] === true,
      fetch: fetchOwners,
      idOf: requireId,
      map: (item) => readOwner(objectOf(item)),
    },
    objects('companies', companyProperties, 'Company', (item) => companyRecords(readCompany(item))),
    objects('contacts', contactProperties, 'Contact', (item, context) =>
      personRecords(readContact(item), context),
    ),
    {
      ...objects('deals', dealProperties, 'Opportunity', (item, context) =>
        dealRecords(readDeal(item), context),
      ),
      readsStep: crmMappingStepId,
    },
  ],
}

function objects(
  kind: 'companies' | 'contacts' | 'deals',
  properties: readonly string[],
  model: string,
  map: (item: Answer, context: Parameters<Stream['map']>[1]) => MappedRecord[],
): Stream {
  return {
    model,
    cursor: { kind: 'time', overlapMs },
    // Objects that were purged, or merged into others, are just missing.
    wholeWalkEveryMs: dayMs,
    perPage,
    isDeleted: (item) =>
      isJsonObject(item) && isJsonObject(item['object']) && item['object']['archived'] === true,
    fetch: (api, request) => fetchCrmObjects(api, request, { kind, properties }),
    skip: (api, request, reason) => skipObject(api, request, { kind, properties }, reason),
    idOf: (item) => requireId(objectOf(item)['object']),
    map: (item, context) => map(objectOf(item), context),
  }
}

/** The address of the owner who connected; else the account's number. */
async function nameAccount(api: ProviderApi, { user_id: userId, hub_id: hubId }: Answer): Promise<string> {
  const [user, hub] = [idOf(userId), idOf(hubId)]
  const owners = user === null ? [] : listIn(await api.get('/crm/v3/owners', { limit: 500 }), 'results')
  const owner = owners.find((one) => isJsonObject(one) && idOf(one['userId']) === user)
  const email = isJsonObject(owner) ? emailOf(owner['email']) : null
  return email ?? (hub === null ? 'CRM A' : `account ${hub}`)
}

/** The service returns scopes in a field of its own, and some errors in another form. */
function readTokens(answer: Answer): Answer {
  const { scopes } = answer
  if (typeof answer['access_token'] === 'string')
    return Array.isArray(scopes) ? { ...answer, scope: scopes.map(String).join(' ') } : answer
  if (answer['error'] !== undefined) return answer
  const status = textOf(answer['status'], 100) ?? 'unknown'
  const isOver = /^(?:BAD_REFRESH_TOKEN|BAD_AUTH_CODE|BAD_GRANT|EXPIRED_REFRESH_TOKEN)/.test(status)
  return {
    error: isOver ? 'invalid_grant' : status.toLowerCase(),
    error_description: textOf(answer['message'], 300) ?? status,
  }
}
