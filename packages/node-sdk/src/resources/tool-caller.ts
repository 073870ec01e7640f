import type { ToolInputs, ToolOutputs } from '@customer-intel/contract'
import { ApiPromise } from '../client/api-promise.ts'
import { ListPromise } from '../client/list-promise.ts'
import type { Tool } from '../client/operation.ts'
import type { RequestOptions } from '../client/options.ts'
import type { Send } from '../client/transport.ts'
import { operations, tools } from '../generated/operations.ts'
import type { Open } from '../open.ts'
import { isToolName, toolNames, type ToolName } from '../tool-names.ts'
import type { FieldItem } from './resource.ts'

/** What a tool takes. */
export type ToolInput<Name extends ToolName> = ToolInputs[Name]

/** What a tool answers. */
export type ToolOutput<Name extends ToolName> = Open<ToolOutputs[Name]>

/** One item of what a tool lists. */
export type ToolItem<Name extends ToolName> = FieldItem<ToolOutput<Name>, (typeof tools)[Name]>

/** A tool that may be called without input. */
type Inputless = { [Name in ToolName]: object extends ToolInput<Name> ? Name : never }[ToolName]

/** Calls tools by their names. */
export class ToolCaller {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Calls a tool by its name. Input and output have the tool's own types.
   *
   * @throws TypeError when there is no such tool, before anything is sent.
   */
  call<Name extends Inputless>(
    name: Name,
    input?: ToolInput<Name>,
    options?: RequestOptions,
  ): ApiPromise<ToolOutput<Name>>
  call<Name extends ToolName>(
    name: Name,
    input: ToolInput<Name>,
    options?: RequestOptions,
  ): ApiPromise<ToolOutput<Name>>
  call<Name extends ToolName>(
    name: Name,
    input = {} as ToolInput<Name>,
    options?: RequestOptions,
  ): ApiPromise<ToolOutput<Name>> {
    return new ApiPromise(() => this.#fetch(name, input, options))
  }

  /** Calls a tool that lists. */
  protected list<Name extends ToolName>(
    name: Name,
    input: ToolInput<Name> & { cursor?: string },
    options?: RequestOptions,
  ): ListPromise<ToolItem<Name>, ToolOutput<Name>> {
    const { items }: Tool = tools[name]
    return new ListPromise({
      operation: name,
      items: items!,
      cursor: input.cursor,
      fetch: (cursor) => this.#fetch(name, { ...input, cursor }, options),
    })
  }

  async #fetch(name: ToolName, input: object, options?: RequestOptions) {
    if (!isToolName(name)) {
      throw new TypeError(
        `There is no tool ${JSON.stringify(name)}: it must be one of ${toolNames().join(', ')}`,
      )
    }
    const { method, path } = operations.callTool
    return this.#send({ name, method, path, ...tools[name], body: { tool: name, input } }, options)
  }
}
