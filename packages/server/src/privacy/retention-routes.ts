import type { RetentionLoss } from '@customer-intel/contract'
import { type CommandContext, defineCommand } from '../kernel/operations/command.ts'
import { retentionCutoff } from './retention.ts'

const resource = { type: 'retention_settings', id: 'default' }

/** `GET /api/settings/retention`. */
export const getRetentionSettings = defineCommand('getRetentionSettings', async ({ query }, context) => {
  const { days } = context.workspace.document.retention
  return {
    data: { retention: { days }, loss: await lossOf(query.days ?? days, context) },
    resources: [resource],
  }
})

/** `PATCH /api/settings/retention`. */
export const updateRetentionSettings = defineCommand('updateRetentionSettings', async ({ body }, context) => {
  const { workspace, change } = context
  const { days } = body
  // Before the change: what can't be counted now isn't deleted either.
  const loss = await lossOf(days, context)
  await change({
    resource,
    before: { days: workspace.document.retention.days },
    after: { days },
    apply: () => workspace.updateDocument(({ retention }) => void (retention.days = days)),
  })
  const warnings =
    loss === null || loss.events === 0
      ? []
      : [`${loss.events} events that happened before ${loss.before} are deleted for good within a day`]
  return { data: { retention: { days }, loss }, warnings }
})

async function lossOf(days: number | null, { clock, fresh }: CommandContext): Promise<RetentionLoss | null> {
  if (days === null) return null
  const before = new Date(retentionCutoff(clock(), days))
  const events = await (await fresh()).countEventsBefore(before)
  return { before: before.toISOString(), events }
}
