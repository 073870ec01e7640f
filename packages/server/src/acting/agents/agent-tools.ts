import {
  cutText,
  type Grant,
  type JsonObject,
  type ToolName,
  shortened,
  tools,
} from '@customer-intel/contract'
import { describeToolInputs } from '@customer-intel/contract/openapi/tool-schemas'
import { isAppError } from '../../kernel/errors.ts'
import type { AgentRunToolCall } from '../../kernel/log/record.ts'
import type { RequestContext, Services } from '../../kernel/operations/services.ts'
import { runTool } from '../../kernel/operations/run-tool.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import type { StoredAgent } from './agents.ts'

/** What an agent may do: read. */
const grants: readonly Grant[] = ['customer_intelligence:read']

const offered = [
  'svc_list_customers',
  'svc_get_customer',
  'svc_list_users',
  'svc_get_timeline',
  'svc_list_facts',
  'svc_get_fact',
  'svc_list_sources',
  'svc_get_source',
  'svc_search_customer_context',
] as const satisfies readonly ToolName[]

/** Maximal length of a tool's answer for a model, in characters. */
const shownLength = 16_000
const inputKept = 2_000

/** The tools, as described to a chat endpoint. */
export function describeAgentTools(): JsonObject[] {
  const inputs = describeToolInputs(offered)
  return offered.map((name) => ({
    type: 'function',
    function: { name, description: tools[name].description, parameters: inputs.get(name)! },
  }))
}

/** Calls an agent's tools, as a caller that may only read. */
export function createAgentTools(workspace: Workspace, agent: StoredAgent, services: Services) {
  const now = services.clock()
  const context: RequestContext = {
    ...services,
    workspace,
    grants,
    requestId: `agent-${agent.id}`,
    apiKey: {
      id: `agent:${agent.id}`,
      name: agent.displayName,
      prefix: '',
      hash: '',
      grants: [...grants],
      keyType: 'api',
      active: true,
      createdAt: new Date(now).toISOString(),
    },
  }
  /** Never rejects: errors of a call are returned to the model, which may correct it. */
  return async (name: string, input: string): Promise<{ shown: string; call: AgentRunToolCall }> => {
    const startedAt = services.clock()
    let answer = ''
    let error: string | null = null
    try {
      if (!(offered as readonly string[]).includes(name)) throw new TypeError(`There is no tool ${name}`)
      const parsed: unknown = JSON.parse(input === '' ? '{}' : input)
      // Not counted against the plan, which counts API calls: a run has its own limits.
      answer = JSON.stringify(await runTool(name, parsed, context, { counts: false }))
    } catch (cause) {
      error = isAppError(cause)
        ? [cause.message, ...cause.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)].join(
            '; ',
          )
        : cause instanceof SyntaxError
          ? 'The arguments are no JSON'
          : cause instanceof TypeError
            ? cause.message
            : 'The tool failed'
    }
    const cut = answer.length > shownLength ? ', "notice": "Cut to fit: ask for less."' : ''
    return {
      shown: error === null ? `${cutText(answer, shownLength)}${cut}` : JSON.stringify({ error }),
      call: {
        toolName: shortened(name, 100),
        input: shortened(input, inputKept),
        startedAt,
        durationMs: Math.max(0, services.clock() - startedAt),
        error,
        answerLength: answer.length,
      },
    }
  }
}
