import type { Fact, FactSearchResult, SourceSearchResult } from '@customer-intel/contract'
import { requireCustomer } from '../customers/find-customer.ts'
import { searchArtifacts, type FoundArtifact } from '../knowledge/search/search-artifacts.ts'
import { toFact } from '../knowledge/to-fact.ts'
import { defineTool } from './tool.ts'

export const searchCustomerContext = defineTool(
  'svc_search_customer_context',
  async (input, { workspace, embedQuery }) => {
    const reads = workspace.readModels
    const asked = input.customer === null ? Promise.resolve(null) : requireCustomer(reads, input.customer)
    const found = await searchArtifacts(reads, input.query, {
      filter: asked.then((customer) => ({
        customerId: customer?.customerId,
        from: input.after === undefined ? undefined : new Date(input.after),
        until: input.before === undefined ? undefined : new Date(input.before),
        sourceTypes: input.sourceTypes,
      })),
      limit: input.topK,
      embedQuery,
    })
    const customer = await asked
    const factIds = found.filter(({ kind }) => kind === 'fact').map(({ artifact }) => artifact)
    const facts = new Map((await reads.findFacts(factIds)).map((fact) => [fact.factId, toFact(fact)]))
    return {
      customer: customer && { id: customer.customerId, name: customer.name, domain: customer.domain },
      results: found.flatMap((artifact) => toResult(artifact, facts)),
    }
  },
)

function toResult(
  artifact: FoundArtifact,
  facts: ReadonlyMap<string, Fact>,
): (FactSearchResult | SourceSearchResult)[] {
  const { score, occurredAt, sourceType, sourceId, title, permalink, excerpts } = artifact
  const matches = {
    matchCount: excerpts.count,
    matches: excerpts.texts.map((text) => ({ text, occurredAt })),
  }
  if (artifact.kind === 'fact') {
    const fact = facts.get(artifact.artifact)
    if (fact === undefined) return []
    return [{ kind: 'fact', score, ...matches, fact }]
  }
  if (sourceType === null || sourceId === null) return []
  return [
    {
      kind: 'source',
      score,
      sourceType,
      sourceId,
      occurredAt,
      title: title === '' ? null : title,
      permalink,
      ...matches,
    },
  ]
}
