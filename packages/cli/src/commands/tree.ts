import { type Command, type RouteMap, buildRouteMap } from '@stricli/core'
import { catalogue } from '../generated/catalogue.ts'
import { authCommands } from './auth.ts'
import type { Context } from './context.ts'
import { placeOfTool, toolCommand } from './tool-command.ts'

type Node = Command<Context> | { [name: string]: Node }

/** Every command, by its words. */
export function commandTree(): RouteMap<Context> {
  const tree: { [name: string]: Node } = { auth: authCommands }
  for (const tool of catalogue.tools) place(tree, placeOfTool(tool).path, toolCommand(tool))
  return toRouteMap(tree, 'Customer Intel from the terminal')
}

function place(tree: { [name: string]: Node }, path: readonly string[], command: Command<Context>): void {
  const [word, ...rest] = path as [string, ...string[]]
  if (rest.length === 0) tree[word] = command
  else place((tree[word] ??= {}) as { [name: string]: Node }, rest, command)
}

function toRouteMap(tree: { [name: string]: Node }, brief: string): RouteMap<Context> {
  const routes = Object.fromEntries(
    Object.entries(tree).map(([word, node]) => [
      word,
      isCommand(node) ? node : toRouteMap(node, briefs[word] ?? word),
    ]),
  )
  return buildRouteMap<string, Context>({ routes, docs: { brief } })
}

function isCommand(node: Node): node is Command<Context> {
  return 'kind' in node
}

const briefs: Readonly<Record<string, string>> = {
  auth: 'Log in and out',
  customers: 'Accounts: who they are, and what they do',
  users: 'The people at customers',
  'ws-users': 'The people who work here',
  facts: 'What is known of a customer, with its evidence',
  sources: 'Calls, mails, tickets, deals, meetings, chats',
  tools: 'Other tools of the server, by their names',
}
