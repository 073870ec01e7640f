import type { ResolvedBody } from '@customer-intel/contract'
import { defineCommand } from '../kernel/operations/command.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'
import { savedThings } from './saved.ts'

const views = savedThings<ResolvedBody<'createView'>>('view')

/** `GET /api/views`. */
export const listViews: RouteHandler<'listViews'> = {
  run: async (_input, context) => ({ views: await views.list(context) }),
}

/** `POST /api/views`. */
export const createView = defineCommand('createView', async ({ body }, context) => ({
  data: { view: await views.create(context, body) },
}))

/** `GET /api/views/{id}`. */
export const getView: RouteHandler<'getView'> = {
  run: async ({ params: { id } }, context) => ({ view: await views.get(context, id) }),
}

/** `PATCH /api/views/{id}`. */
export const updateView = defineCommand('updateView', async ({ params: { id }, body }, context) => ({
  data: { view: await views.update(context, id, body) },
}))

/** `POST /api/views/{id}/archive`. */
export const archiveView = defineCommand('archiveView', async ({ params: { id } }, context) => ({
  data: await views.archive(context, id),
}))

const questions = savedThings<ResolvedBody<'createQuestion'>>('question')

/** `GET /api/questions`. */
export const listQuestions: RouteHandler<'listQuestions'> = {
  run: async (_input, context) => ({ questions: await questions.list(context) }),
}

/** `POST /api/questions`. */
export const createQuestion = defineCommand('createQuestion', async ({ body }, context) => ({
  data: { question: await questions.create(context, body) },
}))

/** `GET /api/questions/{id}`. */
export const getQuestion: RouteHandler<'getQuestion'> = {
  run: async ({ params: { id } }, context) => ({ question: await questions.get(context, id) }),
}

/** `PATCH /api/questions/{id}`. */
export const updateQuestion = defineCommand('updateQuestion', async ({ params: { id }, body }, context) => ({
  data: { question: await questions.update(context, id, body) },
}))

/** `POST /api/questions/{id}/archive`. */
export const archiveQuestion = defineCommand('archiveQuestion', async ({ params: { id } }, context) => ({
  data: await questions.archive(context, id),
}))

const dashboards = savedThings<ResolvedBody<'createDashboard'>>('dashboard')

/** `GET /api/dashboards`. */
export const listDashboards: RouteHandler<'listDashboards'> = {
  run: async (_input, context) => ({ dashboards: await dashboards.list(context) }),
}

/** `POST /api/dashboards`. */
export const createDashboard = defineCommand('createDashboard', async ({ body }, context) => ({
  data: { dashboard: await dashboards.create(context, body) },
}))

/** `GET /api/dashboards/{id}`. */
export const getDashboard: RouteHandler<'getDashboard'> = {
  run: async ({ params: { id } }, context) => ({ dashboard: await dashboards.get(context, id) }),
}

/** `PATCH /api/dashboards/{id}`. */
export const updateDashboard = defineCommand(
  'updateDashboard',
  async ({ params: { id }, body }, context) => ({
    data: { dashboard: await dashboards.update(context, id, body) },
  }),
)

/** `POST /api/dashboards/{id}/archive`. */
export const archiveDashboard = defineCommand('archiveDashboard', async ({ params: { id } }, context) => ({
  data: await dashboards.archive(context, id),
}))
