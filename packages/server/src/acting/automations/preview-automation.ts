import { signalsOf } from '../../signals/signals.ts'
import { mayReadCustomers } from '../agents/run-for-caller.ts'
import { requireParts } from './automation-parts.ts'
import { findAutomation, type StoredAutomation, automationsOf } from './automations.ts'
import { previewRuns } from './preview-runs.ts'
import { automationFromBody } from './automation-routes.ts'
import { defineCommand } from '../../kernel/operations/command.ts'

/** `POST /api/automations/preview`: sends and stores nothing. */
export const previewAutomation = defineCommand('previewAutomation', async ({ body }, context) => {
  const { workspace, clock } = context
  const now = clock()
  const automation = await askedFor()
  const reads = await workspace.readModels.exact()
  const isNamed = mayReadCustomers(context)
  const data = await previewRuns(automation, await signalsOf(workspace).read(), {
    reads,
    days: body.days,
    now,
    timezone: workspace.document.settings.defaultTimezone,
    isNamed,
  })
  const warnings = isNamed ? [] : ['Customers stand by id alone: names need customer_intelligence:read']
  return { data, warnings }

  async function askedFor(): Promise<StoredAutomation> {
    if (body.automation === undefined)
      return findAutomation(await automationsOf(workspace).read(), body.automationId ?? '')
    const config = automationFromBody(body.automation)
    // It sends nothing, so it needs no destination.
    await requireParts({ ...config, enabled: false }, workspace)
    const at = new Date(now).toISOString()
    return { id: '', ...config, actsSince: 0, createdAt: at, updatedAt: at, archivedAt: null }
  }
})
