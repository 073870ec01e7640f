import type { ChatOptionsQuery, UpdateReportSettingsBody, WorkspaceSettings } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { Resource } from './resource.ts'

/** Settings of the workspace. */
export class SettingsResource extends Resource {
  get(options?: RequestOptions) {
    return this.request('getWorkspaceSettings', {}, options)
  }

  update(body: WorkspaceSettings, options?: RequestOptions) {
    return this.request('updateWorkspaceSettings', { body }, options)
  }

  /** The channel that reports go to; its fields are null until one is set. */
  getReport(options?: RequestOptions) {
    return this.request('getReportSettings', {}, options)
  }

  updateReport(body: UpdateReportSettingsBody, options?: RequestOptions) {
    return this.request('updateReportSettings', { body }, options)
  }

  /** Channels that reports may go to. */
  getReportOptions(query: ChatOptionsQuery = {}, options?: RequestOptions) {
    return this.request('getReportSettingsOptions', { query }, options)
  }
}
