import { isJsonObject } from '@customer-intel/contract'
import { type CrmCompany, type CrmDeal, type CrmPerson, toCents } from '../crm/crm-records.ts'
import { eachPage } from '../each-page.ts'
import type { Pipeline } from '../crm/crm-pipeline.ts'
import {
  emailOf,
  idOf,
  isoOf,
  listIn,
  numberOf,
  objectOf,
  objectsOf,
  present,
  requireId,
  textOf,
} from '../fields.ts'
import type { Answer, MappedRecord, ProviderApi } from '../provider.ts'

/** A custom field: values are keyed by a hash, and options are numbers. */
export interface CustomField {
  name: string
  options: Map<string, string>
}

/** Readers of the service's objects, together with the objects they refer to. */

export function readUser(user: Answer): MappedRecord[] {
  const email = emailOf(user['email'])
  return email === null ? [] : [{ kind: 'member', email, name: textOf(user['name'], 300) ?? email }]
}

export function readOrganization({ object, owner, fields }: Answer): CrmCompany {
  return organizationOf(objectOf(object), owner, fields as Map<string, CustomField>)
}

function organizationOf(
  organization: Answer,
  owner: unknown,
  fields: ReadonlyMap<string, CustomField> = new Map(),
): CrmCompany {
  const address = isJsonObject(organization['address']) ? organization['address'] : {}
  return {
    id: requireId(organization),
    name: textOf(organization['name'], 500),
    website: textOf(organization['website'], 500),
    ownerEmail: emailOf(isJsonObject(owner) ? owner['email'] : null),
    createdAt: isoOf(organization['add_time']),
    traits: {
      ...customFields(organization, fields),
      ...present<string | number>({
        country: textOf(address['country'], 200),
        city: textOf(address['locality'], 200),
        employees: numberOf(organization['employee_count']),
        annualRevenue: numberOf(organization['annual_revenue']),
        crmId: requireId(organization),
      }),
    },
  }
}

export function readPerson(item: Answer): CrmPerson {
  const { object, organization, organizationOwner, fields } = item
  const person = objectOf(object)
  return {
    id: requireId(person),
    emails: emailsOf(person),
    name: textOf(person['name'], 500),
    company: isJsonObject(organization) ? organizationOf(organization, organizationOwner) : null,
    createdAt: isoOf(person['add_time']),
    traits: {
      ...customFields(person, fields as Map<string, CustomField>),
      ...present<string>({
        jobTitle: textOf(person['job_title'], 300),
        phone: firstValue(person['phones']),
      }),
    },
  }
}

export function readCrmBDeal(item: Answer): CrmDeal {
  const { object, owner, organization, organizationOwner, person, fields } = item
  const deal = objectOf(object)
  const changedAt = isoOf(deal['update_time']) ?? isoOf(deal['add_time'])
  if (changedAt === null) throw new Error('it has no update_time')
  const pipelineId = idOf(deal['pipeline_id'])
  const stageId = idOf(deal['stage_id'])
  const pipeline = (item['pipelines'] as Pipeline[]).find(({ id }) => id === pipelineId)
  const status = textOf(deal['status'], 50)
  const custom = customFields(deal, fields as Map<string, CustomField>)
  const lostBecause = textOf(deal['lost_reason'], 20_000)
  const said = Object.entries(custom).map(([name, value]) => `${name}: ${value}`)
  if (lostBecause !== null) said.push(`Lost because: ${lostBecause}`)
  return {
    id: requireId(deal),
    title: textOf(deal['title'], 1_000),
    text: said.join('\n') || null,
    changedAt,
    permalink: null,
    pipeline: { id: pipelineId, name: pipeline?.name ?? null },
    stage: { id: stageId, name: pipeline?.stages.find(({ id }) => id === stageId)?.name ?? null },
    ended: status === 'won' ? 'Won' : status === 'lost' ? 'Lost' : null,
    owner: {
      email: emailOf(isJsonObject(owner) ? owner['email'] : null),
      name: textOf(isJsonObject(owner) ? owner['name'] : null, 300),
    },
    company: isJsonObject(organization) ? organizationOf(organization, organizationOwner) : null,
    people: isJsonObject(person)
      ? [{ email: emailsOf(person)[0] ?? null, name: textOf(person['name'], 300) }]
      : [],
    details: {
      status,
      amountCents: toCents(numberOf(deal['value'])),
      currency: textOf(deal['currency'], 10)?.toUpperCase() ?? null,
      closeDate: textOf(deal['expected_close_date'], 40),
      closedAt: isoOf(deal['close_time']),
      createdAt: isoOf(deal['add_time']),
      probability: numberOf(deal['probability']),
      archived: deal['is_archived'] === true ? true : null,
      customFields: Object.keys(custom).length === 0 ? null : custom,
    },
  }
}

