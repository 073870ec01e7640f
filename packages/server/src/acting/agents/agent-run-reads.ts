import type { AgentRun, AgentRunReads, LastAgentRun } from './agent-run-read-types.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import { readPage } from '../../kernel/sql/read-page.ts'

interface Stored {
  record: string
}

export function createSqlAgentRunReads(database: SqlDatabase): AgentRunReads {
  return {
    async findAgentRun(runId) {
      const [row] = await database.all<Stored>('select record from agent_runs where run_id = $1', [runId])
      return row === undefined ? null : toRun(row)
    },
    async listAgentRuns({ agentId, limit, after }) {
      const page = await readPage<Stored & { sort_key: string | null; sort_id: string }>(database, {
        sort: { expression: 'asked_at', type: 'timestamp' },
        id: 'run_id',
        direction: 'desc',
        limit,
        after,
        from: () => 'agent_runs',
        where: (parameters) => `agent_id = ${parameters.bind(agentId, 'varchar')}`,
        select: (matching, keyset) => `select record, ${keyset.columns} ${matching} ${keyset.tail}`,
      })
      return { ...page, items: page.items.map(toRun) }
    },
    async listAskedAgentRuns(limit) {
      const rows = await database.all<Stored>(
        "select record from agent_runs where status = 'RUNNING' order by asked_at, run_id limit $1",
        [limit],
      )
      return rows.map(toRun)
    },
    listLastAgentRuns: () =>
      database.all<LastAgentRun>(
        `select agent_id as "agentId", max(asked_at) as "lastRunAt",
           max(ended_at) filter (status in ('COMPLETED', 'PARTIAL')) as "lastSuccessfulRunAt",
           bool_or(status = 'RUNNING') as "isRunning"
         from agent_runs group by agent_id`,
        [],
      ),
    async sumAgentTokens(since) {
      const [row] = await database.all<{ tokens: number }>(
        `select coalesce(sum(
           coalesce((record::json ->> '$.usage.promptTokens')::double, 0)
           + coalesce((record::json ->> '$.usage.completionTokens')::double, 0)), 0)::double as tokens
         from agent_runs where ended_at >= epoch_ms($1::bigint)`,
        [since],
      )
      return row?.tokens ?? 0
    },
  }
}

function toRun({ record }: Stored): AgentRun {
  return JSON.parse(record) as AgentRun
}
