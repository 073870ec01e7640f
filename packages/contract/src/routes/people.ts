import * as v from 'valibot'
import { JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import type { JsonObject } from '../maps.ts'
import { strictObject } from '../objects.ts'
import { CountSchema, DateTimeSchema, text } from '../scalars.ts'
import { errorResponses, type RouteDefinition } from './definition.ts'
import { IdParamsSchema, type IdParams } from './params.ts'
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

const erasureStatuses = ['RUNNING', 'DONE', 'FAILED'] as const
export type ErasureStatus = (typeof erasureStatuses)[number]

/**
 * Names a person.
 * @example {"person": "edith.garland@alder-logistics.example"}
 */
export interface ErasePersonBody {
  /**
   * An e-mail address, a userId of yours, or a user id of ours, also a former one.
   * @example "edith.garland@alder-logistics.example"
   */
  person: string
}

/**
 * Names a person, and where to go on.
 * @example {"person": "edith.garland@alder-logistics.example"}
 */
export interface ExportPersonBody extends ErasePersonBody {
  /** `nextCursor` of the page before. */
  cursor?: string
}
/** One thing that is known of a person. */
export interface PersonItem {
  /** What kind of thing it is. */
  kind: PersonItemKind
  /** What it says, by kind. */
  data: JsonObject
}
/** A page of what is known of a person. */
export interface PersonExport {
  /** The things of this page. */
  items: PersonItem[]
  /** Null after the last page. */
  nextCursor: string | null
}
/** That a person was erased. Says nothing of who it was. */
export interface ErasureReceipt {
  /** When it was done. ISO 8601, UTC. */
  completedAt: string
  /** The API key's id, or `operator`. */
  requestedBy: string
  /** Events of theirs. */
  events: number
  /** Sources that were theirs alone. */
  sources: number
  /** Other records that went: users, facts, revenue, decisions. */
  records: number
  /** Events and records of others in which they were masked. */
  masked: number
  /** Segments of the log that were rewritten. */
  segments: number
  /** Server processes whose read models were rebuilt. */
  nodes: number
  /** Server processes that could not be reached: their read models are rebuilt before they answer again. */
  away: number
}
/** An erasure that was asked for. `FAILED`: it didn't get through yet, and is tried again. */
export interface Erasure {
  /** Names the erasure: for `getErasure`. */
  id: string
  /** Its status. */
  status: ErasureStatus
  /** When it was asked for. ISO 8601, UTC. */
  requestedAt: string
  /** Once it is done. */
  receipt: ErasureReceipt | null
}

export interface PeopleRouteInputs {
  exportPerson: { body: ExportPersonBody }
  erasePerson: { body: ErasePersonBody }
  getErasure: { params: IdParams }
}

export interface PeopleRouteOutputs {
  exportPerson: PersonExport
  erasePerson: Erasure
  getErasure: Erasure
}

const PersonSchema = text(limits.people.referenceLength, 1)

export const ErasePersonBodySchema = strictObject({
  person: PersonSchema,
}) satisfies v.GenericSchema<ErasePersonBody>

export const ExportPersonBodySchema = strictObject({
  person: PersonSchema,
  cursor: v.optional(text(limits.people.cursorLength, 1)),
}) satisfies v.GenericSchema<ExportPersonBody>

const PersonExportSchema = v.object({
  items: v.array(v.object({ kind: v.picklist(personItemKinds), data: JsonObjectSchema })),
  nextCursor: v.nullable(v.string()),
}) satisfies v.GenericSchema<PersonExport>

const ErasureSchema = v.object({
  id: v.string(),
  status: v.picklist(erasureStatuses),
  requestedAt: DateTimeSchema,
  receipt: v.nullable(
    v.object({
      completedAt: DateTimeSchema,
      requestedBy: v.string(),
      events: CountSchema,
      sources: CountSchema,
      records: CountSchema,
      masked: CountSchema,
      segments: CountSchema,
      nodes: CountSchema,
      away: CountSchema,
    }),
  ),
}) satisfies v.GenericSchema<Erasure>

export const peopleRoutes = {
  exportPerson: {
    operation: 'exportPerson',
    method: 'POST',
    path: '/api/people/export',
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
    operation: 'erasePerson',
    method: 'POST',
    path: '/api/people/erase',
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
    operation: 'getErasure',
    method: 'GET',
    path: '/api/people/erasures/{id}',
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
} as const satisfies { [Name in keyof PeopleRouteInputs]: RouteDefinition & { operation: Name } }
