import { cutText } from '@customer-intel/contract'
import { ProviderProblem } from './provider-problem.ts'
import type { Answer } from './provider.ts'

/** Throws when a list names a page for the second time: its end would never come. */
export function createPageGuard(list: string): (page: string) => void {
  const named = new Set<string>()
  return (page) => {
    if (named.has(page))
      throw new ProviderProblem(
        'broken',
        `${list} goes round: the page ${cutText(page, 200)} is named a second time as the next one`,
      )
    named.add(page)
  }
}

/** The answers of a list, page by page. `nextOf`: the name of the page after it; null for the last one. */
export async function* eachPage(
  list: string,
  fetch: (page: string | null) => Promise<Answer>,
  nextOf: (answer: Answer) => string | null,
): AsyncGenerator<Answer> {
  const guard = createPageGuard(list)
  for (let page: string | null = null; ; guard(page)) {
    const answer = await fetch(page)
    yield answer
    page = nextOf(answer)
    if (page === null) return
  }
}
