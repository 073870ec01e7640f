// Written by `pnpm generate` from the contract; a test tells when it has to be written anew.

import type { ApiPromise } from '../client/api-promise.ts'
import type { ListPromise } from '../client/list-promise.ts'
import type { RequestOptions } from '../client/options.ts'
import { ToolCaller, type ToolInput, type ToolItem, type ToolOutput } from '../resources/tool-caller.ts'

/** Tools: questions about customers, and a few actions. */
export class ToolsResource extends ToolCaller {
  /**
   * Browse and filter customer accounts by billing status, activity recency, revenue (cents a month),
   * traits, owner, or part of the name or domain. Use it to find who to look at; then svc_get_customer
   * for one of them. Needs the grant `customer_intelligence:read`.
   */
  listCustomers(
    input: ToolInput<'svc_list_customers'> = {},
    options?: RequestOptions,
  ): ListPromise<ToolItem<'svc_list_customers'>, ToolOutput<'svc_list_customers'>> {
    return this.list('svc_list_customers', input, options)
  }

  /**
   * Browse and filter the people at customers by journey stage, activity recency, customer, traits, or
   * part of the e-mail address or name. Needs the grant `customer_intelligence:read`.
   */
  listUsers(
    input: ToolInput<'svc_list_users'> = {},
    options?: RequestOptions,
  ): ListPromise<ToolItem<'svc_list_users'>, ToolOutput<'svc_list_users'>> {
    return this.list('svc_list_users', input, options)
  }

  /**
   * List the internal members of the workspace (customer success managers, managers, account owners,
   * admins) and how many customers each owns. Needs the grant `workspace_members:read`.
   */
  listWorkspaceUsers(
    input: ToolInput<'svc_list_workspace_users'> = {},
    options?: RequestOptions,
  ): ListPromise<ToolItem<'svc_list_workspace_users'>, ToolOutput<'svc_list_workspace_users'>> {
    return this.list('svc_list_workspace_users', input, options)
  }

  /**
   * Full details of one customer, named by id, domain or name, with the sections that you include:
   * users, revenue, recentTimeline, behaviorMetrics, enrichment. Needs the grant
   * `customer_intelligence:read`.
   */
  getCustomer(
    input: ToolInput<'svc_get_customer'>,
    options?: RequestOptions,
  ): ApiPromise<ToolOutput<'svc_get_customer'>> {
    return this.call('svc_get_customer', input, options)
  }

  /**
   * What happened with one customer, newest first, across product, billing, support and conversation
   * channels. Narrow it by channels, event types and time. Needs the grant `customer_intelligence:read`.
   */
  getTimeline(
    input: ToolInput<'svc_get_timeline'>,
    options?: RequestOptions,
  ): ListPromise<ToolItem<'svc_get_timeline'>, ToolOutput<'svc_get_timeline'>> {
    return this.list('svc_get_timeline', input, options)
  }

  /**
   * Browse what is known of one customer: stored facts with their provenance, filtered by status, type,
   * category, source type and time. Needs the grant `customer_intelligence:read`.
   */
  listFacts(
    input: ToolInput<'svc_list_facts'>,
    options?: RequestOptions,
  ): ListPromise<ToolItem<'svc_list_facts'>, ToolOutput<'svc_list_facts'>> {
    return this.list('svc_list_facts', input, options)
  }

  /** One exact fact by its id, on demand with its evidence. Needs the grant `customer_intelligence:read`. */
  getFact(
    input: ToolInput<'svc_get_fact'>,
    options?: RequestOptions,
  ): ApiPromise<ToolOutput<'svc_get_fact'>> {
    return this.call('svc_get_fact', input, options)
  }

  /**
   * One exact source record behind a fact or a search result, with its whole content. Needs the grant
   * `customer_intelligence:read`.
   */
  getSource(
    input: ToolInput<'svc_get_source'>,
    options?: RequestOptions,
  ): ApiPromise<ToolOutput<'svc_get_source'>> {
    return this.call('svc_get_source', input, options)
  }

  /**
   * List source records (calls, e-mails, calendar events, support tickets, opportunities, chats), newest
   * first, by type, customer, participant, provider and time. Needs the grant
   * `customer_intelligence:read`.
   */
  listSources(
    input: ToolInput<'svc_list_sources'> = {},
    options?: RequestOptions,
  ): ListPromise<ToolItem<'svc_list_sources'>, ToolOutput<'svc_list_sources'>> {
    return this.list('svc_list_sources', input, options)
  }

  /**
   * Search calls, e-mails, tickets, deals, chats and facts by meaning, over one customer or all of them.
   * Answers with whole artifacts, best first; open one with svc_get_source or svc_get_fact. Needs the
   * grant `customer_intelligence:read`.
   */
  searchCustomerContext(
    input: ToolInput<'svc_search_customer_context'>,
    options?: RequestOptions,
  ): ApiPromise<ToolOutput<'svc_search_customer_context'>> {
    return this.call('svc_search_customer_context', input, options)
  }

  /**
   * Run one read-only SELECT over the views activity, customers, users and revenue. Look at svc_schema
   * first. Money is in cents, times are UTC. Check metadata.truncated before you trust a total. Needs
   * the grant `analytics:read`.
   */
  query(input: ToolInput<'svc_query'>, options?: RequestOptions): ApiPromise<ToolOutput<'svc_query'>> {
    return this.call('svc_query', input, options)
  }

  /**
   * The views that svc_query may read: their columns, types, meanings and example queries. One view, or
   * all. Needs the grant `analytics:read`.
   */
  schema(
    input: ToolInput<'svc_schema'> = {},
    options?: RequestOptions,
  ): ApiPromise<ToolOutput<'svc_schema'>> {
    return this.call('svc_schema', input, options)
  }

  /**
   * Send product feedback to the people who run this service. Never put secrets into it. Needs the grant
   * `feedback:write`.
   */
  submitFeedback(
    input: ToolInput<'svc_submit_feedback'>,
    options?: RequestOptions,
  ): ApiPromise<ToolOutput<'svc_submit_feedback'>> {
    return this.call('svc_submit_feedback', input, options)
  }
}
