import type { CommandResource } from '@customer-intel/contract'
import { requireMatch } from '../config-hash.ts'
import { AppError } from '../errors.ts'
import type { SharedDocument } from '../store/shared-document.ts'
import type { CommandContext } from './command.ts'

/** What people configure, one of a list in a document of its own. */
interface Listed {
  id: string
  /** ISO 8601. */
  updatedAt: string
  /** ISO 8601; null or absent: it is in use. */
  archivedAt?: string | null
}

/**
 * Changes a list, with an audit entry of the item of `resource`, and resolves with that item as it is stored then. `change`
 * is tried on a copy first: what it throws leaves no entry. It is run again on what is stored by then.
 */
export async function changeListed<Item extends Listed>(
  context: CommandContext,
  list: SharedDocument<Item[]>,
  options: {
    resource: CommandResource
    change: (all: Item[]) => void
    /** Compared with `If-Match`, of an item in use. Default: `change` does that. */
    hashOf?: (item: Item) => string | null
    /** What the audit keeps of it. */
    auditOf: (item: Item) => object
    /** Follows the change. */
    afterwards?: (item: Item) => Promise<void>
  },
): Promise<Item> {
  const { resource, change, hashOf, auditOf, afterwards } = options
  const find = (all: readonly Item[]) => all.find(({ id }) => id === resource.id)
  const changeMatching = (all: Item[]): void => {
    const found = find(all)
    if (hashOf !== undefined && found !== undefined && (found.archivedAt ?? null) === null)
      requireMatch(context, hashOf(found))
    change(all)
  }
  const before = await list.read()
  const after = structuredClone(before)
  changeMatching(after)
  const former = find(before)
  const changed = find(after)!
  await context.change({
    resource,
    before: former === undefined ? {} : auditOf(former),
    after: auditOf(changed),
    async apply() {
      await list.change((all) => {
        changeMatching(all)
        find(all)!.updatedAt = new Date(context.clock()).toISOString()
      })
      await afterwards?.(changed)
    },
  })
  return find(await list.read())!
}

/** Throws AppError `CONFLICT` when `max` are in use; `name`: `signals`. */
export function requireRoom(all: readonly { archivedAt?: string | null }[], max: number, name: string): void {
  const count = all.filter(({ archivedAt = null }) => archivedAt === null).length
  if (count >= max) throw new AppError('CONFLICT', `There are ${count} ${name} already: archive one first`)
}
