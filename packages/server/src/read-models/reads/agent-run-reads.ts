import type { AgentRunRecord } from '../../log/record.ts'
import type { Page, PageEnd } from './customer-reads.ts'

/** A run, as it stands. */
export type AgentRun = Omit<AgentRunRecord, 'kind'>

/** Questions about runs of agents. */
export interface AgentRunReads {
  /** Null when there is none of that id. */
  findAgentRun(runId: string): Promise<AgentRun | null>
  /** Of one agent, the newest first. */
  listAgentRuns(query: { agentId: string; limit: number; after: PageEnd | null }): Promise<Page<AgentRun>>
  /** Those that are asked for and haven't ended, the oldest first. */
  listAskedAgentRuns(limit: number): Promise<AgentRun[]>
  /** When each agent ran last; agents that never did are left out. */
  listLastAgentRuns(): Promise<LastAgentRun[]>
  /** Tokens of language models, in and out, of runs that ended since (Unix milliseconds). */
  sumAgentTokens(since: number): Promise<number>
}

/** Times are ISO 8601 with `Z`. */
export interface LastAgentRun {
  agentId: string
  lastRunAt: string
  lastSuccessfulRunAt: string | null
  isRunning: boolean
}
