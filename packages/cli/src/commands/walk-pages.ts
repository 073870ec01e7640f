import { drawLine } from '@customer-intel/contract/terminal-text'
import { CliError } from '../errors.ts'
import { pageOf } from '../output/page-of.ts'

type Answer = Record<string, unknown>

/** Every item of a list as one answer, the last page's, `stale` where any page was, with a line of progress for people. */
export async function walkPages(
  call: (input: object) => Promise<Answer>,
  input: Record<string, unknown>,
  list: string,
  stderr: NodeJS.WriteStream,
): Promise<Answer> {
  const items: unknown[] = []
  const seen = new Set<unknown>()
  let stale: unknown
  for (let { cursor } = input; ;) {
    const answer = await call({ ...input, ...(cursor !== undefined && { cursor }) })
    items.push(...(answer[list] as unknown[]))
    stale ??= answer['stale']
    const { next, total } = pageOf(answer)
    if (stderr.isTTY) drawLine(stderr, `${items.length}${total === undefined ? '' : ` of ${total}`} …`)
    if (next === null) {
      if (stderr.isTTY) drawLine(stderr)
      return { ...answer, [list]: items, ...(stale !== undefined && { stale }) }
    }
    if (seen.has(next))
      throw new CliError('api_error', 'The server repeats a cursor: the list would never end')
    seen.add(next)
    cursor = next
  }
}
