import { requireCustomer } from '../customers/find-customer.ts'
import { openPage } from '../customers/page.ts'
import { describeSource, toTeam } from '../knowledge/sources/describe-source.ts'
import { defineTool } from './tool.ts'

export const listSources = defineTool('svc_list_sources', async (input, { workspace }) => {
  const { limit, after, close } = openPage('svc_list_sources', input, workspace)
  const reads = workspace.readModels
  const customer = input.customer === undefined ? null : await requireCustomer(reads, input.customer)
  const [page, emails] = await Promise.all([
    reads.listSources({
      sourceType: input.sourceType,
      customerId: customer?.id,
      from: input.after === undefined ? undefined : new Date(input.after),
      until: input.before === undefined ? undefined : new Date(input.before),
      participant: input.participant,
      provider: input.provider,
      hasTranscript: input.hasTranscript,
      limit,
      after,
    }),
    reads.listMemberEmails(),
  ])
  const team = toTeam(emails)
  return { items: page.items.map((entry) => describeSource(entry, team)), pagination: close(page) }
})
