// Written by `pnpm generate` from the contract; a test fails when it is out of date.

import type { ApiPromise } from '../client/api-promise.ts'
import type { ListPromise } from '../client/list-promise.ts'
import type { RequestOptions } from '../client/options.ts'
import { ToolCaller } from '../resources/tool-caller.ts'
import type {
  Fact,
  GetCustomerInput,
  GetCustomerOutput,
  GetFactInput,
  GetSourceInput,
  GetTimelineInput,
  GetTimelineOutput,
  GetUserInput,
  GetUserOutput,
  ListCustomersInput,
  ListCustomersOutput,
  ListFactsInput,
  ListFactsOutput,
  ListSourcesInput,
  ListSourcesOutput,
  ListUsersInput,
  ListUsersOutput,
  ListWorkspaceUsersInput,
  ListWorkspaceUsersOutput,
  MayBeStale,
  QueryInput,
  QueryOutput,
  SchemaInput,
  SchemaOutput,
  SearchCustomerContextInput,
  SearchCustomerContextOutput,
  SendNotificationInput,
  SendNotificationOutput,
  Source,
  SubmitFeedbackInput,
  SubmitFeedbackOutput,
} from './types.ts'

/** What each tool takes. */
export interface ToolInputs {
  /** List customers. */ svc_list_customers: ListCustomersInput
  /** List users. */ svc_list_users: ListUsersInput
  /** List workspace users. */ svc_list_workspace_users: ListWorkspaceUsersInput
  /** Get a customer. */ svc_get_customer: GetCustomerInput
  /** Get a user. */ svc_get_user: GetUserInput
  /** Get a timeline. */ svc_get_timeline: GetTimelineInput
  /** List facts. */ svc_list_facts: ListFactsInput
  /** Get a fact. */ svc_get_fact: GetFactInput
  /** Get a source. */ svc_get_source: GetSourceInput
  /** List sources. */ svc_list_sources: ListSourcesInput
  /** Search customer context. */ svc_search_customer_context: SearchCustomerContextInput
  /** Query. */ svc_query: QueryInput
  /** Schema. */ svc_schema: SchemaInput
  /** Send a notification. */ svc_send_notification: SendNotificationInput
  /** Submit feedback. */ svc_submit_feedback: SubmitFeedbackInput
}

/** What each tool answers. */
export interface ToolOutputs {
  /** List customers. */ svc_list_customers: ListCustomersOutput & MayBeStale
  /** List users. */ svc_list_users: ListUsersOutput & MayBeStale
  /** List workspace users. */ svc_list_workspace_users: ListWorkspaceUsersOutput & MayBeStale
  /** Get a customer. */ svc_get_customer: GetCustomerOutput & MayBeStale
  /** Get a user. */ svc_get_user: GetUserOutput & MayBeStale
  /** Get a timeline. */ svc_get_timeline: GetTimelineOutput & MayBeStale
  /** List facts. */ svc_list_facts: ListFactsOutput & MayBeStale
  /** Get a fact. */ svc_get_fact: Fact & MayBeStale
  /** Get a source. */ svc_get_source: Source & MayBeStale
  /** List sources. */ svc_list_sources: ListSourcesOutput & MayBeStale
  /** Search customer context. */ svc_search_customer_context: SearchCustomerContextOutput & MayBeStale
  /** Query. */ svc_query: QueryOutput & MayBeStale
  /** Schema. */ svc_schema: SchemaOutput & MayBeStale
  /** Send a notification. */ svc_send_notification: SendNotificationOutput & MayBeStale
  /** Submit feedback. */ svc_submit_feedback: SubmitFeedbackOutput & MayBeStale
}

/** Tools: questions about customers, and a few actions. */
export class ToolsResource extends ToolCaller {
  /**
   * Browse and filter customer accounts by billing status, recency of product activity
   * (hasActivityInLast, noActivityInLast; contact with us by mail, call, meeting, ticket or chat is
   * apart, in lastContactAt), revenue (cents a month), active facts (factTypes, such as CHURN_RISK: who
   * is about to leave), traits, owner, or part of the name or domain. Use it to find who to look at;
   * then svc_get_customer for one of them. Needs the grant `customer_intelligence:read`.
   */
  listCustomers(
    input: ListCustomersInput = {},
    options?: RequestOptions,
  ): ListPromise<(ListCustomersOutput & MayBeStale)['items'][number], ListCustomersOutput & MayBeStale> {
    return this.list('svc_list_customers', input, options)
  }

  /**
   * Browse and filter the people at customers by journey stage, recency of product activity (contact
   * with us is apart, in lastContactAt), customer, traits, or part of the e-mail address or name. Needs
   * the grant `customer_intelligence:read`.
   */
  listUsers(
    input: ListUsersInput = {},
    options?: RequestOptions,
  ): ListPromise<(ListUsersOutput & MayBeStale)['items'][number], ListUsersOutput & MayBeStale> {
    return this.list('svc_list_users', input, options)
  }

