import { partOf } from '../../kernel/workspace/part.ts'
import { AppError } from '../../kernel/errors.ts'
import { openSharedDocument } from '../../kernel/store/shared-document.ts'

/** An agent: it reads, and writes a digest for a signal, a schedule or a person; the digest is delivered by others. */
export interface StoredAgent {
  /** A uuid. */
  id: string
  /** Its name in programs: `churn`, `custom:quiet-accounts-1f0c`. */
  agentKey: string
  displayName: string
  enabled: boolean
  /** Null for one with instructions of its own. */
  template: 'churn' | null
  templateVersion: string | null
  /** Instructions for the language model; without effect when none is configured. */
  instructions: string
  /** Maximal number of customers in an output. */
  maxItemsToSurface: number
  actionKeys: string[]
  /** ISO 8601, as the other times. */
  createdAt: string
  updatedAt: string
}

/** Agents, which work on what signals and schedules trigger. */
export const agentsOf = partOf((workspace) =>
  openSharedDocument<StoredAgent[]>(workspace.documents, 'agents', []),
)

/** Throws AppError `NOT_FOUND`. */
export function findAgent(agents: readonly StoredAgent[], id: string): StoredAgent {
  const found = agents.find((agent) => agent.id === id.toLowerCase())
  if (found === undefined) throw new AppError('NOT_FOUND', `There is no agent ${id}`)
  return found
}
