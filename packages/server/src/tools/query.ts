import { runQuery } from '../analytics/run-query.ts'
import { defineTool } from './tool.ts'

export const query = defineTool('svc_query', (input, { workspace, apiKey, config, signal }) =>
  runQuery(workspace.readModels, input.sql, {
    parameters: input.params ?? [],
    caller: apiKey.id,
    maxRows: input.limit,
    timeoutMs: config.queryTimeoutMs,
    signal,
  }),
)
