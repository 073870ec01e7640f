import type * as v from 'valibot'
import type { ToolDefinition } from './definition.ts'
import { getCustomerTool } from './get-customer.ts'
import { getFactTool } from './get-fact.ts'
import { getSourceTool } from './get-source.ts'
import { getTimelineTool } from './get-timeline.ts'
import { getUserTool } from './get-user.ts'
import { listCustomersTool } from './list-customers.ts'
import { listFactsTool } from './list-facts.ts'
import { listSourcesTool } from './list-sources.ts'
import { listUsersTool } from './list-users.ts'
import { listWorkspaceUsersTool } from './list-workspace-users.ts'
import { queryTool } from './query.ts'
import { schemaTool } from './schema.ts'
import { searchCustomerContextTool } from './search-customer-context.ts'
import { sendNotificationTool } from './send-notification.ts'
import { submitFeedbackTool } from './submit-feedback.ts'

export * from './definition.ts'
export * from './enrichment.ts'
export * from './fact.ts'
export * from './get-customer.ts'
export * from './get-fact.ts'
export * from './get-source.ts'
export * from './get-timeline.ts'
export * from './get-user.ts'
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

/** Every tool of the service, by name, in the order in which agents get them. */
export const tools = {
  svc_list_customers: listCustomersTool,
  svc_list_users: listUsersTool,
  svc_list_workspace_users: listWorkspaceUsersTool,
  svc_get_customer: getCustomerTool,
  svc_get_user: getUserTool,
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
} as const satisfies Record<string, ToolDefinition>

export type ToolName = keyof typeof tools

/** A tool's input once validated, defaults filled in: what its handler takes. */
export type ResolvedToolInput<Name extends ToolName> = v.InferOutput<(typeof tools)[Name]['input']>

/** The names of all tools, in that order. */
export const toolNames = /* #__PURE__ */ Object.keys(tools) as [ToolName, ...ToolName[]]

export function isToolName(value: unknown): value is ToolName {
  return typeof value === 'string' && Object.hasOwn(tools, value)
}
