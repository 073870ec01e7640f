import { isJsonObject } from '@customer-intel/contract'
import { type CrmCompany, type CrmDeal, type CrmPerson, toCents } from '../crm/crm-records.ts'
import type { Pipeline } from '../crm/crm-pipeline.ts'
import {
  emailOf,
  isoOf,
  linkOf,
  listIn,
  numberOf,
  objectOf,
  objectsOf,
  present,
  requireId,
  textOf,
} from '../fields.ts'
import type { Answer, MappedRecord, ProviderApi } from '../provider.ts'

/** Readers of the service's objects, together with the objects they refer to. */

/** A short property; null if missing. */
export function nameOf(object: unknown, property: string): string | null {
  const properties = isJsonObject(object) && isJsonObject(object['properties']) ? object['properties'] : {}
  const value = properties[property]
  return typeof value === 'number' ? String(value) : textOf(value, 500)
}

export function readOwner(owner: Answer): MappedRecord[] {
  const email = emailOf(owner['email'])
  if (email === null) return []
  const name = [owner['firstName'], owner['lastName']].flatMap((part) => textOf(part, 150) ?? []).join(' ')
  return [{ kind: 'member', email, name: name === '' ? email : name }]
}

export function readCompany({ object, owner }: Answer): CrmCompany {
  return companyOf(objectOf(object), owner)
}

function companyOf(company: Answer, owner: unknown): CrmCompany {
  return {
    id: requireId(company),
    name: nameOf(company, 'name'),
    website: nameOf(company, 'domain') ?? nameOf(company, 'website'),
    ownerEmail: emailOf(isJsonObject(owner) ? owner['email'] : null),
    createdAt: isoOf(propertyOf(company, 'createdate')),
    traits: present<string | number>({
      industry: nameOf(company, 'industry'),
      employees: numberOf(propertyOf(company, 'numberofemployees')),
      annualRevenue: numberOf(propertyOf(company, 'annualrevenue')),
      country: nameOf(company, 'country'),
      city: nameOf(company, 'city'),
      lifecycleStage: nameOf(company, 'lifecyclestage'),
      crmId: requireId(company),
    }),
  }
}

export function readContact({ object, company, companyOwner }: Answer): CrmPerson {
  const contact = objectOf(object)
  const email = emailOf(propertyOf(contact, 'email'))
  return {
    id: requireId(contact),
    emails: email === null ? [] : [email],
    name: personName(contact),
    company: isJsonObject(company) ? companyOf(company, companyOwner) : null,
    createdAt: isoOf(propertyOf(contact, 'createdate')),
    traits: present<string>({
      jobTitle: nameOf(contact, 'jobtitle'),
      phone: nameOf(contact, 'phone'),
      lifecycleStage: nameOf(contact, 'lifecyclestage'),
    }),
  }
}

export function readDeal(item: Answer): CrmDeal {
  const { object, owner, company, companyOwner } = item
  const deal = objectOf(object)
  const changedAt = isoOf(propertyOf(deal, 'hs_lastmodifieddate')) ?? isoOf(deal['updatedAt'])
  if (changedAt === null) throw new Error('it has no hs_lastmodifieddate')
  const pipelineId = nameOf(deal, 'pipeline')
  const stageId = nameOf(deal, 'dealstage')
  const pipeline = (item['pipelines'] as Pipeline[]).find(({ id }) => id === pipelineId)
  const by = isJsonObject(owner) ? owner : {}
  return {
    id: requireId(deal),
    title: nameOf(deal, 'dealname'),
    text: dealText(deal),
    changedAt,
    permalink: linkOf(deal['url']),
    pipeline: { id: pipelineId, name: pipeline?.name ?? null },
    stage: { id: stageId, name: pipeline?.stages.find(({ id }) => id === stageId)?.name ?? null },
    ended: null,
    owner: {
      email: emailOf(by['email']),
      name:
        [by['firstName'], by['lastName']].flatMap((part) => textOf(part, 150) ?? []).join(' ') ||
        emailOf(by['email']),
    },
    company: isJsonObject(company) ? companyOf(company, companyOwner) : null,
    people: (objectsOf(item['contacts']) ?? []).map((contact) => ({
      email: emailOf(propertyOf(contact, 'email')),
      name: personName(contact),
    })),
    details: {
      amountCents: toCents(numberOf(propertyOf(deal, 'amount'))),
      currency: nameOf(deal, 'deal_currency_code')?.toUpperCase() ?? null,
      closeDate: isoOf(propertyOf(deal, 'closedate')),
      createdAt: isoOf(propertyOf(deal, 'createdate')),
      probability: numberOf(propertyOf(deal, 'hs_deal_stage_probability')),
      dealType: nameOf(deal, 'dealtype'),
    },
  }
}

/** The pipelines of deals, in order, without archived ones. */
export async function readPipelines(api: ProviderApi): Promise<Pipeline[]> {
  const found = listIn(await api.get('/crm/v3/pipelines/deals'), 'results').map(objectOf)
  return inOrder(found).map((pipeline) => ({
    id: requireId(pipeline),
    name: textOf(pipeline['label'], 500) ?? requireId(pipeline),
    stages: inOrder(objectsOf(pipeline['stages']) ?? []).map((stage) => {
      const metadata = isJsonObject(stage['metadata']) ? stage['metadata'] : {}
      const isClosed = String(metadata['isClosed']) === 'true'
      return {
        id: requireId(stage),
        name: textOf(stage['label'], 500) ?? requireId(stage),
        closed: isClosed ? (numberOf(metadata['probability']) === 1 ? 'won' : 'lost') : null,
      }
    }),
  }))
}

function inOrder(found: readonly Answer[]): Answer[] {
  return found
    .filter(({ archived }) => archived !== true)
    .toSorted((left, right) => Number(left['displayOrder']) - Number(right['displayOrder']))
}

function dealText(deal: Answer): string | null {
  const said = [
    textOf(propertyOf(deal, 'description'), 900_000),
    labelled('Next step', propertyOf(deal, 'hs_next_step')),
    labelled('Lost because', propertyOf(deal, 'closed_lost_reason')),
    labelled('Won because', propertyOf(deal, 'closed_won_reason')),
  ]
  return said.filter((part) => part !== null).join('\n\n') || null
}

function labelled(label: string, value: unknown): string | null {
  const text = textOf(value, 20_000)
  return text === null ? null : `${label}: ${text}`
}

function personName(contact: Answer): string | null {
  const parts = ['firstname', 'lastname'].flatMap((part) => textOf(propertyOf(contact, part), 150) ?? [])
  return parts.join(' ') || null
}

function propertyOf(object: Answer, property: string): unknown {
  return isJsonObject(object['properties']) ? object['properties'][property] : null
}
