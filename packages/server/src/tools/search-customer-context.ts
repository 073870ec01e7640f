import type { Fact, FactSearchResult, Source, SourceSearchResult } from '@customer-intel/contract'
import { requireCustomer } from '../customers/find-customer.ts'
import { searchArtifacts, type FoundArtifact } from '../knowledge/search/search-artifacts.ts'
import { describeSource, toTeam } from '../knowledge/sources/describe-source.ts'
import { toFact } from '../knowledge/to-fact.ts'
import { sourceKey } from '../log/record-key.ts'
import { defineTool } from './tool.ts'

export const searchCustomerContext = defineTool(
  'svc_search_customer_context',
  async (input, { workspace, embedQuery }) => {
    const reads = workspace.readModels
    const asked = input.customer === null ? Promise.resolve(null) : requireCustomer(reads, input.customer)
    const found = await searchArtifacts(reads, input.query, {
      filter: asked.then((customer) => ({
        customerId: customer?.id,
        from: input.after === undefined ? undefined : new Date(input.after),
        until: input.before === undefined ? undefined : new Date(input.before),
        sourceTypes: input.sourceTypes,
      })),
      limit: input.topK,
      embedQuery,
    })
    const customer = await asked
    const named = (kind: 'fact' | 'source') =>
      found.flatMap((artifact) => (artifact.kind === kind ? [artifact.artifact] : []))
    const [storedFacts, entries, emails] = await Promise.all([
      reads.findFacts(named('fact')),
      reads.findSources(named('source')),
      reads.listMemberEmails(),
    ])
    const team = toTeam(emails, workspace.document)
    const facts = new Map(storedFacts.map((fact) => [fact.factId, toFact(fact)]))
    const sources = new Map(
      entries.map((entry) => [sourceKey(entry.sourceType, entry.sourceId), describeSource(entry, team)]),
    )
    return {
      customer,
      results: found.flatMap((artifact) => toResult(artifact, facts, sources)),
    }
  },
)

/** svc_get_source returns all. */
const participantsShown = 20

function toResult(
  artifact: FoundArtifact,
  facts: ReadonlyMap<string, Fact>,
  sources: ReadonlyMap<string, Source>,
): (FactSearchResult | SourceSearchResult)[] {
  const { score, weak, matchedWords, occurredAt, title, excerpts } = artifact
  const matches = {
    score,
    weak,
    matchedWords,
    matchCount: excerpts.count,
    matches: excerpts.texts.map((text) => ({ text, occurredAt })),
  }
  if (artifact.kind === 'fact') {
    const fact = facts.get(artifact.artifact)
    if (fact === undefined) return []
    return [{ kind: 'fact', ...matches, fact }]
  }
  const source = sources.get(artifact.artifact)
  if (source === undefined) return []
  const { sourceType, sourceId, permalink, customer, participants } = source
  return [
    {
      kind: 'source',
      sourceType,
      sourceId,
      occurredAt,
      title: title === '' ? null : title,
      permalink,
      customer,
      participants: participants.slice(0, participantsShown),
      ...matches,
    },
  ]
}
