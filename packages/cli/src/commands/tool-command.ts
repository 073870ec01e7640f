import type { CommandLayout } from '@customer-intel/contract/command-layout'
import type { Command } from '@stricli/core'
import type { ToolEntry } from '../catalogue/catalogue.ts'
import { printAnswer } from '../output/print.ts'
import { type Answer, adapters } from './adapt-answers.ts'
import { defineApiCommand } from './api-command.ts'
import type { Context } from './context.ts'
import { walkPages } from './walk-pages.ts'

/** The command of a tool. */
export function toolCommand(tool: ToolEntry, layout: CommandLayout): Command<Context> {
  const list = layout.single ? undefined : tool.list
  const { [tool.name]: adapt = (answer: Answer) => answer } = adapters
  return defineApiCommand({
    layout,
    brief: tool.title,
    description: `${tool.description} Needs the grant ${tool.grant}.`,
    fields: tool.fields,
    pages: list !== undefined && tool.fields.some(({ name }) => name === 'cursor'),
    async run(values, flags, { io, signal }) {
      const { openClient } = await import('../session/client.ts')
      const client = await openClient(flags, io)
      const call = async (input: object) =>
        adapt(await client.tools.call(tool.name as never, input as never, { signal }))
      const answer =
        flags.all && list !== undefined ? await walkPages(call, values, list, io.stderr) : await call(values)
      printAnswer(answer, { json: flags.json ?? false, fields: flags.fields, list }, io)
    },
  })
}
