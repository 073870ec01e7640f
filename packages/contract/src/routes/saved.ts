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

export const savedRoutes = defineRoutes({
  listViews: {
    method: 'GET',
    path: '/api/views',
    sdk: 'views.list',
    svc: { path: ['views', 'list'] },
    summary: 'List saved views',
    tag: 'views',
    auth: 'apiKey',
    grant: 'analytics:read',
    responses: { 200: ViewListSchema, ...errorResponses('simple', [401, 403, 503]) },
    errorStyle: 'simple',
    idempotent: true,
  },
  createView: commandRoute({
    method: 'POST',
    path: '/api/views',
    sdk: 'views.create',
    svc: { path: ['views', 'create'], takesObject: true },
    summary: 'Save a view',
    tag: 'views',
    grant: 'analytics:read',
    commandId: 'view.create',
    body: ViewBodySchema,
    data: ViewFoundSchema,
    failures: [409],
    idempotent: false,
  }),
  getView: {
    method: 'GET',
    path: '/api/views/{id}',
    sdk: 'views.get',
    svc: { path: ['views', 'get'], arguments: ['id'] },
    summary: 'Get a view',
    tag: 'views',
    auth: 'apiKey',
    grant: 'analytics:read',
    params: UuidParamsSchema,
    responses: { 200: ViewFoundSchema, ...errorResponses('simple', [401, 403, 404, 503]) },
    errorStyle: 'simple',
    idempotent: true,
  },
  updateView: commandRoute({
    method: 'PATCH',
    path: '/api/views/{id}',
    sdk: 'views.update',
    svc: { path: ['views', 'update'], arguments: ['id'], takesObject: true },
    summary: 'Update a view',
    tag: 'views',
    grant: 'analytics:read',
    commandId: 'view.update',
    params: UuidParamsSchema,
    body: ViewBodySchema,
    data: ViewFoundSchema,
    failures: [404, 409],
    idempotent: true,
  }),
  archiveView: commandRoute({
    method: 'POST',
    path: '/api/views/{id}/archive',
    sdk: 'views.archive',
    svc: { path: ['views', 'archive'], arguments: ['id'] },
    summary: 'Archive a view',
    tag: 'views',
    grant: 'analytics:read',
    commandId: 'view.archive',
    params: UuidParamsSchema,
    data: SavedArchivedSchema,
    failures: [404, 409],
    idempotent: true,
  }),
  listQuestions: {
    method: 'GET',
    path: '/api/questions',
    sdk: 'questions.list',
    svc: { path: ['questions', 'list'] },
    summary: 'List saved questions',
    tag: 'questions',
    auth: 'apiKey',
    grant: 'analytics:read',
    responses: { 200: QuestionListSchema, ...errorResponses('simple', [401, 403, 503]) },
    errorStyle: 'simple',
    idempotent: true,
  },
  createQuestion: commandRoute({
    method: 'POST',
    path: '/api/questions',
    sdk: 'questions.create',
    svc: { path: ['questions', 'create'], takesObject: true },
    summary: 'Save a question',
    tag: 'questions',
    grant: 'analytics:read',
    commandId: 'question.create',
    body: QuestionBodySchema,
    data: QuestionFoundSchema,
    failures: [409],
    idempotent: false,
  }),
  getQuestion: {
    method: 'GET',
    path: '/api/questions/{id}',
    sdk: 'questions.get',
    svc: { path: ['questions', 'get'], arguments: ['id'] },
    summary: 'Get a question',
    tag: 'questions',
    auth: 'apiKey',
    grant: 'analytics:read',
    params: UuidParamsSchema,
    responses: { 200: QuestionFoundSchema, ...errorResponses('simple', [401, 403, 404, 503]) },
    errorStyle: 'simple',
    idempotent: true,
  },
  updateQuestion: commandRoute({
    method: 'PATCH',
    path: '/api/questions/{id}',
    sdk: 'questions.update',
    svc: { path: ['questions', 'update'], arguments: ['id'], takesObject: true },
    summary: 'Update a question',
    tag: 'questions',
    grant: 'analytics:read',
    commandId: 'question.update',
    params: UuidParamsSchema,
    body: QuestionBodySchema,
    data: QuestionFoundSchema,
    failures: [404, 409],
    idempotent: true,
  }),
  archiveQuestion: commandRoute({
    method: 'POST',
    path: '/api/questions/{id}/archive',
    sdk: 'questions.archive',
    svc: { path: ['questions', 'archive'], arguments: ['id'] },
    summary: 'Archive a question',
    tag: 'questions',
    grant: 'analytics:read',
    commandId: 'question.archive',
    params: UuidParamsSchema,
    data: SavedArchivedSchema,
    failures: [404, 409],
    idempotent: true,
  }),
  listDashboards: {
    method: 'GET',
    path: '/api/dashboards',
    sdk: 'dashboards.list',
    svc: { path: ['dashboards', 'list'] },
    summary: 'List saved dashboards',
    tag: 'dashboards',
    auth: 'apiKey',
    grant: 'analytics:read',
    responses: { 200: DashboardListSchema, ...errorResponses('simple', [401, 403, 503]) },
    errorStyle: 'simple',
    idempotent: true,
  },
  createDashboard: commandRoute({
    method: 'POST',
    path: '/api/dashboards',
    sdk: 'dashboards.create',
    svc: { path: ['dashboards', 'create'], takesObject: true },
    summary: 'Save a dashboard',
    tag: 'dashboards',
    grant: 'analytics:read',
    commandId: 'dashboard.create',
    body: DashboardBodySchema,
    data: DashboardFoundSchema,
    failures: [409],
    idempotent: false,
  }),
  getDashboard: {
    method: 'GET',
    path: '/api/dashboards/{id}',
    sdk: 'dashboards.get',
    svc: { path: ['dashboards', 'get'], arguments: ['id'] },
    summary: 'Get a dashboard',
    tag: 'dashboards',
    auth: 'apiKey',
    grant: 'analytics:read',
    params: UuidParamsSchema,
    responses: { 200: DashboardFoundSchema, ...errorResponses('simple', [401, 403, 404, 503]) },
    errorStyle: 'simple',
    idempotent: true,
  },
  updateDashboard: commandRoute({
    method: 'PATCH',
    path: '/api/dashboards/{id}',
    sdk: 'dashboards.update',
    svc: { path: ['dashboards', 'update'], arguments: ['id'], takesObject: true },
    summary: 'Update a dashboard',
    tag: 'dashboards',
    grant: 'analytics:read',
    commandId: 'dashboard.update',
    params: UuidParamsSchema,
    body: DashboardBodySchema,
    data: DashboardFoundSchema,
    failures: [404, 409],
    idempotent: true,
  }),
  archiveDashboard: commandRoute({
    method: 'POST',
    path: '/api/dashboards/{id}/archive',
    sdk: 'dashboards.archive',
    svc: { path: ['dashboards', 'archive'], arguments: ['id'] },
    summary: 'Archive a dashboard',
    tag: 'dashboards',
    grant: 'analytics:read',
    commandId: 'dashboard.archive',
    params: UuidParamsSchema,
    data: SavedArchivedSchema,
    failures: [404, 409],
    idempotent: true,
  }),
})
