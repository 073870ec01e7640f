import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { CountSchema, DateTimeSchema, text } from '../scalars.ts'
import { errorResponses, defineRoutes } from './definition.ts'
import { IdParamsSchema } from './params.ts'

/** What kinds of things are known of a person. */
export const personItemKinds = [
  'contact',
  'key',
  'link',
  'trait',
  'fact',
  'revenue',
  'source',
  'event',
] as const
export type PersonItemKind = (typeof personItemKinds)[number]

export const erasureStatuses = ['RUNNING', 'DONE', 'FAILED'] as const
export type ErasureStatus = (typeof erasureStatuses)[number]

const PersonSchema = text(limits.people.referenceLength, 1)

/**
 * Names a person.
 * @example {"person": "edith.garland@alder-logistics.example"}
 */
export const ErasePersonBodySchema = strictObject({
  /**
   * An e-mail address, a userId of yours, or a user id of ours, also a former one.
   * @example "edith.garland@alder-logistics.example"
   */
  person: PersonSchema,
})

/**
 * Names a person, and where to go on.
 * @example {"person": "edith.garland@alder-logistics.example"}
 */
export const ExportPersonBodySchema = strictObject({
  /**
   * An e-mail address, a userId of yours, or a user id of ours, also a former one.
   * @example "edith.garland@alder-logistics.example"
   */
  person: PersonSchema,
  /** `nextCursor` of the page before. */
  cursor: v.optional(text(limits.people.cursorLength, 1)),
})

/** One thing that is known of a person. */
export const PersonItemSchema = v.object({
  /** What kind of thing it is. */
  kind: v.picklist(personItemKinds),
  /** What it says, by kind. */
  data: JsonObjectSchema,
})

/** A page of what is known of a person. */
export const PersonExportSchema = v.object({
  /** The things of this page. */
  items: v.array(PersonItemSchema),
  /** Null after the last page. */
  nextCursor: v.nullable(v.string()),
})

/** That a person was erased. Says nothing of who it was. */
export const ErasureReceiptSchema = v.object({
  /** When it was done. ISO 8601, UTC. */
  completedAt: DateTimeSchema,
  /** The API key's id, or `operator`. */
  requestedBy: v.string(),
  /** Events of theirs. */
  events: CountSchema,
  /** Sources that were theirs alone. */
  sources: CountSchema,
  /** Other records that went: users, facts, revenue, decisions. */
  records: CountSchema,
  /** Events and records of others in which they were masked. */
  masked: CountSchema,
  /** Segments of the log that were rewritten. */
  segments: CountSchema,
  /** Server processes whose read models were rebuilt. */
  nodes: CountSchema,
  /** Server processes that could not be reached: their read models are rebuilt before they answer again. */
  away: CountSchema,
})

/** An erasure that was asked for. `FAILED`: it didn't get through yet, and is tried again. */
export const ErasureSchema = v.object({
  /** Names the erasure: for `getErasure`. */
  id: v.string(),
  /** Its status. */
  status: v.picklist(erasureStatuses),
  /** When it was asked for. ISO 8601, UTC. */
  requestedAt: DateTimeSchema,
  /** Once it is done. */
  receipt: v.nullable(ErasureReceiptSchema),
})

export const peopleRoutes = defineRoutes({
  exportPerson: {
    method: 'POST',
    path: '/api/people/export',
    sdk: 'people.export',
    svc: { path: ['people', 'export'], arguments: ['person'] },
    summary: 'Everything that is known of one person, in pages',
    description: 'Pass the `nextCursor` of a page on until it is null.',
    tag: 'people',
    auth: 'apiKey',
    grant: 'people:export',
    body: ExportPersonBodySchema,
    responses: {
      200: PersonExportSchema,
      ...errorResponses('simple', [400, 401, 403, 404, 413, 415, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
  erasePerson: {
    method: 'POST',
    path: '/api/people/erase',
    sdk: 'people.erase',
    svc: { path: ['people', 'erase'], arguments: ['person'] },
    summary: 'Erase one person from everything that is stored, for good',
    description: 'It is done in the background: ask `getErasure` until its status is `DONE`.',
    tag: 'people',
    auth: 'apiKey',
    grant: 'people:erase',
    body: ErasePersonBodySchema,
    responses: {
      202: ErasureSchema,
      ...errorResponses('simple', [400, 401, 403, 404, 413, 415, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
  getErasure: {
    method: 'GET',
    path: '/api/people/erasures/{id}',
    sdk: 'people.getErasure',
    svc: { path: ['people', 'erasure'], arguments: ['id'] },
    summary: 'How far an erasure is, and its receipt',
    description: 'The receipt is there once it is done.',
    tag: 'people',
    auth: 'apiKey',
    grant: 'people:erase',
    params: IdParamsSchema,
    responses: {
      200: ErasureSchema,
      ...errorResponses('simple', [401, 403, 404, 503]),
    },
    errorStyle: 'simple',
    idempotent: true,
  },
})
