import type { CommandLayout } from '@customer-intel/contract/command-layout'
import type { Command } from '@stricli/core'
import type { OperationName } from '@customer-intel/node-sdk'
import type { Field, RouteEntry } from '../catalogue/catalogue.ts'
import { printAnswer } from '../output/print.ts'
import { defineApiCommand } from './api-command.ts'
import type { Context } from './context.ts'
import { recoded } from '../to-cli-error.ts'
import { walkPages } from './walk-pages.ts'

/** The command of a route. */
export function routeCommand(route: RouteEntry, layout: CommandLayout): Command<Context> {
  const { operation, params, query, body, list, grant } = route
  const fields = [...params, ...query, ...body]
  return defineApiCommand({
    layout,
    brief: route.summary,
    description: `${route.summary}. ${grant === undefined ? 'Any key may do it' : `Needs the grant ${grant}`}.`,
    fields,
    pages: list !== undefined && fields.some(({ name }) => name === 'cursor'),
    async run(values, flags, { io, signal }) {
      const { openClient } = await import('../session/client.ts')
      const client = await openClient(flags, io)
      const call = async (input: object) => {
        const { data, stale } = await client
          .request(
            operation as OperationName,
            {
              params: pick(params, input),
              query: pick(query, input),
              ...(body.length > 0 && { body: pick(body, input) }),
            },
            { signal },
          )
          .withResponse()
          .catch(refusedAs(layout))
        return stale === null ? data : { ...data, stale }
      }
      const answer =
        flags.all && list !== undefined ? await walkPages(call, values, list, io.stderr) : await call(values)
      printAnswer(answer, { json: flags.json ?? false, fields: flags.fields, list }, io)
    },
  })
}

/** A refusal under the code that the layout has for it. */
function refusedAs({ refusedAs: code }: CommandLayout): (error: unknown) => never {
  return (error) => {
    if (code === undefined || (error as { status?: number }).status !== 400) throw error
    throw recoded(error, code)
  }
}

function pick(fields: readonly Field[], values: object): Record<string, unknown> {
  const names = new Set(fields.map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}
