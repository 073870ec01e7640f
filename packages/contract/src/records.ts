import * as v from 'valibot'
import { readHost } from './addresses.ts'
import { jsonObject } from './json.ts'
import { describedAs } from './described-as.ts'
import { isCurrency } from './currencies.ts'
import { limits } from './limits.ts'
import { TraitsSchema, type JsonObject, type Traits } from './maps.ts'
import { listOf, needsOneOf, strictObject } from './objects.ts'
import {
  CalendarDateSchema,
  EmailSchema,
  ZonedDateTimeSchema,
  integer,
  text,
  trimmedText,
} from './scalars.ts'
import { ImportedSourceTypeInputSchema, SourceTypeInputSchema, type SourceTypeInput } from './sources.ts'
import { billingStatuses, factStatuses, factTypes } from './vocabulary.ts'
import type { BillingStatus, FactStatus, FactType } from './vocabulary.ts'
/**
 * The customer that a record is about: by the id that answers give (a former one too), by the caller's own id of the
 * account, by its domain, or by the address of somebody who belongs to it.
 */
export type CustomerReferenceInput =
  | {
      /** The customer's id here. */
      id: string
    }
  | {
      /** Your own id of the account. */
      customerId: string
    }
  | {
      /** A domain of the company. */
      domain: string
    }
  | {
      /** The e-mail address of somebody there. */
      email: string
    }
/** Someone who took part in a source. */
export interface ParticipantInput {
  /** Their e-mail address. */
  email?: string
  /** Their name. */
  name?: string
  /** Such as `host`, `from`, `to`, `requester`. */
  role?: string
  /** `internal`: one of your own people, who makes no customer. Default: by their address. */
  affiliation?: 'internal'
}
/** A call, mail, ticket, deal, meeting or chat. Its key: `sourceType` and `sourceId`. */
export interface SourceRecordInput {
  /** Tells it from other records. */
  kind: 'source'
  /** What kind of source it is; aliases are taken. */
  sourceType: Exclude<SourceTypeInput, 'FORM'>
  /** What the system that it comes from calls it. */
  sourceId: string
  /** ISO 8601 with a zone. */
  occurredAt: string
  /** Its name. */
  title?: string
  /** What was said or written: up to 1,000,000 characters. */
  text?: string
  /** A summary. */
  summary?: string
  /** Its web page: http or https. */
  permalink?: string
  /** Id of the integration that it comes from. */
  provider?: string
  /** Default: the customer that its external participants belong to. */
  customer?: CustomerReferenceInput
  /** Up to 500. */
  participants?: ParticipantInput[]
  /** Fields of this source type: stage and amount of a deal, priority of a ticket. */
  record?: JsonObject
}
/** Evidence of a fact: a literal quote from a source. The source may be imported later. */
export interface FactEvidenceInput {
  /** What kind of source it is from; aliases are taken. */
  sourceType: SourceTypeInput
  /** The source's id within its type. */
  sourceId: string
  /** The words that say it. */
  quote: string
}
/** Something that is known of a customer. Its key: `factId`. */
export interface FactRecordInput {
  /** Tells it from other records. */
  kind: 'fact'
  /** Your own id of the fact: the same one replaces it. */
  factId: string
  /** One sentence. */
  assertion: string
  /** Which customer it is about. */
  customer: CustomerReferenceInput
  /** Default `CUSTOM`. */
  factType?: FactType
  /** Default `ACTIVE`. */
  status?: FactStatus
  /** 0 to 1. */
  confidence?: number
  /** ISO 8601 with a zone. Default: when its evidence occurred. */
  occurredAt?: string
  /** 1 to 50. */
  evidence: FactEvidenceInput[]
}
/** An account in your systems: `customerId` or `domain` is required. Its key: the first of these that is given. */
export interface CustomerRecordInput {
  /** Tells it from other records. */
  kind: 'customer'
  /** The caller's own id of the account. */
  customerId?: string
  /** A company's. */
  domain?: string
  /** Its name. */
  name?: string
  /** The member who looks after it. */
  ownerEmail?: string
  /** When it became known where it comes from, such as its creation in the CRM. ISO 8601 with a zone. Default: when the record came. */
  createdAt?: string
  /** Further data. */
  traits?: Traits
}
/** A person in your systems: `email` or `userId` is required. Its key: `userId`, else `email`. */
export interface UserRecordInput {
  /** Tells it from other records. */
  kind: 'user'
  /** Their e-mail address. */
  email?: string
  /** The caller's own id of the person. */
  userId?: string
  /** Their name. */
  name?: string
  /** The account that they belong to: a company. */
  customer?: CustomerReferenceInput
  /** When they became known where they come from, such as a sign-up. ISO 8601 with a zone. Default: when the record came. */
  createdAt?: string
  /** Further data. */
  traits?: Traits
}
/** A member of your organization. Its key: `email`. */
export interface MemberRecordInput {
  /** Tells it from other records. */
  kind: 'member'
  /** Their e-mail address. */
  email: string
  /** Their name. */
  name: string
  /** What they may do in the workspace, in your words. */
  role?: string
  /** Their job. */
  title?: string
  /** The e-mail address of their manager. */
  managerEmail?: string
  /** Which part of the market is theirs. */
  territory?: string
}
/** What a customer pays, on a day. Its key: the customer and the day. */
export interface RevenueRecordInput {
  /** Tells it from other records. */
  kind: 'revenue'
  /** Whose revenue it is. */
  customer: CustomerReferenceInput
  /** `YYYY-MM-DD`. */
  date: string
  /** Monthly recurring revenue from that day on, in cents. */
  mrrCents: number
  /** ISO 4217, such as `EUR`. */
  currency?: string
  /** The account's billing status. */
  billingStatus?: BillingStatus
  /** What the plan is called. */
  plan?: string
  /** How many run. */
  activeSubscriptions?: number
  /** Paid on that day, in cents; negative when more went back, such as by a refund. */
  paidCents?: number
}
/** One record. Sent again with the same key, it replaces the earlier one; an equal one changes nothing. */
export type RecordInput =
  | SourceRecordInput
  | FactRecordInput
  | CustomerRecordInput
  | UserRecordInput
  | MemberRecordInput
  | RevenueRecordInput
