import { defineTables } from '../../kernel/sql/define-table.ts'

/** Runs of agents, including requested ones. */
export const agentTables = defineTables({
  agent_runs: {
    run_id: 'text',
    agent_id: 'text',
    status: 'text', // as the API tells it
    asked_at: 'timestamp',
    ended_at: 'timestamp?',
    record: 'json', // the run whole
  },
})
