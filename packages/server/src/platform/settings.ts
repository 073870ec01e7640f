import type { ReportSettings } from '@customer-intel/contract'
import type { WorkspaceDocument } from '../store/workspace-document.ts'
import { commandSucceeded } from './command-succeeded.ts'
import { recordChange } from './record-change.ts'
import type { RouteHandler } from './route-handler.ts'

const resource = { type: 'workspace_settings', id: 'default' }
const reportResource = { type: 'report_settings', id: 'default' }

/** `GET /api/settings`. */
export const getSettings: RouteHandler<'getWorkspaceSettings'> = {
  async run(_input, { workspace, requestId }) {
    const { defaultTimezone } = workspace.document.settings
    return commandSucceeded(
      'settings.get',
      requestId,
      { settings: { defaultTimezone } },
      { resources: [resource] },
    )
  },
}

/** `PATCH /api/settings`. What is set to what it already is leaves no audit entry. */
export const updateSettings: RouteHandler<'updateWorkspaceSettings'> = {
  async run({ body: { defaultTimezone } }, context) {
    const commandId = 'settings.update'
    const before = context.workspace.document.settings.defaultTimezone
    let auditId: string | undefined
    if (before !== defaultTimezone) {
      auditId = await recordChange(context, {
        commandId,
        resource,
        before: { defaultTimezone: before },
        after: { defaultTimezone },
      })
      await context.workspace.updateDocument(({ settings }) => {
        settings.defaultTimezone = defaultTimezone
      })
    }
    return commandSucceeded(
      commandId,
      context.requestId,
      { settings: { defaultTimezone } },
      { resources: [resource], auditId },
    )
  },
}

/** `GET /api/settings/report`: where reports go; null until somebody chose. */
export const getReportSettings: RouteHandler<'getReportSettings'> = {
  async run(_input, { workspace, requestId }) {
    const report = reportOf(workspace.document)
    return commandSucceeded('settings.report.get', requestId, { report }, { resources: [reportResource] })
  },
}

/** `PATCH /api/settings/report`. */
export const updateReportSettings: RouteHandler<'updateReportSettings'> = {
  async run({ body: { chatChannelId, chatChannelName } }, context) {
    const commandId = 'settings.report.update'
    const before = reportOf(context.workspace.document)
    const report = { chatChannelId, chatChannelName }
    let auditId: string | undefined
    if (before.chatChannelId !== chatChannelId || before.chatChannelName !== chatChannelName) {
      auditId = await recordChange(context, { commandId, resource: reportResource, before, after: report })
      await context.workspace.updateDocument(({ settings }) => {
        Object.assign(settings.report, report)
      })
    }
    return commandSucceeded(
      commandId,
      context.requestId,
      { report },
      { resources: [reportResource], auditId },
    )
  },
}

/** `GET /api/settings/report/options`: no chat app can be connected to this server, so there is no channel to choose. */
export const getReportSettingsOptions: RouteHandler<'getReportSettingsOptions'> = {
  async run(_input, { requestId }) {
    const chat = { connected: false, channels: [], hasMore: false, nextCursor: null }
    return commandSucceeded('settings.report.options', requestId, { chat })
  },
}

function reportOf({ settings: { report } }: WorkspaceDocument): ReportSettings {
  return { chatChannelId: report.chatChannelId, chatChannelName: report.chatChannelName }
}
