import type { ProviderId, RecordInput } from '@customer-intel/contract'
import { companyDomain, companyOfHost } from '../../customers/identity/company-domain.ts'
import { present } from '../fields.ts'
import type { MapContext, MappedRecord } from '../provider.ts'
import { mappingsOf } from './crm-mapping-step.ts'
import { svcStageOf } from './crm-pipeline.ts'

/** A company, in one form for all CRMs. */
export interface CrmCompany {
  id: string
  name: string | null
  /** Its domain or website, as entered. */
  website: string | null
  ownerEmail: string | null
  /** ISO 8601. */
  createdAt: string | null
  traits: Record<string, string | number | boolean>
}

export interface CrmPerson {
  id: string
  /** The first one identifies them. */
  emails: string[]
  name: string | null
  company: CrmCompany | null
  /** ISO 8601. */
  createdAt: string | null
  traits: Record<string, string | number | boolean>
}

export interface CrmDeal {
  id: string
  title: string | null
  /** What people wrote about it. */
  text: string | null
  /** Time of the last change, ISO 8601. */
  changedAt: string
  permalink: string | null
  pipeline: { id: string | null; name: string | null }
  stage: { id: string | null; name: string | null }
  /** How it ended, if the CRM states that besides the stage. */
  ended: 'Won' | 'Lost' | null
  owner: { email: string | null; name: string | null }
  company: CrmCompany | null
  people: { email: string | null; name: string | null }[]
  /** Other fields of the record. */
  details: Record<string, string | number | boolean | Record<string, string> | null>
}

type Account = { domain: string } | { customerId: string }

/** The company's domain; else that of its people's addresses; else its id in the CRM. */
function accountOf(
  provider: ProviderId,
  company: CrmCompany | null,
  emails: readonly (string | null)[],
): Account | null {
  const domain =
    websiteDomain(company) ??
    emails.flatMap((email) => (email === null ? [] : (companyDomain(email) ?? []))).at(0) ??
    null
  if (domain !== null) return { domain }
  return company === null ? null : { customerId: `${provider}/${company.id}` }
}

function websiteDomain(company: CrmCompany | null): string | null {
  return companyOfHost(company?.website ?? '')
}

function customerRecord(account: Account, company: CrmCompany): RecordInput {
  const { name, ownerEmail, createdAt, traits } = company
  return { kind: 'customer', ...account, ...present({ name, ownerEmail, createdAt }), traits }
}

/** A company becomes the customer of its domain. One without a domain only appears through its people and deals. */
export function companyRecords(company: CrmCompany): MappedRecord[] {
  const domain = websiteDomain(company)
  return domain === null ? [] : [customerRecord({ domain }, company)]
}

/** A person becomes a user. Without an address they can't be identified, and are skipped. */
export function personRecords(
  { id, emails, name, company, createdAt, traits }: CrmPerson,
  { provider }: MapContext,
): MappedRecord[] {
  const [email] = emails
  if (email === undefined) return []
  const account = accountOf(provider, company, emails)
  const records: MappedRecord[] = [
    {
      kind: 'user',
      email,
      ...present({ name, createdAt }),
      ...(company !== null && account !== null && { customer: account }),
      traits: { ...traits, crmId: id },
    },
  ]
  if (company !== null && account !== null && websiteDomain(company) === null)
    records.push(customerRecord(account, company))
  return records
}

/** A deal becomes an opportunity: with the CRM's stage, and with ours once stages are mapped. */
export function dealRecords(deal: CrmDeal, { provider, setup }: MapContext): MappedRecord[] {
  const { id, title, text, pipeline, stage, ended, owner, company, people, details } = deal
  const account = accountOf(
    provider,
    company,
    people.map(({ email }) => email),
  )
  const mappings = mappingsOf(setup)
  const svcStage =
    mappings === null ? null : (ended ?? svcStageOf(mappings, { pipelineId: pipeline.id, stageId: stage.id }))
  const records: MappedRecord[] = [
    {
      kind: 'source',
      sourceType: 'OPPORTUNITY',
      sourceId: `${provider}/${id}`,
      provider,
      occurredAt: deal.changedAt,
      title: title ?? `Deal ${id}`,
      ...present({ text, permalink: deal.permalink }),
      ...(account !== null && { customer: account }),
      participants: [
        ...people
          .slice(0, 499)
          .flatMap(({ email, name }) =>
            email === null && name === null ? [] : [{ ...present({ email, name }), role: 'contact' }],
          ),
        // A colleague's address would link the deal to an account of our own.
        ...(owner.name === null ? [] : [{ name: owner.name, role: 'owner' }]),
      ],
      record: present({
        stage: stage.name ?? stage.id,
        svcStage,
        stageId: stage.id,
        pipeline: pipeline.name ?? pipeline.id,
        pipelineId: pipeline.id,
        ownerEmail: owner.email,
        ownerName: owner.name,
        ...details,
      }),
    },
  ]
  if (company !== null && account !== null && 'customerId' in account)
    records.push(customerRecord(account, company))
  return records
}

/** An amount, as number or text, in hundredths; null if invalid. */
export function toCents(amount: number | null): number | null {
  const cents = amount === null ? null : Math.round(amount * 100)
  return cents !== null && Number.isSafeInteger(cents) ? cents : null
}
