import {
  type Grant,
  isJsonObject,
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
import type { RequestContext } from '../services.ts'
import { listTools as listOffered } from '../tools/list-tools.ts'
import { admitCall } from '../tools/run-tool.ts'
import { fitAnswer } from './fit-answer.ts'
import { toolError } from './tool-error.ts'

let outputs: Map<ToolName, JsonObject> | undefined

/** The tools of these grants, as the contract describes them. */
export function listTools(grants: readonly Grant[]): Tool[] {
  return listOffered(grants).map(({ name, title, description, readOnly, inputSchema }) => ({
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
}

/** Runs a tool. What is wrong with a call is told to the assistant, who can mend it; a tool that doesn't exist is the client's error. */
export async function callTool(
  name: string,
  input: JsonObject | undefined,
  context: RequestContext,
): Promise<CallToolResult> {
  if (!isToolName(name)) {
    const message = `There is no tool ${name.slice(0, 100)}: tools/list has those of this key`
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
    return toolError(error, name, context)
  }
}

function outputSchemaOf(name: ToolName): JsonObject & { type: 'object' } {
  outputs ??= describeToolOutputs(servedTools)
  const { properties, ...schema } = withoutTexts(outputs.get(name) ?? {}) as JsonObject
  return { ...schema, type: 'object', properties: { ...(properties as JsonObject), notice } }
}

/** Of an answer that was cut: what is missing, and how to ask for it. */
const notice = { type: 'string' }

/** The form alone: texts and patterns of all outputs would take 15,000 tokens of an assistant that is shown them. */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([key, part]) => !texts.has(key) || isJsonObject(part))
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutTexts(part)]))
}

const texts = new Set(['description', 'examples', 'pattern'])

/** Whether these grants allow all of these tools. */
export function mayUse(names: readonly ToolName[], grants: readonly Grant[]): boolean {
  return names.every((name) => grants.includes(tools[name].grant))
}
