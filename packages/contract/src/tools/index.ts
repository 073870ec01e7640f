import type * as v from 'valibot'
import type { MayBeStale } from '../staleness.ts'
import type { ToolDefinition } from './definition.ts'
import { getCustomerTool, type GetCustomerInput, type GetCustomerOutput } from './get-customer.ts'
import { getFactTool, type GetFactInput, type GetFactOutput } from './get-fact.ts'
import { getSourceTool, type GetSourceInput, type GetSourceOutput } from './get-source.ts'
import { getTimelineTool, type GetTimelineInput, type GetTimelineOutput } from './get-timeline.ts'
import { listCustomersTool, type ListCustomersInput, type ListCustomersOutput } from './list-customers.ts'
import { listFactsTool, type ListFactsInput, type ListFactsOutput } from './list-facts.ts'
import { listSourcesTool, type ListSourcesInput, type ListSourcesOutput } from './list-sources.ts'
import { listUsersTool, type ListUsersInput, type ListUsersOutput } from './list-users.ts'
import {
  listWorkspaceUsersTool,
  type ListWorkspaceUsersInput,
  type ListWorkspaceUsersOutput,
} from './list-workspace-users.ts'
import { queryTool, type QueryInput, type QueryOutput } from './query.ts'
import { schemaTool, type SchemaInput, type SchemaOutput } from './schema.ts'
import {
  searchCustomerContextTool,
  type SearchCustomerContextInput,
  type SearchCustomerContextOutput,
} from './search-customer-context.ts'
import {
  sendNotificationTool,
  type SendNotificationInput,
  type SendNotificationOutput,
} from './send-notification.ts'
import { submitFeedbackTool, type SubmitFeedbackInput, type SubmitFeedbackOutput } from './submit-feedback.ts'

export * from './definition.ts'
export * from './enrichment.ts'
export * from './fact.ts'
export * from './get-customer.ts'
export * from './get-fact.ts'
export * from './get-source.ts'
export * from './get-timeline.ts'
export * from './list-customers.ts'
export * from './list-facts.ts'
export * from './list-sources.ts'
export * from './list-users.ts'
export * from './list-workspace-users.ts'
export type { TraitFilters } from './people-filters.ts'
export * from './query.ts'
export * from './schema.ts'
export * from './search-customer-context.ts'
export * from './send-notification.ts'
export * from './source.ts'
export * from './submit-feedback.ts'

/** What each tool takes. */
export interface ToolInputs {
  svc_list_customers: ListCustomersInput
  svc_list_users: ListUsersInput
  svc_list_workspace_users: ListWorkspaceUsersInput
  svc_get_customer: GetCustomerInput
  svc_get_timeline: GetTimelineInput
  svc_list_facts: ListFactsInput
  svc_get_fact: GetFactInput
  svc_get_source: GetSourceInput
  svc_list_sources: ListSourcesInput
  svc_search_customer_context: SearchCustomerContextInput
  svc_query: QueryInput
  svc_schema: SchemaInput
  svc_send_notification: SendNotificationInput
  svc_submit_feedback: SubmitFeedbackInput
}

interface Outputs {
  svc_list_customers: ListCustomersOutput
  svc_list_users: ListUsersOutput
  svc_list_workspace_users: ListWorkspaceUsersOutput
  svc_get_customer: GetCustomerOutput
  svc_get_timeline: GetTimelineOutput
  svc_list_facts: ListFactsOutput
  svc_get_fact: GetFactOutput
  svc_get_source: GetSourceOutput
  svc_list_sources: ListSourcesOutput
  svc_search_customer_context: SearchCustomerContextOutput
  svc_query: QueryOutput
  svc_schema: SchemaOutput
  svc_send_notification: SendNotificationOutput
  svc_submit_feedback: SubmitFeedbackOutput
}

/** What each tool answers. */
export type ToolOutputs = { [Name in ToolName]: Outputs[Name] & MayBeStale }

export type ToolName = keyof ToolInputs

/** Every tool of the service, by name, in the order in which it is told of them. */
export const tools = {
  svc_list_customers: listCustomersTool,
  svc_list_users: listUsersTool,
  svc_list_workspace_users: listWorkspaceUsersTool,
  svc_get_customer: getCustomerTool,
  svc_get_timeline: getTimelineTool,
  svc_list_facts: listFactsTool,
  svc_get_fact: getFactTool,
  svc_get_source: getSourceTool,
  svc_list_sources: listSourcesTool,
  svc_search_customer_context: searchCustomerContextTool,
  svc_query: queryTool,
  svc_schema: schemaTool,
  svc_send_notification: sendNotificationTool,
  svc_submit_feedback: submitFeedbackTool,
} as const satisfies { [Name in ToolName]: ToolDefinition & { name: Name } }

/** A tool's input once validated, defaults filled in: what its handler takes. */
export type ResolvedToolInput<Name extends ToolName> = v.InferOutput<(typeof tools)[Name]['input']>

export function isToolName(value: unknown): value is ToolName {
  return typeof value === 'string' && Object.hasOwn(tools, value)
}
