import type { Command } from '@stricli/core'
import type { ToolEntry } from '../catalogue/catalogue.ts'
import { printAnswer } from '../output/print.ts'
import { defineApiCommand } from './api-command.ts'
import type { Context } from './context.ts'
import { type Place, toolPlaces } from './places.ts'

export function placeOfTool({ name }: ToolEntry): Place {
  return toolPlaces[name] ?? { path: ['tools', name] }
}

/** The command of a tool. */
export function toolCommand(tool: ToolEntry): Command<Context> {
  const { list } = tool
  const pages = list !== undefined && tool.fields.some(({ name }) => name === 'cursor')
  return defineApiCommand({
    place: placeOfTool(tool),
    brief: tool.title,
    description: tool.description,
    fields: tool.fields,
    pages,
    async run(values, flags, { io, signal }) {
      const { openClient } = await import('../session/client.ts')
      const client = await openClient(flags, io)
      const call = async (input: object) =>
        (await client.tools.call(tool.name as never, input as never, { signal })) as Record<string, unknown>
      const answer =
        flags.all && list !== undefined ? await everyPage(call, values, list, io.stderr) : await call(values)
      printAnswer(answer, { json: flags.json ?? false, fields: flags.fields, list }, io)
    },
  })
}

/** All items of a list, with a line of progress for people. */
async function everyPage(
  call: (input: object) => Promise<Record<string, unknown>>,
  values: Record<string, unknown>,
  list: string,
  stderr: NodeJS.WriteStream,
): Promise<Record<string, unknown>> {
  const items: unknown[] = []
  let cursor = values.cursor
  for (;;) {
    const answer = await call({ ...values, ...(cursor !== undefined && { cursor }) })
    items.push(...(answer[list] as unknown[]))
    const pagination = answer.pagination as { nextCursor?: string | null; total?: number } | undefined
    const next = pagination?.nextCursor ?? null
    if (stderr.isTTY)
      stderr.write(`\r${items.length}${pagination?.total === undefined ? '' : ` of ${pagination.total}`} …`)
    if (next === null) {
      if (stderr.isTTY) stderr.write('\r\u001b[K')
      return { ...answer, [list]: items }
    }
    cursor = next
  }
}
