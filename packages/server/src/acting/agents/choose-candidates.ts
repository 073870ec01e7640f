import type { AgentRunCandidate } from '../../kernel/log/record.ts'
import type { ReadModels } from '../../kernel/read-models/read-models.ts'
import type { StoredAgent } from './agents.ts'
import { churnFactTypes } from './templates.ts'

/** Number of customers that an agent considers. */
const looksAt = 50

/**
 * The customers for an agent that was given none: with the template `churn` those with signs of churn, else the most
 * recently active.
 */
export async function chooseCandidates(reads: ReadModels, agent: StoredAgent): Promise<AgentRunCandidate[]> {
  const isChurn = agent.template === 'churn'
  const { items } = await reads.listCustomers({
    ...(isChurn ? { factTypes: churnFactTypes, orderBy: 'mrr_cents' } : { orderBy: 'last_activity_at' }),
    orderDirection: 'desc',
    limit: looksAt,
    after: null,
  })
  const reason = isChurn ? 'it has a sign of leaving' : 'it was active lately'
  return items.map(({ id, name, domain }) => ({
    customerId: id,
    name,
    domain,
    reasons: [reason],
    metrics: [],
  }))
}
