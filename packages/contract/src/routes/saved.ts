import * as v from 'valibot'
import { jsonObject, JsonObjectSchema } from '../json.ts'
import { limits } from '../limits.ts'
import { strictObject } from '../objects.ts'
import { DateTimeSchema, text, trimmedText, UuidSchema } from '../scalars.ts'
import { commandRoute, errorResponses, defineRoutes } from './definition.ts'
import { UuidParamsSchema } from './params.ts'

const bounds = limits.saved

export const visibilities = ['private', 'workspace'] as const
/** Who sees a saved thing: who made it, or everybody of the workspace. */
export type Visibility = (typeof visibilities)[number]

/** What the page that saves it reads. */
const FreeObjectSchema = jsonObject({ maxBytes: limits.platform.bodyBytes })

const named = {
  /** 1 to 120 characters. */
  name: trimmedText(bounds.nameLength),
  /** At most 1,000 characters. Default null. */
  description: v.optional(v.nullable(text(bounds.descriptionLength)), null),
  /** `workspace` needs the grant `behavior_metrics:manage`. Default `private`. */
  visibility: v.optional(v.picklist(visibilities), 'private'),
}

const saved = {
  /** Uuid. */
  id: UuidSchema,
  /** For people. */
  name: v.string(),
  /** For people. */
  description: v.nullable(v.string()),
  /** Who sees it. */
  visibility: v.picklist(visibilities),
  /** Whose it is: an API key's id, or `user:` and a person's. */
  ownerId: v.string(),
  /** Their name, when they last saved it. */
  ownerName: v.string(),
  /** Another one when, and only when, it was changed; for `If-Match`. */
  configHash: v.string(),
  /** When it was made. */
  createdAt: DateTimeSchema,
  /** When it was last changed. */
  updatedAt: DateTimeSchema,
}

/**
 * Body to save a view, and, whole again, to update it.
 * @example {"name": "Paying, quiet", "visibility": "workspace", "list": "customers", "state": {"billingStatus": "PAYING", "noActivityInLast": "14d"}}
 */
export const ViewBodySchema = strictObject({
  ...named,
  /** Which list it is of, such as `customers`: yours to name. */
  list: trimmedText(bounds.listLength),
  /** Filters, order and columns, as your page reads them. */
  state: FreeObjectSchema,
})

/** A list with its filters, order and columns under a name. */
export const ViewSchema = v.object({
  ...saved,
  /** Which list it is of. */
  list: v.string(),
  /** Filters, order and columns. */
  state: JsonObjectSchema,
})

/** Saved views. */
export const ViewListSchema = v.object({
  /** Those of the workspace and one's own, by name. */
  views: v.array(ViewSchema),
})

/** A saved view. */
export const ViewFoundSchema = v.object({
  /** As it is now. */
  view: ViewSchema,
})

/**
 * Body to save a question, and, whole again, to update it.
 * @example {"name": "Customers by plan", "visibility": "workspace", "sql": "select plan, count(*) as customers from customers group by plan", "chart": {"type": "bar"}}
 */
export const QuestionBodySchema = strictObject({
  ...named,
  /** What `svc_query` is asked. */
  sql: text(limits.tools.sqlLength, 1),
  /** What stands for `$1`, `$2` …, each as your page asks for it. Default none. */
  parameters: v.optional(v.pipe(v.array(FreeObjectSchema), v.maxLength(bounds.parameters)), []),
  /** How the rows are drawn; null: as a table. Default null. */
  chart: v.optional(v.nullable(FreeObjectSchema), null),
})

/** SQL with parameters and a chart under a name. */
export const QuestionSchema = v.object({
  ...saved,
  /** What `svc_query` is asked. */
  sql: v.string(),
  /** What stands for `$1`, `$2` …. */
  parameters: v.array(JsonObjectSchema),
  /** How the rows are drawn; null: as a table. */
  chart: v.nullable(JsonObjectSchema),
})

/** Saved questions. */
export const QuestionListSchema = v.object({
  /** Those of the workspace and one's own, by name. */
  questions: v.array(QuestionSchema),
})

/** A saved question. */
export const QuestionFoundSchema = v.object({
  /** As it is now. */
  question: QuestionSchema,
})

/**
 * Body to save a dashboard, and, whole again, to update it.
 * @example {"name": "Weekly", "visibility": "workspace", "tiles": [{"question": "6f1c2b34-5d6e-8f70-8192-a3b4c5d6e7f8", "width": 6}]}
 */
