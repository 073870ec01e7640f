import type { Command } from '@stricli/core'
import type { ToolEntry } from '../catalogue/catalogue.ts'
import { printAnswer } from '../output/print.ts'
import { defineApiCommand } from './api-command.ts'
import type { Context } from './context.ts'
import { type Place, toolPlaces } from './places.ts'
import { walkPages } from './walk-pages.ts'

export function placeOfTool({ name }: ToolEntry): Place | null {
  return toolPlaces[name] === undefined ? { path: ['tools', name] } : toolPlaces[name]
}

/** The command of a tool. */
export function toolCommand(tool: ToolEntry, place: Place): Command<Context> {
  const list = place.single ? undefined : tool.list
  const { adapt = (answer) => answer } = place
  return defineApiCommand({
    place,
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