const bounds = limits.records
/** An id of the caller's. */
const IdentifierSchema = trimmedText(bounds.idLength)
const NameSchema = trimmedText(bounds.nameLength)
const MoneySchema = integer(0, Number.MAX_SAFE_INTEGER)
/**
 * A company's domain, also as the address of its website; what it must not be (free-mail, for example) the server knows.
 */
const DomainSchema = v.pipe(
  trimmedText(bounds.domainLength),
  v.transform((value) => readHost(value) ?? value),
  v.regex(/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/i, 'must be a domain, such as acme.example'),
)

const CustomerReferenceInputSchema = v.pipe(
  strictObject({
    id: v.optional(IdentifierSchema),
    customerId: v.optional(IdentifierSchema),
    domain: v.optional(DomainSchema),
    email: v.optional(EmailSchema),
  }),
  describedAs({ minProperties: 1, maxProperties: 1 }),
  v.check(
    (reference) => Object.keys(reference).length === 1,
    'must name the customer in exactly one way: give id, customerId, domain or email',
  ),
  // That exactly one is there has just been checked, which no type of a schema can say.
) as v.GenericSchema as v.GenericSchema<CustomerReferenceInput>

const ParticipantInputSchema = strictObject({
  email: v.optional(EmailSchema),
  name: v.optional(NameSchema),
  role: v.optional(trimmedText(bounds.roleLength)),
  affiliation: v.optional(v.literal('internal')),
}) satisfies v.GenericSchema<ParticipantInput>

export const SourceRecordInputSchema = strictObject({
  kind: v.literal('source'),
  sourceType: ImportedSourceTypeInputSchema,
  sourceId: IdentifierSchema,
  occurredAt: ZonedDateTimeSchema,
  title: v.optional(text(bounds.titleLength)),
  text: v.optional(text(bounds.textLength)),
  summary: v.optional(text(bounds.summaryLength)),
  permalink: v.optional(
    v.pipe(
      trimmedText(bounds.permalinkLength),
      v.regex(/^https?:\/\/[^\s/]/i, 'must be a whole web address, such as https://acme.example/calls/17'),
    ),
  ),
  provider: v.optional(trimmedText(bounds.providerLength)),
  customer: v.optional(CustomerReferenceInputSchema),
  participants: v.optional(listOf(ParticipantInputSchema, bounds.participants)),
  record: v.optional(jsonObject({ maxBytes: bounds.recordBytes })),
}) satisfies v.GenericSchema<SourceRecordInput>

