import { runQuery } from './run-query.ts'
import { defineTool } from '../kernel/operations/tool.ts'

export const query = defineTool(
  'svc_query',
  async (input, { workspace, apiKey, config, metrics, signal }) => {
    const end = metrics.durations.queries.startTimer()
    let outcome = 'failed'
    try {
      const answer = await runQuery(workspace.readModels, input.sql, {
        parameters: input.params ?? [],
        caller: apiKey.id,
        timezone: workspace.document.settings.defaultTimezone,
        maxRows: input.limit,
        timeoutMs: config.queryTimeoutMs,
        signal,
      })
      outcome = 'answered'
      return answer
    } finally {
      end({ outcome })
    }
  },
)
