import type { SearchFilter, SearchReads } from './search-read-types.ts'
import type { SearchOutcome } from './search-artifacts.ts'

interface Asked {
  /** Each given field of the tool's input, with what it narrows a search to. */
  filters: readonly { field: string; value: unknown; filter: SearchFilter }[]
  /** Whether meaning was compared too. */
  byMeaning: boolean
  /** The same search without filters. */
  searchAll: () => Promise<SearchOutcome>
}

/** What a reader of an answer needs to know: words that nothing has, what wasn't looked at, why there is nothing. */
export async function explainSearch(
  reads: Pick<SearchReads, 'listDocuments'>,
  { artifacts, unknownWords, unchecked }: SearchOutcome,
  asked: Asked,
): Promise<string[]> {
  const notes: string[] = []
  const unknown = unknownWords.map((word) => JSON.stringify(word)).join(' or ')
  if (unknown !== '') notes.push(`no source or fact has ${unknown}, or a similar word`)
  if (unchecked > 0)
    notes.push(
      `${unchecked} more have all words of the phrase and were not looked at: narrow the search, or count with svc_query in sources.text`,
    )
  if (artifacts.length > 0) {
    if (artifacts.every(({ weak }) => weak))
      notes.push('none has more than one of the words, or the telling one: these results are weak')
    return notes
  }
  notes.push(...(await explainFilters(reads, asked)))
  if (!asked.byMeaning)
    notes.push(
      'words are compared, not meanings: try others that people use, or svc_list_facts with factTypes',
    )
  return notes
}

/** Which filters leave nothing at all; else whether something was found outside of them. */
async function explainFilters(
  reads: Pick<SearchReads, 'listDocuments'>,
  { filters, searchAll }: Asked,
): Promise<string[]> {
  if (filters.length === 0) return []
  const alone = await Promise.all(
    filters.map(async ({ field, value, filter }) =>
      (await reads.listDocuments(filter)).length > 0
        ? []
        : [`${field} ${JSON.stringify(value)} matches no source or fact`],
    ),
  )
  const { total } = await searchAll()
  const named = filters.map(({ field }) => field).join(' and ')
  return [...alone.flat(), ...(total > 0 ? [`without ${named} there are ${total}`] : [])]
}
