import { answerFrom } from '../../kernel/operations/answer-from.ts'
import type { RouteHandler } from '../../kernel/operations/route-handler.ts'
import { isCustomerId, toPersonKey } from '../identity/person-key.ts'

/** `GET /api/identity/links`: what was joined with a key, and why. */
export const listLinks: RouteHandler<'listIdentityLinks'> = {
  async run({ query }, { workspace }) {
    const { answer, stale } = await answerFrom(workspace.readModels, async (fresh) => {
      const reads = await fresh()
      if (isCustomerId(query.key)) {
        const merges = await reads.listCustomerMerges(query.key)
        return { key: query.key, links: [], crowdedKeys: [], merges }
      }
      const key = toPersonKey(query.key)
      const links = await reads.listIdentityLinks(query.key)
      const keys = new Set([key, ...links.flatMap(({ left, right }) => [left, right])])
      const overused = await reads.listOverusedKeys([...keys])
      return {
        key,
        links,
        crowdedKeys: overused.map(({ key: name, trusted, limit }) => ({
          key: name,
          statedBy: trusted ? ('server' as const) : ('browser' as const),
          limit,
        })),
        merges: [],
      }
    })
    return { ...answer, ...(stale === null ? {} : { stale }) }
  },
}
