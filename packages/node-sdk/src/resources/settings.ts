import type { ChatOptionsQuery, UpdateReportSettingsBody, WorkspaceSettings } from '@customer-intel/contract'
import type { RequestOptions } from '../client/options.ts'
import { callRoute } from '../client/request.ts'
import type { Send } from '../client/transport.ts'

/** Settings of the workspace. */
export class SettingsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  get(options?: RequestOptions) {
    return callRoute(this.#send, 'getWorkspaceSettings', {}, options)
  }

  update(body: WorkspaceSettings, options?: RequestOptions) {
    return callRoute(this.#send, 'updateWorkspaceSettings', { body }, options)
  }

  /** The channel that reports go to; its fields are null until one is set. */
  getReport(options?: RequestOptions) {
    return callRoute(this.#send, 'getReportSettings', {}, options)
  }

  updateReport(body: UpdateReportSettingsBody, options?: RequestOptions) {
    return callRoute(this.#send, 'updateReportSettings', { body }, options)
  }

  /** Channels that reports may go to. */
  getReportOptions(query: ChatOptionsQuery = {}, options?: RequestOptions) {
    return callRoute(this.#send, 'getReportSettingsOptions', { query }, options)
  }
}
