import type { ToolInputs, ToolName, ToolOutputs } from '@customer-intel/contract'
import { ApiPromise, type ApiResponse } from '../client/api-promise.ts'
import { ListPromise } from '../client/list-promise.ts'
import type { RequestOptions } from '../client/options.ts'
import type { Send } from '../client/transport.ts'
import { findTool, getOperation, listToolNames } from '../contract/table.ts'

/** A tool that may be called without input. */
type Inputless = { [Name in ToolName]: object extends ToolInputs[Name] ? Name : never }[ToolName]

/** Tools: questions about customers, and a few actions. */
export class ToolsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Calls a tool by its name. Input and output have the tool's own types.
   *
   * @throws TypeError when there is no such tool, before anything is sent.
   */
  call<Name extends Inputless>(
    name: Name,
    input?: ToolInputs[Name],
    options?: RequestOptions,
  ): ApiPromise<ToolOutputs[Name]>
  call<Name extends ToolName>(
    name: Name,
    input: ToolInputs[Name],
    options?: RequestOptions,
  ): ApiPromise<ToolOutputs[Name]>
  call<Name extends ToolName>(
    name: Name,
    input = {} as ToolInputs[Name],
    options?: RequestOptions,
  ): ApiPromise<ToolOutputs[Name]> {
    return new ApiPromise(this.#fetch(name, input, options))
  }

  /** Customers that match all filters. Walk it for all of them, await it for one page. */
  listCustomers(input: ToolInputs['svc_list_customers'] = {}, options?: RequestOptions) {
    return this.#list('svc_list_customers', input, (data) => data.items, options)
  }

  /** People that match all filters. */
  listUsers(input: ToolInputs['svc_list_users'] = {}, options?: RequestOptions) {
    return this.#list('svc_list_users', input, (data) => data.items, options)
  }

  /** Members of the workspace, with how many customers each looks after. */
  listWorkspaceUsers(input: ToolInputs['svc_list_workspace_users'] = {}, options?: RequestOptions) {
    return this.#list('svc_list_workspace_users', input, (data) => data.items, options)
  }

  /**
   * One customer by id, domain or name, with the sections that `include` names.
   *
   * @throws NotFoundError when there is none.
   */
  getCustomer(input: ToolInputs['svc_get_customer'], options?: RequestOptions) {
    return this.call('svc_get_customer', input, options)
  }

  /** What happened with a customer, newest first. */
  getTimeline(input: ToolInputs['svc_get_timeline'], options?: RequestOptions) {
    return this.#list('svc_get_timeline', input, (data) => data.events, options)
  }

  /** What is known of a customer, with where it came from. */
  listFacts(input: ToolInputs['svc_list_facts'], options?: RequestOptions) {
    return this.#list('svc_list_facts', input, (data) => data.facts, options)
  }

  /** One fact by its id. `include: ['evidence']` adds the evidence. */
  getFact(input: ToolInputs['svc_get_fact'], options?: RequestOptions) {
    return this.call('svc_get_fact', input, options)
  }

  /** One source record with its whole content. */
  getSource(input: ToolInputs['svc_get_source'], options?: RequestOptions) {
    return this.call('svc_get_source', input, options)
  }

  /** Source records that match all filters, newest first. */
  listSources(input: ToolInputs['svc_list_sources'] = {}, options?: RequestOptions) {
    return this.#list('svc_list_sources', input, (data) => data.items, options)
  }

  /** Facts and sources that fit a question, best first. */
  searchCustomerContext(input: ToolInputs['svc_search_customer_context'], options?: RequestOptions) {
    return this.call('svc_search_customer_context', input, options)
  }

  /** Runs one SELECT. `metadata.truncated` says whether rows are missing; `client.query` makes that an error. */
  query(input: ToolInputs['svc_query'], options?: RequestOptions) {
    return this.call('svc_query', input, options)
  }

  /** The views that queries may read, with their columns and examples. */
  schema(input: ToolInputs['svc_schema'] = {}, options?: RequestOptions) {
    return this.call('svc_schema', input, options)
  }

  /** Sends a notification. Only where a person has asked for it. */
  sendNotification(input: ToolInputs['svc_send_notification'], options?: RequestOptions) {
    return this.call('svc_send_notification', input, options)
  }

  /** The same as `feedback.submit`, by way of the tool gateway. */
  submitFeedback(input: ToolInputs['svc_submit_feedback'], options?: RequestOptions) {
    return this.call('svc_submit_feedback', input, options)
  }

  #list<Name extends ToolName, Item>(
    name: Name,
    input: ToolInputs[Name] & { cursor?: string },
    items: (data: ToolOutputs[Name]) => Item[],
    options?: RequestOptions,
  ): ListPromise<Item, ToolOutputs[Name]> {
    return new ListPromise({
      operation: name,
      items,
      cursor: input.cursor,
      fetch: (cursor) => this.#fetch(name, cursor === undefined ? input : { ...input, cursor }, options),
    })
  }

  async #fetch<Name extends ToolName>(
    name: Name,
    input: ToolInputs[Name],
    options?: RequestOptions,
  ): Promise<ApiResponse<ToolOutputs[Name]>> {
    const tool = findTool(name)
    if (!tool) {
      throw new TypeError(
        `There is no tool ${JSON.stringify(name)}: it must be one of ${listToolNames().join(', ')}`,
      )
    }
    const operation = getOperation('callTool')
    const call = {
      operation,
      name,
      isRepeatable: tool.isReadOnly,
      shape: tool.shape,
      body: { tool: name, input },
    }
    return (await this.#send(call, options)) as ApiResponse<ToolOutputs[Name]>
  }
}