export const DashboardBodySchema = strictObject({
  ...named,
  /** Its tiles, in order: such as a question's id with where it stands. */
  tiles: v.pipe(v.array(FreeObjectSchema), v.maxLength(bounds.tiles)),
  /** What holds for all of them, as your page reads it. Default none. */
  settings: v.optional(FreeObjectSchema, {}),
})

/** Tiles of questions under a name. */
export const DashboardSchema = v.object({
  ...saved,
  /** Its tiles, in order. */
  tiles: v.array(JsonObjectSchema),
  /** What holds for all of them. */
  settings: JsonObjectSchema,
})

/** Saved dashboards. */
export const DashboardListSchema = v.object({
  /** Those of the workspace and one's own, by name. */
  dashboards: v.array(DashboardSchema),
})

/** A saved dashboard. */
export const DashboardFoundSchema = v.object({
  /** As it is now. */
  dashboard: DashboardSchema,
})

/** Something saved that is gone. */
export const SavedArchivedSchema = v.object({
  /** Its id. */
  id: UuidSchema,
  /** When. */
  archivedAt: DateTimeSchema,
})

/** The five routes of one kind of saved thing. */
function routesOf<
  const One extends 'view' | 'question' | 'dashboard',
  Body extends v.GenericSchema,
  Found extends v.GenericSchema,
  List extends v.GenericSchema,
>(one: One, schemas: { body: Body; found: Found; list: List }) {
  const many = `${one}s` as const
  const all = { tag: many, auth: 'apiKey', grant: 'analytics:read' } as const
  return {
    list: {
      ...all,
      method: 'GET',
      path: `/api/${many}`,
      sdk: `${many}.list`,
      svc: { path: [many, 'list'] },
      summary: `List saved ${many}`,
      responses: { 200: schemas.list, ...errorResponses('simple', [401, 403, 503]) },
      errorStyle: 'simple',
      idempotent: true,
    },
    create: commandRoute({
      ...all,
      method: 'POST',
      path: `/api/${many}`,
      sdk: `${many}.create`,
      svc: { path: [many, 'create'], takesObject: true },
      summary: `Save a ${one}`,
      commandId: `${one}.create`,
      body: schemas.body,
      data: schemas.found,
      failures: [409],
      idempotent: false,
    }),
    get: {
      ...all,
      method: 'GET',
      path: `/api/${many}/{id}`,
      sdk: `${many}.get`,
      svc: { path: [many, 'get'], arguments: ['id'] },
      summary: `Get a ${one}`,
      params: UuidParamsSchema,
      responses: { 200: schemas.found, ...errorResponses('simple', [401, 403, 404, 503]) },
      errorStyle: 'simple',
      idempotent: true,
    },
    update: commandRoute({
      ...all,
      method: 'PATCH',
      path: `/api/${many}/{id}`,
      sdk: `${many}.update`,
      svc: { path: [many, 'update'], arguments: ['id'], takesObject: true },
      summary: `Update a ${one}`,
      commandId: `${one}.update`,
      params: UuidParamsSchema,
      body: schemas.body,
      data: schemas.found,
      failures: [404, 409],
      idempotent: true,
    }),
    archive: commandRoute({
      ...all,
      method: 'POST',
      path: `/api/${many}/{id}/archive`,
      sdk: `${many}.archive`,
      svc: { path: [many, 'archive'], arguments: ['id'] },
      summary: `Archive a ${one}`,
      commandId: `${one}.archive`,
      params: UuidParamsSchema,
      data: SavedArchivedSchema,
      failures: [404, 409],
      idempotent: true,
    }),
  } as const
}

const views = routesOf('view', { body: ViewBodySchema, found: ViewFoundSchema, list: ViewListSchema })
const questions = routesOf('question', {
  body: QuestionBodySchema,
  found: QuestionFoundSchema,
  list: QuestionListSchema,
})
const dashboards = routesOf('dashboard', {
  body: DashboardBodySchema,
  found: DashboardFoundSchema,
  list: DashboardListSchema,
})

export const savedRoutes = defineRoutes({
  listViews: views.list,
  createView: views.create,
  getView: views.get,
  updateView: views.update,
  archiveView: views.archive,
  listQuestions: questions.list,
  createQuestion: questions.create,
  getQuestion: questions.get,
  updateQuestion: questions.update,
  archiveQuestion: questions.archive,
  listDashboards: dashboards.list,
  createDashboard: dashboards.create,
  getDashboard: dashboards.get,
  updateDashboard: dashboards.update,
  archiveDashboard: dashboards.archive,
})
