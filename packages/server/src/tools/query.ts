import { runQuery } from '../analytics/run-query.ts'
import { defineTool } from './tool.ts'

export const query = defineTool('svc_query', (input, { workspace, config }) =>
  runQuery(workspace.readModels, input.sql, { maxRows: input.limit, timeoutMs: config.queryTimeoutMs }),
)