  /**
   * List the internal members of the workspace (customer success managers, managers, account owners,
   * admins) and how many customers each owns. Needs the grant `workspace_members:read`.
   */
  listWorkspaceUsers(
    input: ListWorkspaceUsersInput = {},
    options?: RequestOptions,
  ): ListPromise<
    (ListWorkspaceUsersOutput & MayBeStale)['items'][number],
    ListWorkspaceUsersOutput & MayBeStale
  > {
    return this.list('svc_list_workspace_users', input, options)
  }

  /**
   * Full details of one customer, named by id, domain or name, with the sections that you include:
   * users, revenue, recentTimeline, behaviorMetrics, enrichment. Needs the grant
   * `customer_intelligence:read`.
   */
  getCustomer(input: GetCustomerInput, options?: RequestOptions): ApiPromise<GetCustomerOutput & MayBeStale> {
    return this.call('svc_get_customer', input, options)
  }

  /**
   * One person, named by id, your own id or e-mail address: journey, traits, and the keys by which they
   * are known. Needs the grant `customer_intelligence:read`.
   */
  getUser(input: GetUserInput, options?: RequestOptions): ApiPromise<GetUserOutput & MayBeStale> {
    return this.call('svc_get_user', input, options)
  }

  /**
   * What happened with one customer or one person (user), newest first, across product, billing, support
   * and conversation channels. Narrow it by channels, event types and time. Needs the grant
   * `customer_intelligence:read`.
   */
  getTimeline(
    input: GetTimelineInput = {},
    options?: RequestOptions,
  ): ListPromise<(GetTimelineOutput & MayBeStale)['events'][number], GetTimelineOutput & MayBeStale> {
    return this.list('svc_get_timeline', input, options)
  }

  /**
   * Browse what is known of one customer, or of all of them without customer: facts with their
   * provenance, filtered by status, type, category, source type and time. Needs the grant
   * `customer_intelligence:read`.
   */
  listFacts(
    input: ListFactsInput = {},
    options?: RequestOptions,
  ): ListPromise<(ListFactsOutput & MayBeStale)['facts'][number], ListFactsOutput & MayBeStale> {
    return this.list('svc_list_facts', input, options)
  }

  /** One exact fact by its id, on demand with its evidence. Needs the grant `customer_intelligence:read`. */
  getFact(input: GetFactInput, options?: RequestOptions): ApiPromise<Fact & MayBeStale> {
    return this.call('svc_get_fact', input, options)
  }

  /**
   * One exact source record behind a fact or a search result, with its whole content. Needs the grant
   * `customer_intelligence:read`.
   */
  getSource(input: GetSourceInput, options?: RequestOptions): ApiPromise<Source & MayBeStale> {
    return this.call('svc_get_source', input, options)
  }

  /**
   * List source records (calls, e-mails, calendar events, support tickets, opportunities, chats), newest
   * first, by type, customer, participant, provider and time. Needs the grant
   * `customer_intelligence:read`.
   */
  listSources(
    input: ListSourcesInput = {},
    options?: RequestOptions,
  ): ListPromise<(ListSourcesOutput & MayBeStale)['items'][number], ListSourcesOutput & MayBeStale> {
    return this.list('svc_list_sources', input, options)
  }

  /**
   * Search calls, e-mails, tickets, deals, chats and facts by meaning, over one customer or all of them.
   * Answers with whole artifacts, best first, and their total; groupBy customer counts by customer. Open
   * one with svc_get_source or svc_get_fact. Needs the grant `customer_intelligence:read`.
   */
  searchCustomerContext(
    input: SearchCustomerContextInput,
    options?: RequestOptions,
  ): ApiPromise<SearchCustomerContextOutput & MayBeStale> {
    return this.call('svc_search_customer_context', input, options)
  }

  /**
   * Run one read-only SELECT over the views activity, customers, users, revenue, facts, opportunities
   * and sources. Look at svc_schema first. Money is in cents, times are UTC; local_day(occurred_at) is a
   * day in the workspace's time zone. Check metadata.truncated before you trust a total. Needs the grant
   * `analytics:read`.
   */
  query(input: QueryInput, options?: RequestOptions): ApiPromise<QueryOutput & MayBeStale> {
    return this.call('svc_query', input, options)
  }

  /**
   * The views that svc_query may read: their columns, types, meanings and example queries, and which
   * event types and names occur. One view, or all. Needs the grant `analytics:read`.
   */
  schema(input: SchemaInput = {}, options?: RequestOptions): ApiPromise<SchemaOutput & MayBeStale> {
    return this.call('svc_schema', input, options)
  }

  /**
   * Send a message to destinations, or to the default one. An action with effects outside: call it only
   * when the user explicitly asks to send, post or notify. Needs the grant `notifications:send`.
   */
  sendNotification(
    input: SendNotificationInput,
    options?: RequestOptions,
  ): ApiPromise<SendNotificationOutput & MayBeStale> {
    return this.call('svc_send_notification', input, options)
  }

  /**
   * Send product feedback to the people who run this service. Never put secrets into it. Needs the grant
   * `feedback:write`.
   */
  submitFeedback(
    input: SubmitFeedbackInput,
    options?: RequestOptions,
  ): ApiPromise<SubmitFeedbackOutput & MayBeStale> {
    return this.call('svc_submit_feedback', input, options)
  }
}
