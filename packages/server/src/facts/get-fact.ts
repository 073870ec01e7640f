import { AppError } from '../kernel/errors.ts'
import { toFact } from './to-fact.ts'
import type { StoredFact } from './fact-read-types.ts'
import type { ReadModels } from '../kernel/read-models/read-models.ts'
import { defineTool } from '../kernel/operations/tool.ts'

export const getFact = defineTool('svc_get_fact', async ({ factId, include }, { workspace, clock }) => {
  const fact = await findFact(workspace.readModels, factId, clock())
  if (fact === undefined) {
    const message = 'factId names no fact: give the id of one, as svc_list_facts shows it'
    throw new AppError('NOT_FOUND', message, { issues: [{ path: ['factId'], message }] })
  }
  return toFact(fact, { evidence: include.includes('evidence') })
})

/** The current state of a behavioural fact: it may have been resolved since it was computed. */
async function findFact(reads: ReadModels, factId: string, now: number): Promise<StoredFact | undefined> {
  const [fact] = await reads.findFacts([factId])
  if (fact?.origin !== 'behavioural' || fact.customerId === null) return fact
  await reads.refreshFacts([fact.customerId], now)
  const [refreshed] = await reads.findFacts([factId])
  return refreshed
}