export const FactRecordInputSchema = strictObject({
  kind: v.literal('fact'),
  factId: IdentifierSchema,
  assertion: trimmedText(bounds.assertionLength),
  customer: CustomerReferenceInputSchema,
  factType: v.optional(v.picklist(factTypes)),
  status: v.optional(v.picklist(factStatuses)),
  confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  occurredAt: v.optional(ZonedDateTimeSchema),
  evidence: listOf(
    strictObject({
      sourceType: SourceTypeInputSchema,
      sourceId: IdentifierSchema,
      quote: text(bounds.quoteLength, 1),
    }),
    bounds.evidence,
    1,
  ),
}) satisfies v.GenericSchema<FactRecordInput>

export const CustomerRecordInputSchema = v.pipe(
  strictObject({
    kind: v.literal('customer'),
    customerId: v.optional(IdentifierSchema),
    domain: v.optional(DomainSchema),
    name: v.optional(NameSchema),
    ownerEmail: v.optional(EmailSchema),
    createdAt: v.optional(ZonedDateTimeSchema),
    traits: v.optional(TraitsSchema),
  }),
  needsOneOf('customerId', 'domain'),
  v.forward(
    v.check(
      ({ customerId, domain }) => customerId !== undefined || domain !== undefined,
      'is required when there is no domain: a customer needs one of the two',
    ),
    ['customerId'],
  ),
) satisfies v.GenericSchema<CustomerRecordInput>

export const UserRecordInputSchema = v.pipe(
  strictObject({
    kind: v.literal('user'),
    email: v.optional(EmailSchema),
    userId: v.optional(IdentifierSchema),
    name: v.optional(NameSchema),
    customer: v.optional(CustomerReferenceInputSchema),
    createdAt: v.optional(ZonedDateTimeSchema),
    traits: v.optional(TraitsSchema),
  }),
  needsOneOf('email', 'userId'),
  v.forward(
    v.check(
      ({ email, userId }) => email !== undefined || userId !== undefined,
      'is required when there is no userId: a user needs one of the two',
    ),
    ['email'],
  ),
) satisfies v.GenericSchema<UserRecordInput>

export const MemberRecordInputSchema = strictObject({
  kind: v.literal('member'),
  email: EmailSchema,
  name: NameSchema,
  role: v.optional(trimmedText(bounds.roleLength)),
  title: v.optional(NameSchema),
  managerEmail: v.optional(EmailSchema),
  territory: v.optional(NameSchema),
}) satisfies v.GenericSchema<MemberRecordInput>

export const RevenueRecordInputSchema = strictObject({
  kind: v.literal('revenue'),
  customer: CustomerReferenceInputSchema,
  date: CalendarDateSchema,
  mrrCents: MoneySchema,
  currency: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z]{3}$/, 'must be a currency of ISO 4217, such as EUR'),
      v.toUpperCase(),
      v.check(isCurrency, 'must be a currency of ISO 4217, such as EUR'),
    ),
  ),
  billingStatus: v.optional(v.picklist(billingStatuses)),
  plan: v.optional(NameSchema),
  activeSubscriptions: v.optional(integer(0, bounds.subscriptions)),
  paidCents: v.optional(integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
}) satisfies v.GenericSchema<RevenueRecordInput>
/** One record by itself, strict, chosen by `kind`. What depends on the server's lists, clock and data it checks further. */
export const RecordInputSchema = v.variant('kind', [
  SourceRecordInputSchema,
  FactRecordInputSchema,
  CustomerRecordInputSchema,
  UserRecordInputSchema,
  MemberRecordInputSchema,
  RevenueRecordInputSchema,
]) satisfies v.GenericSchema<RecordInput>
/** A record once validated: types of sources canonical, texts trimmed where blanks don't count. */
export type ResolvedRecordInput = v.InferOutput<typeof RecordInputSchema>
