import type { AuditedChange, JsonObject } from '@customer-intel/contract'
import { pageOfList } from '../kernel/operations/page-of-list.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'
import type { AuditEntry } from '../kernel/workspace/audit-entry.ts'
import { callersOf } from './callers.ts'

/** `GET /api/audit`: changes of what is configured, newest first. */
export const listAudit: RouteHandler<'listAudit'> = {
  async run({ query }, { workspace }) {
    const { actor, resource, from, to } = query
    const entries = (await workspace.audit.read()).filter(
      (entry) =>
        (actor === undefined || entry.apiKeyId === actor) &&
        (resource === undefined || entry.resource.type === resource || entry.resource.id === resource) &&
        (from === undefined || Date.parse(entry.at) >= Date.parse(from)) &&
        (to === undefined || Date.parse(entry.at) < Date.parse(to)),
    )
    const page = pageOfList(entries.toReversed(), 'listAudit', query, {
      workspace,
      placeOf: (entry) => entry,
    })
    const callerOf = callersOf(workspace)
    const items = page.items.map((entry: AuditEntry): AuditedChange => {
      const { apiKeyId, before, after, ...rest } = entry
      return { ...rest, actor: callerOf(apiKeyId), before: masked(before), after: masked(after) }
    })
    return { ...page, items }
  },
}

/** What is configured names its secrets so; most of them aren't even in the entry. */
const secretNames = /secret|token|password|credential|authorization|hash/i

function masked(value: object): JsonObject {
  const text = JSON.stringify(value, (name, inner: unknown) =>
    secretNames.test(name) && typeof inner === 'string' && name !== 'configHash' ? '•••' : inner,
  )
  return JSON.parse(text) as JsonObject
}
