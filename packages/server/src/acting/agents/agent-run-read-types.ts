import type { AgentRunRecord } from '../../kernel/log/record.ts'
import type { Page, PageEnd } from '../../kernel/sql/page.ts'

/** The current state of a run. */
export type AgentRun = Omit<AgentRunRecord, 'kind'>

/** Reads about runs of agents. */
export interface AgentRunReads {
  /** Null when there is none of that id. */
  findAgentRun(runId: string): Promise<AgentRun | null>
  /** Of one agent, the newest first. */
  listAgentRuns(query: { agentId: string; limit: number; after: PageEnd | null }): Promise<Page<AgentRun>>
  /** Requested runs that haven't ended, oldest first. */
  listAskedAgentRuns(limit: number): Promise<AgentRun[]>
  /** The last run of each agent; agents without runs are skipped. */
  listLastAgentRuns(): Promise<LastAgentRun[]>
  /** Tokens of language models, input and output, of runs that ended since (Unix milliseconds). */
  sumAgentTokens(since: number): Promise<number>
}

/** Times are ISO 8601 with `Z`. */
export interface LastAgentRun {
  agentId: string
  lastRunAt: string
  lastSuccessfulRunAt: string | null
  isRunning: boolean
}
