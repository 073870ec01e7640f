import {
  cutText,
  type Grant,
  isToolName,
  type JsonObject,
  servedTools,
  type ToolName,
  tools,
} from '@customer-intel/contract'
import { describeToolOutputs } from '@customer-intel/contract/openapi/tool-schemas'
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server'
import { listTools as listOffered } from '../tools/list-tools.ts'
import { admitCall } from '../tools/run-tool.ts'
import { callCommand, findCommand, listCommands } from './commands.ts'
import { fitAnswer } from './fit-answer.ts'
import type { McpContext } from './mcp-context.ts'
import { formOf, notice } from './output-form.ts'
import { toolError } from './tool-error.ts'

let outputs: Map<ToolName, JsonObject> | undefined

/** The tools for these grants, as described in the contract: those that answer questions first. */
export function listTools(grants: readonly Grant[]): Tool[] {
  const questions = listOffered(grants).map(({ name, title, description, readOnly, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' },
    outputSchema: outputSchemaOf(name),
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: false,
      idempotentHint: readOnly,
      openWorldHint: !readOnly,
    },
  }))
  return [...(questions as Tool[]), ...listCommands(grants)]
}

/**
 * Runs a tool. Errors of the call are returned to the assistant, who can correct it; an unknown tool is the client's
 * error.
 */
export async function callTool(
  name: string,
  input: JsonObject | undefined,
  context: McpContext,
): Promise<CallToolResult> {
  const command = findCommand(name)
  if (command !== undefined) return callCommand(command, input ?? {}, context)
  if (!isToolName(name)) {
    const message = `There is no tool ${cutText(name, 100)}: tools/list has those of this key`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  try {
    const call = await admitCall(name, input, context)
    const answer = await fitAnswer(name, call)
    return {
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer,
    }
  } catch (error) {
    const offered = listOffered(context.grants).find((tool) => tool.name === name)
    return toolError(error, offered?.inputSchema, context)
  }
}

function outputSchemaOf(name: ToolName): JsonObject & { type: 'object' } {
  outputs ??= describeToolOutputs(servedTools)
  const { properties, ...schema } = formOf(outputs.get(name) ?? {}) as JsonObject
  return { ...schema, type: 'object', properties: { ...(properties as JsonObject), notice } }
}

/** Whether these grants allow all of these tools. */
export function mayUse(names: readonly ToolName[], grants: readonly Grant[]): boolean {
  return names.every((name) => grants.includes(tools[name].grant))
}
