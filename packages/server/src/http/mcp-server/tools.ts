import {
  cutText,
  allGrants,
  type Grant,
  isToolName,
  type JsonObject,
  toolNames,
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
import { listOfferedTools as listOffered } from '../../kernel/operations/list-tools-tool.ts'
import { admitCall } from '../../kernel/operations/run-tool.ts'
import { allowedCommands, areaOf, callCommand, findCommand, toTool } from './commands.ts'
import { fitAnswer } from './fit-answer.ts'
import { callGeneral, listGeneral } from './general-tools.ts'
import type { McpContext } from './mcp-context.ts'
import { formOf, notice } from './output-form.ts'
import { plainRoot } from './plain-root.ts'
import { readArguments } from './read-arguments.ts'
import { toolError } from './tool-error.ts'
import type { ToolSelection } from './toolsets.ts'

let outputs: Map<ToolName, JsonObject> | undefined

/** The chosen tools for these grants: those of the contract, which answer questions, first. */
export function listMcpTools(grants: readonly Grant[], { toolsets, outputSchemas }: ToolSelection): Tool[] {
  const has = (name: string) => toolsets.has(name) || (toolsets.has('all') && name !== 'commands')
  const listed = [
    ...(has('questions') ? listQuestions(grants) : []),
    ...(has('commands') ? listGeneral(grants) : []),
    ...allowedCommands(grants)
      .filter((command) => has(areaOf(command)))
      .map(toTool),
  ]
  if (outputSchemas) return listed
  return listed.map(({ outputSchema: _, ...tool }) => tool)
}

function listQuestions(grants: readonly Grant[]): Tool[] {
  return listOffered(grants).map(({ name, title, description, readOnly, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema: plainRoot(inputSchema),
    outputSchema: outputSchemaOf(name),
    annotations: {
      title,
      readOnlyHint: readOnly,
      destructiveHint: false,
      idempotentHint: readOnly,
      openWorldHint: !readOnly,
    },
  }))
}

/**
 * Runs a tool. Errors of the call are returned to the assistant, who can correct it; an unknown tool is the client's
 * error.
 */
export async function callMcpTool(
  name: string,
  input: JsonObject | undefined,
  context: McpContext,
): Promise<CallToolResult> {
  const general = await callGeneral(name, input ?? {}, context)
  if (general !== null) return general
  const command = findCommand(name)
  if (command !== undefined) return callCommand(command, input ?? {}, context)
  if (!isToolName(name)) {
    const message = `There is no tool ${cutText(name, 100)}: tools/list has those of this key`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  const { inputSchema } = listOffered(allGrants).find((tool) => tool.name === name) ?? {}
  try {
    const call = await admitCall(name, readArguments(inputSchema ?? {}, input), context)
    const answer = await fitAnswer(name, call)
    return {
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer,
    }
  } catch (error) {
    return toolError(error, inputSchema, context)
  }
}

function outputSchemaOf(name: ToolName): JsonObject & { type: 'object' } {
  outputs ??= describeToolOutputs(toolNames)
  const { properties, ...schema } = formOf(outputs.get(name) ?? {}) as JsonObject
  return { ...plainRoot(schema), properties: { ...(properties as JsonObject), notice } }
}

/** Whether these grants allow all of these tools. */
export function mayUse(names: readonly ToolName[], grants: readonly Grant[]): boolean {
  return names.every((name) => grants.includes(tools[name].grant))
}
