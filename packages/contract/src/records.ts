import * as v from 'valibot'
import { readHost } from './addresses.ts'
import { jsonObject } from './json.ts'
import { describedAs } from './described-as.ts'
import { CurrencySchema } from './currencies.ts'
import { limits } from './limits.ts'
import { TraitsSchema } from './maps.ts'
import { listOf, needsOneOf, strictObject } from './objects.ts'
import {
  CalendarDateSchema,
  EmailSchema,
  ZonedDateTimeSchema,
  integer,
  text,
  trimmedText,
} from './scalars.ts'
import { ImportedSourceTypeInputSchema, SourceTypeInputSchema } from './sources.ts'
import { billingStatuses, factStatuses, factTypes } from './vocabulary.ts'

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

export const CustomerReferenceInputSchema = v.pipe(
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

/** Someone who took part in a source. */
export const ParticipantInputSchema = strictObject({
  /** Their e-mail address. */
  email: v.optional(EmailSchema),
  /** Their name. */
  name: v.optional(NameSchema),
  /** Such as `host`, `from`, `to`, `requester`. */
  role: v.optional(trimmedText(bounds.roleLength)),
  /** `internal`: one of your own people, who makes no customer. Default: by their address. */
  affiliation: v.optional(v.literal('internal')),
})

/** A call, mail, ticket, deal, meeting or chat. Its key: `sourceType` and `sourceId`. */
export const SourceRecordInputSchema = strictObject({
  /** Tells it from other records. */
  kind: v.literal('source'),
  /** What kind of source it is; aliases are taken. */
  sourceType: ImportedSourceTypeInputSchema,
  /** What the system that it comes from calls it. */
  sourceId: IdentifierSchema,
  /** ISO 8601 with a zone. */
  occurredAt: ZonedDateTimeSchema,
  /** Its name. */
  title: v.optional(text(bounds.titleLength)),
  /** What was said or written: up to 1,000,000 characters. */
  text: v.optional(text(bounds.textLength)),
  /** A summary. */
  summary: v.optional(text(bounds.summaryLength)),
  /** Its web page: http or https. */
  permalink: v.optional(
    v.pipe(
      trimmedText(bounds.permalinkLength),
      v.regex(/^https?:\/\/[^\s/]/i, 'must be a whole web address, such as https://acme.example/calls/17'),
    ),
  ),
  /** Id of the integration that it comes from. */
  provider: v.optional(trimmedText(bounds.providerLength)),
  /** Default: the customer that its external participants belong to. */
  customer: v.optional(CustomerReferenceInputSchema),
  /** Up to 500. */
  participants: v.optional(listOf(ParticipantInputSchema, bounds.participants)),
  /** Fields of this source type: stage and amount of a deal, priority of a ticket. */
  record: v.optional(jsonObject({ maxBytes: bounds.recordBytes })),
})

/** Evidence of a fact: a literal quote from a source. The source may be imported later. */
export const FactEvidenceInputSchema = strictObject({
  /** What kind of source it is from; aliases are taken. */
  sourceType: SourceTypeInputSchema,
  /** The source's id within its type. */
  sourceId: IdentifierSchema,
  /** The words that say it. */
  quote: text(bounds.quoteLength, 1),
})

/** Something that is known of a customer. Its key: `factId`. */
export const FactRecordInputSchema = strictObject({
  /** Tells it from other records. */
  kind: v.literal('fact'),
  /** Your own id of the fact: the same one replaces it. */
  factId: IdentifierSchema,
  /** One sentence. */
  assertion: trimmedText(bounds.assertionLength),
  /** Which customer it is about. */
  customer: CustomerReferenceInputSchema,
  /** Default `CUSTOM`. */
  factType: v.optional(v.picklist(factTypes)),
  /** Default `ACTIVE`. */
  status: v.optional(v.picklist(factStatuses)),
  /** 0 to 1. */
  confidence: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  /** ISO 8601 with a zone. Default: when its evidence occurred. */
  occurredAt: v.optional(ZonedDateTimeSchema),
  /** 1 to 50. */
  evidence: listOf(FactEvidenceInputSchema, bounds.evidence, 1),
})

/** An account in your systems: `customerId` or `domain` is required. Its key: the first of these that is given. */
export const CustomerRecordInputSchema = v.pipe(
  strictObject({
    /** Tells it from other records. */
    kind: v.literal('customer'),
    /** The caller's own id of the account. */
    customerId: v.optional(IdentifierSchema),
    /** A company's. */
    domain: v.optional(DomainSchema),
    /** Its name. */
    name: v.optional(NameSchema),
    /** The member who looks after it. */
    ownerEmail: v.optional(EmailSchema),
    /** When it became known where it comes from, such as its creation in the CRM. ISO 8601 with a zone. Default: when the record came. */
    createdAt: v.optional(ZonedDateTimeSchema),
    /** Further data. */
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
)

/** A person in your systems: `email` or `userId` is required. Its key: `userId`, else `email`. */
export const UserRecordInputSchema = v.pipe(
  strictObject({
    /** Tells it from other records. */
    kind: v.literal('user'),
    /** Their e-mail address. */
    email: v.optional(EmailSchema),
    /** The caller's own id of the person. */
    userId: v.optional(IdentifierSchema),
    /** Their name. */
    name: v.optional(NameSchema),
    /** The account that they belong to: a company. */
    customer: v.optional(CustomerReferenceInputSchema),
    /** When they became known where they come from, such as a sign-up. ISO 8601 with a zone. Default: when the record came. */
    createdAt: v.optional(ZonedDateTimeSchema),
    /** Further data. */
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
)

/** A member of your organization. Its key: `email`. */
export const MemberRecordInputSchema = strictObject({
  /** Tells it from other records. */
  kind: v.literal('member'),
  /** Their e-mail address. */
  email: EmailSchema,
  /** Their name. */
  name: NameSchema,
  /** What they may do in the workspace, in your words. */
  role: v.optional(trimmedText(bounds.roleLength)),
  /** Their job. */
  title: v.optional(NameSchema),
  /** The e-mail address of their manager. */
  managerEmail: v.optional(EmailSchema),
  /** Which part of the market is theirs. */
  territory: v.optional(NameSchema),
})

/** What a customer pays, on a day. Its key: the customer and the day. */
export const RevenueRecordInputSchema = strictObject({
  /** Tells it from other records. */
  kind: v.literal('revenue'),
  /** Whose revenue it is. */
  customer: CustomerReferenceInputSchema,
  /** `YYYY-MM-DD`. */
  date: CalendarDateSchema,
  /** Monthly recurring revenue from that day on, in cents. */
  mrrCents: MoneySchema,
  /** ISO 4217, such as `EUR`. */
  currency: v.optional(CurrencySchema),
  /** The account's billing status. */
  billingStatus: v.optional(v.picklist(billingStatuses)),
  /** What the plan is called. */
  plan: v.optional(NameSchema),
  /** How many run. */
  activeSubscriptions: v.optional(integer(0, bounds.subscriptions)),
  /** Paid on that day, in cents; negative when more went back, such as by a refund. */
  paidCents: v.optional(integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
})
// What depends on the server's lists, clock and data the server checks further.
/** One record. Sent again with the same key, it replaces the earlier one; an equal one changes nothing. */
export const RecordInputSchema = v.variant('kind', [
  SourceRecordInputSchema,
  FactRecordInputSchema,
  CustomerRecordInputSchema,
  UserRecordInputSchema,
  MemberRecordInputSchema,
  RevenueRecordInputSchema,
])
/** A record once validated: types of sources canonical, texts trimmed where blanks don't count. */
export type ResolvedRecordInput = v.InferOutput<typeof RecordInputSchema>
