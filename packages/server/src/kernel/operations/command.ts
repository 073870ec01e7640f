import {
  type CommandResource,
  type OperationName,
  type RouteOutputs,
  type Staleness,
  getRoute,
} from '@customer-intel/contract'
import { answerFrom, type FreshReader } from './answer-from.ts'
import { correlationIdOf } from './correlation-id.ts'
import type { RouteContext, RouteHandler, RouteInput } from './route-handler.ts'

/** An operation whose answer stands in the command envelope. */
export type CommandName = {
  [Name in OperationName]: RouteOutputs[Name] extends { result: { data: object } } ? Name : never
}[OperationName]

/** What stands in `result.data` of a command's answer. */
export type CommandData<Name extends CommandName> = RouteOutputs[Name]['result']['data']

/** A change of something that is configured. */
export interface Change {
  resource: CommandResource
  before: object
  after: object
  /** Carries it out, durably. */
  apply: () => Promise<void>
}

export interface CommandContext extends RouteContext {
  /**
   * Carries out a change and keeps who made it, as the audit entry that the answer names. The entry comes first: no
   * change is without one, and an entry whose change failed tells of an attempt. False, and nothing done, when `before`
   * and `after` say the same.
   */
  change: (change: Change) => Promise<boolean>
  /** Reads as of now. Where they lack something the answer says so. */
  fresh: FreshReader
}

export interface CommandResult<Name extends CommandName> {
  data: CommandData<Name>
  /** What was read. What was changed is added by {@link CommandContext.change}. */
  resources?: CommandResource[]
  /** What the caller should know of the answer. */
  warnings?: string[]
}

/**
 * The handler of a command: `run` says what is done, and the envelope, its ids, and the audit entry are made here. A
 * command's id and version stand in the contract. Where `run` reads what isn't current, `result.stale` and a warning tell.
 */
export function defineCommand<Name extends CommandName>(
  operation: Name,
  run: (input: RouteInput<Name>, context: CommandContext) => Promise<CommandResult<Name>>,
): RouteHandler<Name> {
  const { command } = getRoute(operation)
  if (command === undefined) throw new TypeError(`The contract says of no command ${operation}`)
  const { commandId, operationId, version } = command

  return {
    async run(input, context) {
      const correlationId = correlationIdOf(context.requestId)
      const changed: CommandResource[] = []
      let auditId: string | undefined
      const change: CommandContext['change'] = async ({ resource, before, after, apply }) => {
        changed.push(resource)
        if (JSON.stringify(before) === JSON.stringify(after)) return false
        const { workspace, apiKey, clock, newId } = context
        auditId = newId()
        const at = new Date(clock()).toISOString()
        await workspace.audit.append({
          id: auditId,
          at,
          commandId,
          correlationId,
          apiKeyId: apiKey.id,
          resource,
          before,
          after,
        })
        await apply()
        return true
      }
      const { answer: made, stale } = await answerFrom(context.workspace.readModels, (fresh) =>
        run(input, { ...context, change, fresh }),
      )
      const { data, resources = [], warnings = [] } = made
      const answer = {
        ok: true,
        commandId,
        commandVersion: version,
        correlationId,
        result: {
          operationId,
          status: 'completed',
          resources: [...changed, ...resources],
          data,
          ...(stale === null ? { warnings } : { warnings: [...warnings, warningOf(stale)], stale }),
          ...(auditId === undefined ? {} : { auditId }),
        },
      }
      // The envelope of every command is the same but for its data, whose type `run` was held to.
      return answer as unknown as RouteOutputs[Name]
    },
  }
}

function warningOf({ reason }: Staleness): string {
  return `The answer lacks some of what was accepted: ${reason}`
}
