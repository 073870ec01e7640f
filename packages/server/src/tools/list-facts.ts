import { requireCustomer } from '../customers/find-customer.ts'
import { openPage } from '../customers/page.ts'
import { toFact } from '../knowledge/to-fact.ts'
import { defineTool } from './tool.ts'

export const listFacts = defineTool('svc_list_facts', async (input, { workspace, clock }) => {
  const { limit, after, close } = openPage('svc_list_facts', input, workspace)
  const reads = workspace.readModels
  const { customerId, name, domain } = await requireCustomer(reads, input.customer)
  await reads.refreshFacts([customerId], clock())
  const page = await reads.listFacts({
    customerId,
    status: input.status,
    sourceTypes: input.sourceTypes,
    factTypes: input.factTypes,
    factCategories: input.factCategories,
    from: input.after === undefined ? undefined : new Date(input.after),
    until: input.before === undefined ? undefined : new Date(input.before),
    limit,
    after,
  })
  return {
    customer: { id: customerId, name, domain },
    facts: page.items.map((fact) => toFact(fact)),
    pagination: close(page),
  }
})
