import type { ResolvedToolInput } from '@customer-intel/contract'
import { explainNothing } from '../customers/explain-nothing.ts'
import { requireCustomer } from '../customers/find-customer.ts'
import { openPage } from '../kernel/operations/page.ts'
import { toFact } from './to-fact.ts'
import { defineTool } from '../kernel/operations/tool.ts'

type Filters = Omit<ResolvedToolInput<'svc_list_facts'>, 'limit' | 'cursor'>

export const listFacts = defineTool('svc_list_facts', async (input, { workspace, clock }) => {
  const { limit, after, close } = openPage('svc_list_facts', input, workspace)
  const { limit: _limit, cursor: _cursor, ...filters } = input
  const reads = workspace.readModels
  const customer = input.customer === undefined ? null : await requireCustomer(reads, input.customer)
  // Facts of all customers are refreshed in the background only.
  if (customer !== null) await reads.refreshFacts([customer.id], clock())
  const list = (narrow: Filters, page = { limit: 1, after: null as typeof after }) =>
    reads.listFacts({
      customerId: narrow.customer === undefined ? undefined : customer?.id,
      status: narrow.status,
      sourceTypes: narrow.sourceTypes,
      factTypes: narrow.factTypes,
      factCategories: narrow.factCategories,
      from: narrow.after === undefined ? undefined : new Date(narrow.after),
      until: narrow.before === undefined ? undefined : new Date(narrow.before),
      ...page,
    })
  const page = await list(filters, { limit, after })
  return {
    customer,
    facts: page.items.map((fact) => toFact(fact)),
    ...(await explainNothing({ page, filters, what: 'fact', list })),
    pagination: close(page),
  }
})
