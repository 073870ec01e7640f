import { cutText, type Grant, type InputIssue, type JsonObject, validate } from '@customer-intel/contract'
import type { CommandTool } from '@customer-intel/contract/openapi/command-tools'
import { describeSchema } from '@customer-intel/contract/openapi/tool-schemas'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import * as v from 'valibot'
import { AppError } from '../../kernel/errors.ts'
import { nearest } from '../../kernel/nearest.ts'
import { allowedCommands, areaOf, callCommand, commandAreas, toTool } from './commands.ts'
import { fitAnswer } from './fit-answer.ts'
import type { McpContext } from './mcp-context.ts'
import { plainRoot } from './plain-root.ts'
import { readArguments } from './read-arguments.ts'
import { toolError } from './tool-error.ts'

/** A tool that reaches every command, so that an assistant's context holds a few tools in place of some fifty. */
interface GeneralTool {
  title: string
  description: string
  /** Whether calls change nothing. */
  readOnly: boolean
  inputSchema: JsonObject
  run: (given: JsonObject, context: McpContext) => Promise<object>
}

function define<Schema extends v.GenericSchema>({
  input: schema,
  answer,
  ...texts
}: Pick<GeneralTool, 'title' | 'description' | 'readOnly'> & {
  input: Schema
  answer: (input: v.InferOutput<Schema>, context: McpContext) => Promise<object>
}): GeneralTool {
  const inputSchema = describeSchema(schema)
  return {
    ...texts,
    inputSchema,
    run(given, context) {
      const input = validate(schema, readArguments(inputSchema, given))
      if (!input.ok) throw invalid(input.issues)
      return answer(input.value, context)
    },
  }
}

const nameSchema = v.pipe(v.string(), v.description('Of svc_list_commands, such as svc_automation_list.'))
const callSchema = v.strictObject({
  name: nameSchema,
  input: v.pipe(
    v.optional(v.record(v.string(), v.any()), {}),
    v.description('As svc_describe_commands tells.'),
  ),
})

const generalTools: Record<string, GeneralTool> = {
  svc_list_commands: define({
    title: 'List commands',
    description:
      'The commands that look at and change this service’s configuration: automations, signals, destinations of messages, agents and their runs, settings, merge suggestions, activation. Their inputs: svc_describe_commands.',
    readOnly: true,
    input: v.strictObject({
      area: v.optional(v.pipe(v.picklist(commandAreas()), v.description('Default: all.'))),
    }),
    answer: async ({ area }, { grants }) => ({
      commands: allowedCommands(grants)
        .filter((command) => area === undefined || areaOf(command) === area)
        .map(({ name, description, readOnly }) => ({ name, description, readOnly })),
    }),
  }),
  svc_describe_commands: define({
    title: 'Describe commands',
    description: 'Input schemas of commands. Read one before the first call of its command.',
    readOnly: true,
    input: v.strictObject({ names: v.pipe(v.array(nameSchema), v.minLength(1), v.maxLength(5)) }),
    answer: async ({ names }, context) => ({
      commands: names.map((one) => {
        const command = requireCommand(one, ['names'], context)
        const { name, title, description, inputSchema } = toTool(command)
        return { name, title, description, readOnly: command.readOnly, inputSchema }
      }),
    }),
  }),
  svc_read_command: define({
    title: 'Call a command that reads',
    description: 'Calls a command of svc_list_commands that is readOnly.',
    readOnly: true,
    input: callSchema,
    async answer({ name, input }, context) {
      const command = requireCommand(name, ['name'], context)
      if (command.readOnly) return callCommand(command, input, context)
      throw invalid([{ path: ['name'], message: `${name} changes something: call it by svc_run_command` }])
    },
  }),
  svc_run_command: define({
    title: 'Run a command',
    description:
      'Calls any command of svc_list_commands, also one that changes something: only when the user asks for that.',
    readOnly: false,
    input: callSchema,
    answer: async ({ name, input }, context) =>
      callCommand(requireCommand(name, ['name'], context), input, context),
  }),
}

/** The general tools for these grants; none where no command is allowed. */
export function listGeneral(grants: readonly Grant[]): Tool[] {
  const commands = allowedCommands(grants)
  if (commands.length === 0) return []
  // Who may only read may still save a view: that alone isn't worth a tool.
  const changes = commands.some(({ readOnly, route }) => !readOnly && !route.grant?.endsWith(':read'))
  return Object.entries(generalTools)
    .filter(([, { readOnly }]) => readOnly || changes)
    .map(([name, { title, description, readOnly, inputSchema }]) => ({
      name,
      title,
      description,
      inputSchema: plainRoot(inputSchema),
      annotations: {
        title,
        readOnlyHint: readOnly,
        destructiveHint: !readOnly,
        idempotentHint: readOnly,
        openWorldHint: !readOnly,
      },
    }))
}

/** Calls a general tool; null for another name. */
export async function callGeneral(
  name: string,
  given: JsonObject,
  context: McpContext,
): Promise<CallToolResult | null> {
  if (!Object.hasOwn(generalTools, name)) return null
  const { inputSchema, run } = generalTools[name]!
  try {
    const answer = await run(given, context)
    if ('content' in answer) return answer as CallToolResult
    const fitted = await fitAnswer(name, { input: {}, run: async () => answer })
    return { content: [{ type: 'text', text: JSON.stringify(fitted) }], structuredContent: fitted }
  } catch (error) {
    return toolError(error, inputSchema, context)
  }
}

function requireCommand(wanted: string, path: string[], { grants }: McpContext): CommandTool {
  const allowed = allowedCommands(grants)
  const found = allowed.find(({ name }) => name === wanted)
  if (found !== undefined) return found
  const names = allowed.map(({ name }) => name)
  const guess = nearest(cutText(wanted, 64), names)
  const message = `This key has no command ${cutText(wanted, 100)}; did you mean ${guess}?`
  throw invalid([{ path, message }])
}

function invalid(issues: InputIssue[]): AppError {
  return new AppError('INVALID_TOOL_INPUT', 'Invalid tool input', { issues })
}
