import type {
  Fact,
  FactSearchResult,
  ResolvedToolInput,
  Source,
  SourceSearchResult,
} from '@customer-intel/contract'
import { requireCustomer } from '../customers/find-customer.ts'
import { explainSearch } from './explain-search.ts'
import { searchArtifacts, type FoundArtifact } from './search-artifacts.ts'
import { describeSource, toTeam } from '../records/describe-source.ts'
import { toFact } from '../facts/to-fact.ts'
import { sourceKey } from '../kernel/log/record-key.ts'
import type { SearchFilter } from './search-read-types.ts'
import type { RequestContext } from '../kernel/operations/services.ts'
import { defineTool } from '../kernel/operations/tool.ts'

export const searchCustomerContext = defineTool(
  'svc_search_customer_context',
  async (input, { workspace, embedQuery }) => {
    const reads = workspace.readModels
    const { query, topK: limit, includeWeak, groupBy } = input
    const asked = input.customer === null ? Promise.resolve(null) : requireCustomer(reads, input.customer)
    const filters = asked.then((customer) => readFilters(input, customer))
    const found = await searchArtifacts(reads, query, {
      filter: filters.then((list) => Object.assign({}, ...list.map(({ filter }) => filter)) as SearchFilter),
      limit,
      includeWeak,
      byCustomer: groupBy === 'customer',
      embedQuery,
    })
    const notes = await explainSearch(reads, found, {
      filters: await filters,
      byMeaning: embedQuery !== null,
      searchAll: () => searchArtifacts(reads, query, { filter: {}, limit: 1, includeWeak, embedQuery: null }),
    })
    const results = await readResults(workspace, found.artifacts)
    return {
      customer: await asked,
      total: found.total,
      weakTotal: found.weakTotal,
      results: results.map(({ result }) => result),
      ...(found.customers && {
        totalCustomers: found.customers.total,
        groups: results.map(({ artifact, result }) => ({
          customer: (result.kind === 'fact' ? result.fact.customer : result.customer) ?? null,
          total: found.customers!.totalOf(artifact.document),
        })),
      }),
      ...(notes.length > 0 && { notes }),
    }
  },
)

/** Each given filter on its own, and what it narrows the search to. */
function readFilters(
  { customer, sourceTypes, after, before }: ResolvedToolInput<'svc_search_customer_context'>,
  found: { id: string } | null,
): { field: string; value: unknown; filter: SearchFilter }[] {
  return [
    ...(found === null ? [] : [{ field: 'customer', value: customer, filter: { customerId: found.id } }]),
    ...(sourceTypes?.length ? [{ field: 'sourceTypes', value: sourceTypes, filter: { sourceTypes } }] : []),
    ...(after === undefined ? [] : [{ field: 'after', value: after, filter: { from: new Date(after) } }]),
    ...(before === undefined
      ? []
      : [{ field: 'before', value: before, filter: { until: new Date(before) } }]),
  ]
}

type Result = FactSearchResult | SourceSearchResult

async function readResults(
  { readModels: reads, document }: RequestContext['workspace'],
  found: readonly FoundArtifact[],
): Promise<{ artifact: FoundArtifact; result: Result }[]> {
  const named = (kind: 'fact' | 'source') =>
    found.flatMap((artifact) => (artifact.kind === kind ? [artifact.artifact] : []))
  const [storedFacts, entries, emails] = await Promise.all([
    reads.findFacts(named('fact')),
    reads.findSources(named('source')),
    reads.listMemberEmails(),
  ])
  const team = toTeam(emails, document)
  const facts = new Map(storedFacts.map((fact) => [fact.factId, toFact(fact)]))
  const sources = new Map(
    entries.map((entry) => [sourceKey(entry.sourceType, entry.sourceId), describeSource(entry, team)]),
  )
  return found.flatMap((artifact) =>
    toResult(artifact, facts, sources).map((result) => ({ artifact, result })),
  )
}

/** svc_get_source returns all. */
const participantsShown = 20

function toResult(
  artifact: FoundArtifact,
  facts: ReadonlyMap<string, Fact>,
  sources: ReadonlyMap<string, Source>,
): Result[] {
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
