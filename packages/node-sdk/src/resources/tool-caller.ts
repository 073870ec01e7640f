import { ApiPromise } from '../client/api-promise.ts'
import { ListPromise } from '../client/list-promise.ts'
import type { RequestOptions } from '../client/options.ts'
import type { Send } from '../client/transport.ts'
import { operations, tools, type ToolName } from '../generated/operations.ts'
import type { ToolInputs, ToolOutputs } from '../generated/tools.ts'
import { isToolName, toolNames } from '../tool-names.ts'

/** A tool that may be called without input. */
type Inputless = { [Name in ToolName]: object extends ToolInputs[Name] ? Name : never }[ToolName]

/** Calls tools by their names. */
export class ToolCaller {
  readonly #send: Send

  /** @internal */
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
    input?: ToolInputs[Name],
    options?: RequestOptions,
  ): ApiPromise<ToolOutputs[Name]>
  /** The same, of a tool that needs input. */
  call<Name extends ToolName>(
    name: Name,
    input: ToolInputs[Name],
    options?: RequestOptions,
  ): ApiPromise<ToolOutputs[Name]>
  call<Name extends ToolName>(
    name: Name,
    input = {} as ToolInputs[Name],
    options?: RequestOptions,
  ): ApiPromise<ToolOutputs[Name]> {
    return new ApiPromise(() => this.#fetch(name, input, options))
  }

  /**
   * Calls a tool that lists.
   *
   * @internal
   */
  protected list<Item, Data>(
    name: ToolName,
    input: ToolInputs[ToolName],
    options?: RequestOptions,
  ): ListPromise<Item, Data> {
    return new ListPromise({
      operation: name,
      items: tools[name].items!,
      cursor: 'cursor' in input ? input.cursor : undefined,
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
