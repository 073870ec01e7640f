import { defineCommand } from '../kernel/operations/command.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'
import { reasonOf } from '../kernel/reason-of.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'

const shown = 1_000
const retrying = new WeakSet<Workspace>()

/** `GET /api/quarantine`: what was accepted and is in no answer. */
export const listQuarantineRoute: RouteHandler<'listQuarantine'> = {
  async run(_input, { workspace: { readModels } }) {
    const reads = await readModels.exact()
    const items = await reads.listQuarantined(shown)
    return { items, total: Math.max(items.length, readModels.counters.quarantined) }
  },
}

/** `POST /api/quarantine/retry`: answers at once; all nodes build their read models anew, one time after another. */
export const retryQuarantineRoute = defineCommand(
  'retryQuarantine',
  async (_input, { workspace, logger, newId, change }) => {
    const reads = await workspace.readModels.exact()
    const retried = (await reads.listQuarantined(shown)).length
    if (retried === 0 || retrying.has(workspace)) return { data: { retried } }
    await change({
      resource: { type: 'quarantine', id: 'all' },
      before: { quarantined: retried },
      after: { retry: newId() },
      apply: async () => {
        retrying.add(workspace)
        void workspace.replicas
          .rebuild()
          .catch((error: unknown) =>
            logger.warn(`What is quarantined could not be tried again: ${reasonOf(error)}`),
          )
          .finally(() => retrying.delete(workspace))
      },
    })
    return { data: { retried } }
  },
)
