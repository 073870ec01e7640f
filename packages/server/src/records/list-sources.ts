import type { ResolvedToolInput } from '@customer-intel/contract'
import { explainNothing } from '../customers/explain-nothing.ts'
import { requireCustomer } from '../customers/find-customer.ts'
import { openPage } from '../kernel/operations/page.ts'
import { describeSource, toTeam } from './describe-source.ts'
import { defineTool } from '../kernel/operations/tool.ts'

type Filters = Omit<ResolvedToolInput<'svc_list_sources'>, 'limit' | 'cursor'>

export const listSources = defineTool('svc_list_sources', async (input, { workspace }) => {
  const { limit, after, close } = openPage('svc_list_sources', input, workspace)
  const { limit: _limit, cursor: _cursor, ...filters } = input
  const reads = workspace.readModels
  const customer = input.customer === undefined ? null : await requireCustomer(reads, input.customer)
  const list = (narrow: Filters, page = { limit: 1, after: null as typeof after }) =>
    reads.listSources({
      sourceType: narrow.sourceType,
      customerId: narrow.customer === undefined ? undefined : customer?.id,
      from: narrow.after === undefined ? undefined : new Date(narrow.after),
      until: narrow.before === undefined ? undefined : new Date(narrow.before),
      participant: narrow.participant,
      provider: narrow.provider,
      hasTranscript: narrow.hasTranscript,
      ...page,
    })
  const [page, emails] = await Promise.all([list(filters, { limit, after }), reads.listMemberEmails()])
  const team = toTeam(emails, workspace.document)
  return {
    items: page.items.map((entry) => describeSource(entry, team)),
    ...(await explainNothing({ page, filters, what: 'source', list })),
    pagination: close(page),
  }
})
