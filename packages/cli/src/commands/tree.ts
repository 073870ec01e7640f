import { type Command, type RouteMap, buildRouteMap } from '@stricli/core'
import { catalogue } from '../generated/catalogue.ts'
import { authCommands } from './auth.ts'
import { completionsCommand } from './completions.ts'
import type { Context } from './context.ts'
import { doctorCommand } from './doctor.ts'
import { manCommand } from './man.ts'
import { mcpCommand } from './mcp.ts'
import { tailEventsCommand } from './tail-events.ts'
import { integrationCommands } from './integrations.ts'
import { onboardCommand } from './onboard.ts'
import { importCommand } from './records-import.ts'
import { routeCommand } from './route-command.ts'
import { sendEventCommand } from './send-event.ts'
import { setupCommand } from './setup.ts'
import { sqlCommand } from './sql.ts'
import { toolCommand } from './tool-command.ts'
import { updateCheckCommand } from './update-check.ts'
import { upgradeCommand } from './upgrade.ts'

type Node = Command<Context> | { [name: string]: Node }

/** Every command, by its words. */
export function commandTree(): RouteMap<Context> {
  const tree: { [name: string]: Node } = {
    auth: authCommands,
    sql: sqlCommand,
    doctor: doctorCommand,
    onboard: onboardCommand,
    setup: setupCommand,
    records: { import: importCommand },
    integrations: { ...integrationCommands },
    events: { send: sendEventCommand, tail: tailEventsCommand },
    completions: completionsCommand,
    man: manCommand,
    mcp: mcpCommand,
    'update-check': updateCheckCommand,
    upgrade: upgradeCommand,
  }
  for (const tool of catalogue.tools) {
    for (const layout of tool.layouts) place(tree, layout.path, toolCommand(tool, layout))
  }
  for (const route of catalogue.routes) {
    for (const layout of route.layouts) place(tree, layout.path, routeCommand(route, layout))
  }
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
  activation: 'The event that marks a customer as activated',
  settings: 'Settings of the workspace',
  report: 'The channel that reports go to',
  events: 'What is sent, and what became of it',
  identity: 'Whether two are one',
  suggestions: 'Customers and people that look like one',
  people: 'One person: export and erasure',
  records: 'What your other systems know',
  integrations: 'Services that the server brings data from',
  api: 'Other routes of the server, by their names',
  tools: 'Other tools of the server, by their names',
}
