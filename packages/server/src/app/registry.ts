import type { ServedTool, ToolName } from '@customer-intel/contract'
import { getCustomer } from '../customers/get-customer.ts'
import { getFact } from '../facts/get-fact.ts'
import { getTimeline } from '../customers/get-timeline.ts'
import { getSource } from '../records/get-source.ts'
import { listCustomers } from '../customers/list-customers.ts'
import { listSources } from '../records/list-sources.ts'
import { listFacts } from '../facts/list-facts.ts'
import { listUsers } from '../customers/list-users.ts'
import { listWorkspaceUsers } from '../customers/list-workspace-users.ts'
import { query } from '../query/query.ts'
import { schema } from '../query/schema-tool.ts'
import { searchCustomerContext } from '../search/search-customer-context.ts'
import { sendNotification } from '../acting/notifications/send-notification-tool.ts'
import { submitFeedback } from '../organizations/feedback/submit-feedback-tool.ts'
import type { Tool } from '../kernel/operations/tool.ts'

/** The tools that this server implements, by name: those that the contract marks as served. */
const offered: { [Name in ToolName]?: Tool<Name> } = {
  svc_list_customers: listCustomers,
  svc_list_users: listUsers,
  svc_list_workspace_users: listWorkspaceUsers,
  svc_get_customer: getCustomer,
  svc_get_timeline: getTimeline,
  svc_list_facts: listFacts,
  svc_get_fact: getFact,
  svc_get_source: getSource,
  svc_list_sources: listSources,
  svc_search_customer_context: searchCustomerContext,
  svc_query: query,
  svc_schema: schema,
  svc_send_notification: sendNotification,
  svc_submit_feedback: submitFeedback,
} satisfies { [Name in ServedTool]: Tool<Name> }

/** A tool by name; undefined when this server doesn't implement it. */
export function findTool(name: ToolName): Tool<ToolName> | undefined {
  return offered[name]
}
