import type { RetentionLoss } from '@customer-intel/contract'
import { type CommandContext, defineCommand } from '../kernel/operations/command.ts'
import { workspaceSettings } from '../kernel/operations/workspace-settings.ts'
import type { WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'
import { retentionCutoff } from './retention.ts'

const settings = workspaceSettings('retention_settings', ({ retention }: WorkspaceDocument) => retention, [
  'days',
])

/** `GET /api/settings/retention`. */
export const getRetentionSettings = defineCommand('getRetentionSettings', async ({ query }, context) => {
  const retention = settings.shown(context.workspace.document)
  return {
    data: { retention, loss: await lossOf(query.days ?? retention.days, context) },
    resources: [settings.resource],
  }
})

/** `PATCH /api/settings/retention`. */
export const updateRetentionSettings = defineCommand('updateRetentionSettings', async ({ body }, context) => {
  // Before the change: what can't be counted now isn't deleted either.
  const loss = await lossOf(body.days, context)
  const retention = await settings.change(context, body)
  const warnings =
    loss === null || loss.events === 0
      ? []
      : [`${loss.events} events that happened before ${loss.before} are deleted for good within a day`]
  return { data: { retention, loss }, warnings }
})

async function lossOf(days: number | null, { clock, fresh }: CommandContext): Promise<RetentionLoss | null> {
  if (days === null) return null
  const before = new Date(retentionCutoff(clock(), days))
  const events = await (await fresh()).countEventsBefore(before)
  return { before: before.toISOString(), events }
}
