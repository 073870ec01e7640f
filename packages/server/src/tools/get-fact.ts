import { AppError } from '../errors.ts'
import { toFact } from '../knowledge/to-fact.ts'
import { defineTool } from './tool.ts'

export const getFact = defineTool('svc_get_fact', async ({ factId, include }, { workspace }) => {
  const [fact] = await workspace.readModels.findFacts([factId])
  if (fact === undefined) {
    const message = 'factId names no fact: give the id of one, as svc_list_facts shows it'
    throw new AppError('NOT_FOUND', message, { issues: [{ path: ['factId'], message }] })
  }
  return toFact(fact, { evidence: include.includes('evidence') })
})
