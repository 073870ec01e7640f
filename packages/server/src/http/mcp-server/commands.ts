import { cutText, type Grant, isJsonObject, type JsonObject } from '@customer-intel/contract'
import { type CommandTool, describeCommandTools } from '@customer-intel/contract/openapi/command-tools'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { AppError } from '../../kernel/errors.ts'
import { fitAnswer } from './fit-answer.ts'
import type { McpContext } from './mcp-context.ts'
import { formOf, notice } from './output-form.ts'
import { plainRoot } from './plain-root.ts'
import { readArguments } from './read-arguments.ts'
import { toolError } from './tool-error.ts'

let described: Map<string, CommandTool> | undefined

/** The command with this tool's name. */
export function findCommand(name: string): CommandTool | undefined {
  described ??= new Map(describeCommandTools().map((command) => [command.name, command]))
  return described.get(name)
}

/** The platform's commands for these grants. */
export function allowedCommands(grants: readonly Grant[]): CommandTool[] {
  findCommand('')
  return [...described!.values()].filter(
    ({ route: { grant } }) => grant === undefined || grants.includes(grant),
  )
}

/** What a command is about: `automation` of `svc_automation_run_list`. */
export function areaOf({ name }: Pick<CommandTool, 'name'>): string {
  return name.split('_')[1]!
}

export function commandAreas(): string[] {
  findCommand('')
  return [...new Set([...described!.values()].map(areaOf))]
}

/** A command as a tool of its own. */
export function toTool({
  name,
  title,
  description,
  readOnly,
  inputSchema,
  outputSchema,
  route: { idempotent },
}: CommandTool): Tool {
  return {
    name,
    title,
    description,
    inputSchema: plainRoot(inputSchema),
    outputSchema: outputOf(outputSchema),
    annotations: {
      title,
      readOnlyHint: readOnly,
      // An idempotent command sets something; any other one adds something.
      destructiveHint: !readOnly && idempotent,
      idempotentHint: idempotent,
      openWorldHint: !readOnly,
    },
  }
}

/** Runs a command like its route; a long answer is cut. */
export async function callCommand(
  command: CommandTool,
  given: JsonObject,
  context: McpContext,
): Promise<CallToolResult> {
  try {
    const input = readArguments(command.inputSchema, given) as JsonObject
    refuseUnknown(command, input)
    let envelope: JsonObject = {}
    const run = async (shorter?: { limit: number }) => {
      const reply = await context.runCommand(command, { ...input, ...shorter }, context)
      if (reply.status >= 400) throw new RefusedError(reply.body)
      envelope = JSON.parse(reply.body) as JsonObject
      return dataOf(envelope)
    }
    // Only a command without side effects may be called again, for a shorter page.
    const asks = command.readOnly && command.query.includes('limit') ? { limit: null } : {}
    const data = await fitAnswer(command.name, { input: asks, run })
    const answer = { ...envelope, result: { ...(envelope['result'] as JsonObject), data } }
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
  } catch (error) {
    if (error instanceof RefusedError) return { content: [{ type: 'text', text: error.body }], isError: true }
    return toolError(error, command.inputSchema, context)
  }
}

/** A repeated request whose first response was an error. */
class RefusedError extends Error {
  constructor(readonly body: string) {
    super('Refused')
  }
}

function refuseUnknown({ inputSchema }: CommandTool, input: JsonObject): void {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(inputSchema.properties, name))
  if (unknown.length === 0) return
  const issues = unknown
    .slice(0, 10)
    .map((name) => ({ path: [name], message: `${cutText(name, 100)} is not a known field: remove it.` }))
  throw new AppError('INVALID_REQUEST', 'Invalid input', { issues })
}

function dataOf(envelope: JsonObject): object {
  const { result } = envelope
  return isJsonObject(result) && isJsonObject(result['data']) ? result['data'] : {}
}

/** The form of the answer, whose data may have been cut. */
function outputOf(schema: JsonObject): JsonObject & { type: 'object' } {
  const form = structuredClone(formOf(schema)) as JsonObject
  const { properties } = (form['properties'] as { result: { properties: JsonObject } }).result
  const data = shallow(properties['data'], 1) as { properties?: JsonObject }
  properties['data'] = { ...data, properties: { ...data.properties, notice } }
  properties['stale'] = shallow(properties['stale'], 0)
  return { ...form, type: 'object' }
}

/**
 * Limits the nesting of objects: in full, the output schemas of all tools would take 40,000 tokens of an assistant's
 * context.
 */
function shallow(schema: unknown, levels: number): unknown {
  if (Array.isArray(schema)) return schema.map((part) => shallow(part, levels))
  if (!isJsonObject(schema)) return schema
  const { properties, ...rest } = schema
  if (isJsonObject(properties)) {
    if (levels === 0) return { type: 'object' }
    const each = Object.entries(properties).map(([name, part]) => [name, shallow(part, levels - 1)])
    return { ...rest, properties: Object.fromEntries(each) as JsonObject }
  }
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, shallow(part, levels)]))
}
