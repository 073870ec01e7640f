import { formatIssues, isJsonObject, isToolName, toolNames } from '@customer-intel/contract'
import type { InputIssue, ResolvedToolInput, ToolName } from '@customer-intel/contract'
import * as v from 'valibot'
import { AppError } from '../errors.ts'
import type { RequestContext } from './services.ts'
import type { Tool } from './tool.ts'
import { answerFrom } from './answer-from.ts'
import type { FreshReads, ReadModels } from '../read-models/read-models.ts'
import { takeApiCall } from './take-api-call.ts'

/**
 * Runs a tool by name, over any transport: counts the call toward the plan, checks the caller's grant, validates the
 * input, and waits until the read models include what was durable when the call came. An answer that lacks some of it
 * says so in `stale`, and so does the error that something isn't there.
 *
 * Throws an AppError: `INVALID_TOOL_CALL` for a name that isn't in the contract, `TOOL_NOT_AVAILABLE` for a tool that
 * this server doesn't implement, `TOOL_CALL_FORBIDDEN` without the tool's grant, `api_limit_exceeded` once the plan's
 * calls are used up, `INVALID_TOOL_INPUT` with its issues, `READS_UNAVAILABLE`, and what the tool itself throws.
 */
export async function runTool(
  name: string,
  rawInput: unknown,
  context: RequestContext,
  options?: AdmitOptions,
): Promise<object> {
  const { run } = await admitCall(name, rawInput, context, options)
  return run()
}

export interface AdmitOptions {
  /** Whether it counts toward the plan. Default true; the service's own calls don't count. */
  counts?: boolean
}

/** A call that was counted and allowed, with valid input. */
export interface AdmittedCall {
  input: ResolvedToolInput<ToolName>
  /** Executes it; with a `limit`, the same call for a shorter page, from what the first execution waited for. */
  run: (shorter?: { limit: number }) => Promise<object>
}

/**
 * The part of {@link runTool} before the execution, for callers that may have to request a shorter page. Throws the same
 * errors.
 */
export async function admitCall(
  name: string,
  rawInput: unknown,
  context: RequestContext,
  { counts = true }: AdmitOptions = {},
): Promise<AdmittedCall> {
  if (!isToolName(name)) throw unknownTool()
  const tool = context.operations.tools[name] as Tool<ToolName> | undefined
  if (counts && tool?.counts !== false) await takeApiCall(context.workspace, context.clock())
  if (!tool) throw notOffered(name)
  const { contract, reads } = tool
  if (!context.grants.includes(contract.grant)) {
    throw new AppError('TOOL_CALL_FORBIDDEN', `${name} needs a key with the grant ${contract.grant}`)
  }
  const input = parseInput(contract.input, rawInput)
  const { readModels } = context.workspace
  // A shorter page lacks what the first one lacks: waiting again would only make the answer later.
  let waited: Promise<FreshReads> | undefined
  const waitedOnce: Pick<ReadModels, 'fresh'> = { fresh: () => (waited ??= readModels.fresh()) }
  return {
    input,
    async run(shorter) {
      const { answer, stale } = await answerFrom(waitedOnce, async (fresh) => {
        if (reads) await fresh()
        return tool.run({ ...input, ...shorter }, context)
      })
      return stale === null ? answer : { ...answer, stale }
    },
  }
}

function unknownTool(): AppError {
  const message = `tool must be one of ${toolNames.join(', ')}`
  return new AppError('INVALID_TOOL_CALL', message, { issues: [{ path: ['tool'], message }] })
}

function notOffered(name: ToolName): AppError {
  return new AppError('TOOL_NOT_AVAILABLE', `This server does not offer ${name}: ${toolNames.join(', ')}`)
}

function parseInput(schema: v.GenericSchema, rawInput: unknown): ResolvedToolInput<ToolName> {
  const input = rawInput === undefined ? {} : rawInput
  // An array is an object to a schema, and an empty one would pass for "no filters".
  if (!isJsonObject(input)) throw invalidInput([{ path: [], message: 'The input must be an object.' }])
  const parsed = v.safeParse(schema, input)
  if (!parsed.success) throw invalidInput(formatIssues(parsed.issues, { root: 'The input' }))
  return parsed.output as ResolvedToolInput<ToolName>
}

function invalidInput(issues: InputIssue[]): AppError {
  return new AppError('INVALID_TOOL_INPUT', 'Invalid tool input', { issues })
}
