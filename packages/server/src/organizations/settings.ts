import { automationsOf } from '../acting/automations/automations.ts'
import { formatPath, workspaceSettingNames } from '@customer-intel/contract'
import { AppError } from '../kernel/errors.ts'
import { isSharedDomain } from '../customers/identity/company-domain.ts'
import { listChatOptions } from '../acting/notifications/chat-app.ts'
import type { RequestContext } from '../kernel/operations/services.ts'
import { defineCommand } from '../kernel/operations/command.ts'
import type { WorkspaceDocument } from '../kernel/workspace/workspace-document.ts'
import { workspaceSettings } from '../kernel/operations/workspace-settings.ts'

const settings = workspaceSettings(
  'workspace_settings',
  ({ settings: stored }: WorkspaceDocument) => stored,
  workspaceSettingNames,
)
const report = workspaceSettings(
  'report_settings',
  ({ settings: stored }: WorkspaceDocument) => stored.report,
  ['chatChannelId', 'chatChannelName'],
)

/** `GET /api/settings`. */
export const getSettings = defineCommand('getWorkspaceSettings', async (_input, { workspace }) => ({
  data: { settings: settings.shown(workspace.document) },
  resources: [settings.resource],
}))

/** `PATCH /api/settings`. */
export const updateSettings = defineCommand('updateWorkspaceSettings', async ({ body }, context) => {
  for (const [index, domain] of (body.domains ?? []).entries()) requireOwn(domain, ['domains', index])
  const changed = { ...body, ...(body.domains && { domains: [...new Set(body.domains)] }) }
  const { defaultTimezone } = context.workspace.document.settings
  const prepare = async () => {
    if ((body.defaultTimezone ?? defaultTimezone) !== defaultTimezone) await forgetPassedSlots(context)
  }
  return { data: { settings: await settings.change(context, changed, prepare) } }
})

/** `GET /api/settings/report`: where reports are sent; null until it is configured. */
export const getReportSettings = defineCommand('getReportSettings', async (_input, { workspace }) => ({
  data: { report: report.shown(workspace.document) },
  resources: [report.resource],
}))

/** `PATCH /api/settings/report`. */
export const updateReportSettings = defineCommand('updateReportSettings', async ({ body }, context) => ({
  data: { report: await report.change(context, body) },
}))

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
