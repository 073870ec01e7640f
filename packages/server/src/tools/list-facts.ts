import { requireCustomer } from '../customers/find-customer.ts'
import { openPage } from '../customers/page.ts'
import { toFact } from '../knowledge/to-fact.ts'
import { defineTool } from './tool.ts'

export const listFacts = defineTool('svc_list_facts', async (input, { workspace, clock }) => {
  const { limit, after, close } = openPage('svc_list_facts', input, workspace)
  const reads = workspace.readModels
  const customer = input.customer === undefined ? null : await requireCustomer(reads, input.customer)
  // Of all customers they are as current as the background keeps them.
  if (customer !== null) await reads.refreshFacts([customer.id], clock())
  const page = await reads.listFacts({
    customerId: customer?.id,
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
    customer,
    facts: page.items.map((fact) => toFact(fact)),
    pagination: close(page),
  }
})
