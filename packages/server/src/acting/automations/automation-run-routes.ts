import { destinationsOf } from '../notifications/destinations.ts'
import { findAutomation, automationsOf } from './automations.ts'
import { toRun } from './describe-run.ts'
import { type CursorScope, decodeCursor, encodeCursor } from '../../kernel/operations/cursor.ts'
import { AppError } from '../../kernel/errors.ts'
import { defineCommand } from '../../kernel/operations/command.ts'

/** `GET /api/automations/{automationId}/runs`. */
export const listAutomationRuns = defineCommand(
  'listAutomationRuns',
  async ({ params: { automationId }, query: { limit, cursor } }, { workspace, fresh }) => {
    findAutomation(await automationsOf(workspace).read(), automationId)
    const scope: CursorScope = {
      organizationId: workspace.organization.id,
      tool: 'automation.run.list',
      question: { automationId },
    }
    const after = decodeCursor(cursor, scope)
    const reads = await fresh()
    const page = await reads.listRuns({ automationId, limit, after })
    const destinations = await destinationsOf(workspace).read()
    const nextCursor = encodeCursor(page.end, scope)
    return {
      data: {
        runs: page.items.map((run) => toRun(run, destinations)),
        pagination: { hasMore: nextCursor !== null, nextCursor, total: page.total },
      },
    }
  },
)

/** `GET /api/automations/{automationId}/runs/{runId}`. */
export const getAutomationRun = defineCommand(
  'getAutomationRun',
  async ({ params: { automationId, runId } }, { workspace, fresh }) => {
    findAutomation(await automationsOf(workspace).read(), automationId)
    const reads = await fresh()
    const { items } = await reads.listRuns({ automationId, runId, limit: 1, after: null })
    const [found] = items
    if (found === undefined) throw new AppError('NOT_FOUND', `There is no run ${runId} of this automation`)
    return {
      data: { run: toRun(found, await destinationsOf(workspace).read()) },
      resources: [{ type: 'automationRun', id: runId }],
    }
  },
)
