import type { AgentRunCandidate } from '../log/record.ts'
import type { ReadModels } from '../read-models/read-models.ts'
import type { StoredAgent } from './agents.ts'
import { churnFactTypes } from './templates.ts'

/** Of so many customers an agent chooses those that it tells of. */
const looksAt = 50

/**
 * Whom an agent looks at that was given nobody: one made from `churn` those with signs of leaving, others those who were
 * active last.
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