/** Pipelines and their stages, in order, without deleted ones. */
export async function readCrmBPipelines(api: ProviderApi): Promise<Pipeline[]> {
  const pipelines = await readAll(api, 'pipelines')
  const stages = await readAll(api, 'stages')
  return inOrder(pipelines).map((pipeline) => ({
    id: requireId(pipeline),
    name: textOf(pipeline['name'], 500) ?? requireId(pipeline),
    stages: inOrder(stages)
      .filter((stage) => idOf(stage['pipeline_id']) === requireId(pipeline))
      // Won and lost are a deal's status here, not stages.
      .map((stage) => ({
        id: requireId(stage),
        name: textOf(stage['name'], 500) ?? requireId(stage),
        closed: null,
      })),
  }))
}

async function readAll(api: ProviderApi, path: string): Promise<Answer[]> {
  const all: Answer[] = []
  const pages = eachPage(
    `The list of ${path}`,
    (cursor) => api.get(`/api/v2/${path}`, { limit: 500, cursor }),
    ({ additional_data: more }) => (isJsonObject(more) ? textOf(more['next_cursor'], 2_000) : null),
  )
  for await (const answer of pages) all.push(...listIn(answer, 'data').map(objectOf))
  return all
}

function inOrder(found: readonly Answer[]): Answer[] {
  return found
    .filter((one) => one['is_deleted'] !== true)
    .toSorted((left, right) => Number(left['order_nr']) - Number(right['order_nr']))
}

/** The primary address first. */
function emailsOf(person: Answer): string[] {
  const listed = objectsOf(person['emails']) ?? []
  const sorted = listed.toSorted(
    (left, right) => Number(right['primary'] === true) - Number(left['primary'] === true),
  )
  return sorted.flatMap(({ value }) => emailOf(value) ?? [])
}

function firstValue(values: unknown): string | null {
  const [first] = objectsOf(values) ?? []
  return first === undefined ? null : textOf(first['value'], 200)
}

/** Custom fields by name: options by their labels, amounts and addresses as text. */
function customFields(object: Answer, fields: ReadonlyMap<string, CustomField>): Record<string, string> {
  const values = isJsonObject(object['custom_fields']) ? object['custom_fields'] : {}
  const named: Record<string, string> = {}
  for (const [hash, value] of Object.entries(values)) {
    const field = fields.get(hash)
    const text = field === undefined ? null : valueText(value, field)
    if (field !== undefined && text !== null && Object.keys(named).length < 100) named[field.name] = text
  }
  return named
}

function valueText(value: unknown, field: CustomField): string | null {
  if (Array.isArray(value))
    return (
      value
        .slice(0, 100)
        .flatMap((one) => valueText(one, field) ?? [])
        .join(', ') || null
    )
  if (isJsonObject(value)) {
    const text = valueText(value['value'], field)
    return text === null ? null : [text, textOf(value['currency'], 10)].filter(Boolean).join(' ')
  }
  if (typeof value === 'boolean') return String(value)
  const id = idOf(value)
  const chosen = id === null ? undefined : field.options.get(id)
  return chosen || (typeof value === 'number' ? String(value) : textOf(value, 5_000))
}
