import {
  type CommandLayout,
  getRoute,
  type OperationName,
  type ToolName,
  tools,
} from '@customer-intel/contract'
import * as v from 'valibot'
import { expect } from 'vitest'
import { catalogue } from '../../src/generated/catalogue.ts'

/** A command that is one tool or one route, and what the contract says of its answer. */
interface Contracted {
  /** The tool or the operation. */
  name: string
  words: readonly string[]
  schema: v.GenericSchema
}

const commands: Contracted[] = [
  ...catalogue.tools.flatMap((tool) =>
    at(tool.name, tool.layouts, tools[tool.name as ToolName].output as v.GenericSchema),
  ),
  ...catalogue.routes.flatMap(({ operation, layouts }) => at(operation, layouts, answerOf(operation))),
]

/** Expects an answer to be what the contract says of the command; resolves with the tool or operation, null for others. */
export function expectContract(args: readonly string[], answer: unknown): string | null {
  const command = commands.find(({ words }) => words.every((word, index) => args[index] === word))
  if (command === undefined) return null
  expect(v.safeParse(command.schema, answer).issues, args.join(' ')).toBeUndefined()
  return command.name
}

/** What the contract says of a route's success. */
export function answerOf(operation: string): v.GenericSchema {
  const route = getRoute(operation as OperationName)
  if (route.data) return route.data
  const good = Object.entries(route.responses).filter(([status]) => status.startsWith('2'))
  return v.union(good.map(([, schema]) => schema as v.GenericSchema))
}

function at(name: string, layouts: readonly CommandLayout[], schema: v.GenericSchema): Contracted[] {
  return layouts.map(({ path }) => ({ name, words: path, schema }))
}
