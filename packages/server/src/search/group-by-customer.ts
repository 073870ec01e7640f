import type { SearchReads } from './search-read-types.ts'
import { compareMatched, type MatchedDocument } from './rank-documents.ts'

/** The customer that a document is about; `''` while nobody is known. */
export type CustomerOf = (document: number) => string

export async function readCustomers(
  reads: SearchReads,
  ...lists: (readonly { document: number }[])[]
): Promise<CustomerOf> {
  const documents = new Set(lists.flatMap((list) => list.map(({ document }) => document)))
  const customers = await reads.listCustomersOf([...documents])
  return (document) => customers.get(document) ?? ''
}

/** How many of the documents each customer has. */
export function countByCustomer(
  documents: readonly { document: number }[],
  customerOf: CustomerOf,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { document } of documents) {
    const customer = customerOf(document)
    counts.set(customer, (counts.get(customer) ?? 0) + 1)
  }
  return counts
}

/** The best document of each customer, best first. */
export function bestOfEach<Matched extends MatchedDocument>(
  matched: readonly Matched[],
  customerOf: CustomerOf,
): Matched[] {
  const best = new Map<string, Matched>()
  for (const document of matched) {
    const customer = customerOf(document.document)
    const known = best.get(customer)
    if (known === undefined || compareMatched(document, known) < 0) best.set(customer, document)
  }
  return [...best.values()].sort(compareMatched)
}
