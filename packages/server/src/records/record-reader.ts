import { dropSecretFields, limits } from '@customer-intel/contract'
import type { CustomerReferenceInput, ResolvedRecordInput } from '@customer-intel/contract'
import { companyDomain, companyOfHost } from '../customers/identity/company-domain.ts'
import { normalizeEmail, normalizeId, withoutControls } from '../customers/identity/keys.ts'
import type { CustomerKey, StoredRecord } from '../kernel/log/record.ts'

/** The problem with a record that satisfies the contract's schema. */
export interface RecordFault {
  path: (string | number)[]
  /** The end of a sentence that starts with the field's name. */
  remedy: string
}

export interface RecordReaderOptions {
  /** Server time, Unix milliseconds. */
  now: number
  /** Customers' keys by public id; ids of no customer are missing. */
  customerKeys: ReadonlyMap<string, CustomerKey>
}

type ReadRecord = { ok: true; record: StoredRecord } | { ok: false; faults: RecordFault[] }

/** The public id by which a record refers to its customer; null when it doesn't, or uses another key. */
export function namedCustomer(input: ResolvedRecordInput): string | null {
  if (!('customer' in input) || input.customer === undefined) return null
  return 'id' in input.customer ? input.customer.id : null
}

/**
 * Turns a validated record into the form that is stored: keys normalised like those of events, times as Unix
 * milliseconds, a customer's id replaced by its key. Pure. Else all that is wrong.
 */
export function readRecord(input: ResolvedRecordInput, options: RecordReaderOptions): ReadRecord {
  const faults: RecordFault[] = []
  const record = toStored(input, createFieldReaders(options, faults))
  return faults.length === 0 ? { ok: true, record } : { ok: false, faults }
}

function toStored(input: ResolvedRecordInput, read: FieldReaders): StoredRecord {
  switch (input.kind) {
    case 'source': {
      const { occurredAt, customer, participants, record, ...rest } = input
      return {
        ...rest,
        record: withoutSecretFields(record),
        occurredAt: read.time(occurredAt, ['occurredAt']),
        customer: customer && read.customer(customer, ['customer']),
        participants: participants?.map(({ email, ...person }, index) => ({
          ...person,
          email: read.optionalEmail(email, ['participants', index, 'email']),
        })),
      }
    }
    case 'fact': {
      const { factId, customer, occurredAt, ...rest } = input
      return {
        ...rest,
        factId: read.plain(factId, ['factId']),
        origin: 'stated',
        customer: read.customer(customer, ['customer']),
        occurredAt: read.optionalTime(occurredAt, ['occurredAt']),
      }
    }
    case 'customer': {
      const { customerId, domain, ownerEmail, createdAt, traits, ...rest } = input
      return {
        ...rest,
        traits: withoutSecretFields(traits),
        customerId: customerId === undefined ? undefined : read.id(customerId, ['customerId']),
        domain: domain === undefined ? undefined : read.domain(domain, ['domain']),
        ownerEmail: read.optionalEmail(ownerEmail, ['ownerEmail']),
        createdAt: read.optionalTime(createdAt, ['createdAt']),
      }
    }
    case 'user': {
      const { email, userId, customer, createdAt, traits, ...rest } = input
      return {
        ...rest,
        traits: withoutSecretFields(traits),
        email: read.optionalEmail(email, ['email']),
        userId: userId === undefined ? undefined : read.id(userId, ['userId']),
        customer: customer && read.company(customer, ['customer']),
        createdAt: read.optionalTime(createdAt, ['createdAt']),
      }
    }
    case 'member': {
      const { email, managerEmail, ...rest } = input
      return {
        ...rest,
        email: read.email(email, ['email']),
        managerEmail: read.optionalEmail(managerEmail, ['managerEmail']),
      }
    }
    case 'revenue': {
      const { customer, date, ...rest } = input
      read.time(date, ['date'])
      return { ...rest, date, customer: read.customer(customer, ['customer']) }
    }
  }
}

/** Like properties of events: passwords and cards aren't stored. A copy. */
function withoutSecretFields<Fields extends object>(fields: Fields | undefined): Fields | undefined {
  const kept = structuredClone(fields)
  if (kept !== undefined) dropSecretFields(kept as Record<string, unknown>)
  return kept
}

type FieldReaders = ReturnType<typeof createFieldReaders>

/** Each reader returns a field's value, or notes a problem; a record with a problem is dropped with all its values. */
function createFieldReaders({ now, customerKeys }: RecordReaderOptions, faults: RecordFault[]) {
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + limits.records.yearsAhead)

  const must = <Value>(value: Value | null | undefined, path: RecordFault['path'], remedy: string): Value => {
    if (value === null || value === undefined) faults.push({ path, remedy })
    return value as Value
  }
  const plain = (text: string, path: RecordFault['path']): string =>
    must(withoutControls(text) === text ? text : null, path, 'must not contain control characters')
  const time = (text: string, path: RecordFault['path']): number => {
    const ms = Date.parse(text)
    const possible = ms >= 0 && ms <= latest.getTime()
    return must(possible ? ms : null, path, `must lie between 1970 and ${latest.getUTCFullYear()}`)
  }
  const email = (text: string, path: RecordFault['path']): string =>
    must(
      normalizeEmail(text),
      path,
      'is a placeholder that names nobody: give the real address, or leave it out',
    )
  const id = (text: string, path: RecordFault['path']): string =>
    must(normalizeId(text), path, 'is a placeholder that names nobody: give the real id, or leave it out')
  const domain = (text: string, path: RecordFault['path']): string =>
    must(
      companyOfHost(text),
      path,
      'is no company’s domain (free-mail, academic or without a public suffix): give customerId instead',
    )
  const customer = (reference: CustomerReferenceInput, path: RecordFault['path']): CustomerKey => {
    if ('customerId' in reference) return { customerId: id(reference.customerId, [...path, 'customerId']) }
    if ('domain' in reference) return { domain: domain(reference.domain, [...path, 'domain']) }
    if ('email' in reference) return { email: email(reference.email, [...path, 'email']) }
    return must(
      customerKeys.get(reference.id),
      [...path, 'id'],
      'names no customer of this organization: give an id that an answer gave, or customerId, domain or email',
    )
  }
  return {
    time,
    optionalTime: (text: string | undefined, path: RecordFault['path']) =>
      text === undefined ? undefined : time(text, path),
    plain,
    email,
    optionalEmail: (text: string | undefined, path: RecordFault['path']) =>
      text === undefined ? undefined : email(text, path),
    id,
    domain,
    customer,
    /** A reference to a customer that people can belong to: not a person without a company. */
    company(reference: CustomerReferenceInput, path: RecordFault['path']) {
      const key = customer(reference, path)
      if (faults.length > 0) return undefined
      if ('customerId' in key || 'domain' in key) return key
      const found = 'email' in key ? companyDomain(key.email) : null
      const remedy = 'names a person who belongs to no company: give the company’s customerId or domain'
      return { domain: must(found, [...path, ...Object.keys(reference)], remedy) }
    },
  }
}
