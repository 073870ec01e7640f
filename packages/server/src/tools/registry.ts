import { formatIssues, isJsonObject, isToolName, servedTools } from '@customer-intel/contract'
import type { InputIssue, ServedTool, ToolName, ToolOutputs } from '@customer-intel/contract'
import * as v from 'valibot'
import { AppError } from '../errors.ts'
import { getCustomer } from './get-customer.ts'
import { getFact } from './get-fact.ts'
import { getTimeline } from './get-timeline.ts'
import { getSource } from './get-source.ts'
import { listCustomers } from './list-customers.ts'
import { listSources } from './list-sources.ts'
import { listFacts } from './list-facts.ts'
import { listUsers } from './list-users.ts'
import { listWorkspaceUsers } from './list-workspace-users.ts'
import { query } from './query.ts'
import { schema } from './schema.ts'
import { searchCustomerContext } from './search-customer-context.ts'
import { submitFeedback } from './submit-feedback.ts'
import type { Tool, ToolContext } from './tool.ts'

/** The tools that this server runs, by name: those that the contract calls served. */
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
  svc_submit_feedback: submitFeedback,
} satisfies { [Name in ServedTool]: Tool<Name> }

/**
 * Runs a tool by name: validates the input, checks the caller's grant, answers as the contract says.
 *
 * Throws an AppError: `INVALID_TOOL_CALL` for a name that isn't in the contract, `TOOL_NOT_AVAILABLE` for a tool that this
 * server doesn't offer, `TOOL_CALL_FORBIDDEN` without the tool's grant, `INVALID_TOOL_INPUT` with its issues, and what
 * the tool itself throws.
 */
export async function runTool(name: string, rawInput: unknown, context: ToolContext): Promise<object> {
  if (!isToolName(name)) throw unknownTool()
  const tool = offered[name]
  if (!tool)
    throw new AppError('TOOL_NOT_AVAILABLE', `This server does not offer ${name}: ${servedTools.join(', ')}`)
  return runOffered(tool, rawInput, context)
}

async function runOffered(
  tool: Tool<ToolName>,
  rawInput: unknown,
  context: ToolContext,
): Promise<ToolOutputs[ToolName]> {
  const { grant, input: schema, name } = tool.contract
  if (!context.grants.includes(grant)) {
    throw new AppError('TOOL_CALL_FORBIDDEN', `${name} needs a key with the grant ${grant}`)
  }
  const input = rawInput === undefined ? {} : rawInput
  // An array is an object to a schema, and an empty one would pass for "no filters".
  if (!isJsonObject(input)) throw invalidInput([{ path: [], message: 'The input must be an object.' }])
  const parsed = v.safeParse(schema, input)
  if (!parsed.success) throw invalidInput(formatIssues(parsed.issues, { root: 'The input' }))
  return tool.run(parsed.output, context)
}

function invalidInput(issues: InputIssue[]): AppError {
  return new AppError('INVALID_TOOL_INPUT', 'Invalid tool input', { issues })
}

function unknownTool(): AppError {
  const message = `tool must be one of ${servedTools.join(', ')}`
  return new AppError('INVALID_TOOL_CALL', message, { issues: [{ path: ['tool'], message }] })
}
