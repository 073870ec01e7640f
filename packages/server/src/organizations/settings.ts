import { automationsOf } from '../acting/automations/automations.ts'
import { formatPath, type ReportSettings, type WorkspaceSettings } from '@customer-intel/contract'
import { AppError } from '../kernel/errors.ts'
import { isSharedDomain } from '../customers/identity/company-domain.ts'
import { listChatOptions } from '../acting/notifications/chat-app.ts'
import type { RequestContext } from '../kernel/operations/services.ts'
import type { WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'
import { defineCommand } from '../kernel/operations/command.ts'

const resource = { type: 'workspace_settings', id: 'default' }
const reportResource = { type: 'report_settings', id: 'default' }

/** `GET /api/settings`. */
export const getSettings = defineCommand('getWorkspaceSettings', async (_input, { workspace }) => ({
  data: { settings: settingsOf(workspace.document) },
  resources: [resource],
}))

/** `PATCH /api/settings`. */
export const updateSettings = defineCommand('updateWorkspaceSettings', async ({ body }, context) => {
  const { workspace, change } = context
  const before = settingsOf(workspace.document)
  for (const [index, domain] of (body.domains ?? []).entries()) requireOwn(domain, ['domains', index])
  const changed = { ...body, ...(body.domains && { domains: [...new Set(body.domains)] }) }
  const after = { ...before, ...changed }
  await change({
    resource,
    before,
    after,
    async apply() {
      if (after.defaultTimezone !== before.defaultTimezone) await forgetPassedSlots(context)
      await workspace.updateDocument(({ settings }) => void Object.assign(settings, changed))
    },
  })
  return { data: { settings: after } }
})

/** `GET /api/settings/report`: where reports are sent; null until it is configured. */
export const getReportSettings = defineCommand('getReportSettings', async (_input, { workspace }) => ({
  data: { report: reportOf(workspace.document) },
  resources: [reportResource],
}))

/** `PATCH /api/settings/report`. */
export const updateReportSettings = defineCommand('updateReportSettings', async ({ body }, context) => {
  const { workspace, change } = context
  const report = { chatChannelId: body.chatChannelId, chatChannelName: body.chatChannelName }
  await change({
    resource: reportResource,
    before: reportOf(workspace.document),
    after: report,
    apply: () => workspace.updateDocument(({ settings }) => void Object.assign(settings.report, report)),
  })
  return { data: { report } }
})

/** `GET /api/settings/report/options`: channels of the connected chat app. */
export const getReportSettingsOptions = defineCommand(
  'getReportSettingsOptions',
  async ({ query }, context) => ({
    data: { chat: await listChatOptions(context.workspace, context, { ...query, signal: context.signal }) },
  }),
)

/** A schedule without a zone of its own has other slots in another zone: those that have passed are nothing to it. */
function forgetPassedSlots({ workspace, clock }: RequestContext): Promise<void> {
  return automationsOf(workspace).change((all) => {
    for (const automation of all)
      if (automation.schedule !== null && automation.schedule.timezone === undefined)
        automation.actsSince = clock()
  })
}

/** Everybody's customers would be internal. */
function requireOwn(domain: string, path: (string | number)[]): void {
  if (!isSharedDomain(domain)) return
  const message = `${formatPath(path)} is used by strangers, too (a free-mail provider or a public suffix): give your own domains, such as acme.example`
  throw new AppError('INVALID_REQUEST', message, { issues: [{ path, message }] })
}

function settingsOf({ settings }: WorkspaceDocument): WorkspaceSettings {
  const { defaultTimezone, identityMergeSuggestions, domains } = settings
  return { defaultTimezone, identityMergeSuggestions, domains }
}

function reportOf({ settings: { report } }: WorkspaceDocument): ReportSettings {
  return { chatChannelId: report.chatChannelId, chatChannelName: report.chatChannelName }
}
