import { isJsonObject } from '@customer-intel/contract'
import { companyRecords, dealRecords, personRecords } from '../crm/crm-records.ts'
import { crmMappingStep, crmMappingStepId } from '../crm/crm-mapping-step.ts'
import { objectOf, requireId, textOf } from '../fields.ts'
import type { Answer, MappedRecord, Provider, Stream } from '../provider.ts'
import { readCompany, readContact, readDeal, readOwner, readPipelines } from './crm-a-read.ts'
import { companyProperties, contactProperties, dealProperties } from './crm-a-properties.ts'
import { fetchObjects, fetchOwners } from './crm-a-walk.ts'

const dayMs = 86_400_000
/** What the index of the search says may be behind by some minutes, and our clock may be wrong by some. */
const overlapMs = 15 * 60_000

/** Speaks the HubSpot CRM API: objects, search, owners and pipelines v3, associations v4. */
export const crmA: Provider = {
  id: 'crm-a',
  name: 'CRM A',
  category: 'crm',
  cliName: 'crm-a',
  auth: {
    kind: 'oauth',
    authoriseUrl: 'https://app.hubspot.com/oauth/authorize',
    tokenUrl: 'https://api.hubapi.com/oauth/v1/token',
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
    account: async (api, { access_token: token }) => {
      const told = await api.get(`/oauth/v1/access-tokens/${encodeURIComponent(String(token))}`)
      return textOf(told['hub_domain'], 300) ?? textOf(told['user'], 300) ?? 'CRM A'
    },
    revoke: ({ refreshToken = '' }) => ({
      method: 'DELETE',
      url: `https://api.hubapi.com/oauth/v1/refresh-tokens/${encodeURIComponent(refreshToken)}`,
    }),
  },
  origin: 'https://api.hubapi.com',
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  errors: [
    {
      // Today's share is used up: it begins anew at midnight where the account is.
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
      ['objects/companies', 'objects/contacts', 'objects/deals', 'owners'].map((path) =>
        api.get(`/crm/v3/${path}`, { limit: 1 }),
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
    // What is purged or merged into another leaves no trace but that it isn't there.
    wholeWalkEveryMs: dayMs,
    isDeleted: (item) =>
      isJsonObject(item) && isJsonObject(item['object']) && item['object']['archived'] === true,
    fetch: (api, asked) => fetchObjects(api, asked, { kind, properties }),
    idOf: (item) => requireId(objectOf(item)['object']),
    map: (item, context) => map(objectOf(item), context),
  }
}

/** The service tells of a refusal in a form of its own. */
function readTokens(answer: Answer): Answer {
  if (typeof answer['access_token'] === 'string' || answer['error'] !== undefined) return answer
  const status = textOf(answer['status'], 100) ?? 'unknown'
  const isOver = /^(?:BAD_REFRESH_TOKEN|BAD_AUTH_CODE|BAD_GRANT|EXPIRED_REFRESH_TOKEN)/.test(status)
  return {
    error: isOver ? 'invalid_grant' : status.toLowerCase(),
    error_description: textOf(answer['message'], 300) ?? status,
  }
}
