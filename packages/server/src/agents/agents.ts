import { AppError } from '../errors.ts'
import type { Documents } from '../store/ports.ts'
import { openSharedDocument, type SharedDocument } from '../store/shared-document.ts'

/** Who works on what a signal, a schedule or a person brings up. It reads and writes a digest; others deliver it. */
export interface StoredAgent {
  /** A uuid. */
  id: string
  /** What it is called in programs: `churn`, `custom:quiet-accounts-1f0c`. */
  agentKey: string
  displayName: string
  enabled: boolean
  /** Null for one of its own instructions. */
  template: 'churn' | null
  templateVersion: string | null
  /** What a language model is told; without one it changes nothing. */
  instructions: string
  /** Of so many customers an output speaks at most. */
  maxItemsToSurface: number
  actionKeys: string[]
  /** ISO 8601, as the other times. */
  createdAt: string
  updatedAt: string
}

/** One organization's agents. */
export type Agents = SharedDocument<StoredAgent[]>

export function openAgents(documents: Documents): Agents {
  return openSharedDocument<StoredAgent[]>(documents, 'agents', [])
}

/** Throws AppError `NOT_FOUND`. */
export function findAgent(agents: readonly StoredAgent[], id: string): StoredAgent {
  const found = agents.find((agent) => agent.id === id.toLowerCase())
  if (found === undefined) throw new AppError('NOT_FOUND', `There is no agent ${id}`)
  return found
}
