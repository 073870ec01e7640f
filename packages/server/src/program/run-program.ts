import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { version } from '../version.ts'
import { listFeedbackCommand } from './feedback-command.ts'
import {
  issueKeyCommand,
  listKeysCommand,
  parseGrace,
  parseGrants,
  parseKeyType,
  revokeKeyCommand,
  rotateKeyCommand,
} from './keys-commands.ts'
import { parseApiCalls, setLimitsCommand, showLimitsCommand } from './limits-commands.ts'
import { createOrganizationCommand, listOrganizationsCommand } from './organization-commands.ts'
import { startCommand } from './start-command.ts'
import { UsageError } from './usage-error.ts'

const usage = `Usage: svc-server [command]

Commands:
  start                                Start the server (the default)
  organization create [--name <name>]  Make another organization, with keys of its own
  organization list                    List the organizations of the data directory
  keys issue --name <name> [--grants read-only|full|<grant>,…] [--type api|cli|mcp|ci]
                                       Make another API key and show it, once. Default: read-only
  keys list [--json]                   List the API keys, with when and how often each was used
  keys rotate <key> [--grace <time>]   Put a new key in a key's place; the old one holds for the time (24h), default 0
  keys revoke <key>                    Refuse a key from now on. <key>: its id, prefix or name
  limits set --api-calls <n>|none [--plan <name>]
                                       Limit the tool calls of a calendar month
  limits show                          Show the limit, and what of it is used up
  identity links <person>              Show which keys were joined with an e-mail address or a userId, and why
  identity cut <key> <key>             Decide that two keys are not one person; the server must be stopped
  identity mend <key> <key>            Take that decision back; the server must be stopped
  explain <event uuid> [--json]        Tell what became of an event, and whose it is: by the running server (--url,
                                       --api-key), else by the data directory
  feedback list [--json]               Show what was sent to /api/feedback, oldest first
  import <file>|- [--url <address>] [--api-key <key>] [--restart]
                                       Bring in records, one a line as JSON: through a running server, or into the data
                                       directory while none runs. Goes on where an earlier run stopped
  person export <person>               Print all that is known of an e-mail address, userId or user id, one JSON a line
  person erase <person>                Erase them from everything that is stored, for good, and print the receipt. Both
                                       while no server runs, or through it: [--url <address>] [--api-key <key>]
  rebuild                              Make the read models anew from the log; the server must be stopped

Options:
      --organization <id or slug>  Which organization, where there are several
  -h, --help      Show this help
  -v, --version   Show the version

Settings come from the environment: PORT, HOST, SVC_DATA_DIR, SVC_API_KEY, SVC_PUBLIC_KEY, SVC_ALLOWED_ORIGINS,
SVC_INGEST_RATE_LIMIT, SVC_REQUIRE_SERVER_AUTH, SVC_FEEDBACK_PER_HOUR, SVC_METRICS_TOKEN, SVC_QUERY_TIMEOUT_MS,
SVC_SHUTDOWN_TIMEOUT_MS; "import" takes SVC_BASE_URL besides.
docs/configuration.md describes each.`

/**
 * Runs one command of `svc-server`. Resolves with the exit code once it is done: for `start`, when the server has
 * drained after SIGTERM or SIGINT. Throws {@link UsageError} on a wrong command line.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parse(argv)
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (values.version) {
    console.log(version)
    return 0
  }
  if (positionals[0] === 'identity') return identityCommand(positionals.slice(1), values.organization)
  if (positionals[0] === 'explain') return explainCommandOf(positionals.slice(1), values)
  if (positionals[0] === 'import') return importCommandOf(positionals.slice(1), values)
  if (positionals[0] === 'person') return personCommand(positionals.slice(1), values)
  if (positionals[0] === 'keys') return keysCommand(positionals.slice(1), values)
  const command = positionals.join(' ') || 'start'
  requireOptionsOf(command, values)
  switch (command) {
    case 'start':
      return startCommand(readConfig())
    case 'organization create':
      return createOrganizationCommand(readConfig(), values.name)
    case 'organization list':
      return listOrganizationsCommand(readConfig())
    case 'limits set':
      return setLimitsCommand(readConfig(), {
        organization: values.organization,
        apiCalls: parseApiCalls(values['api-calls']),
        plan: values.plan,
      })
    case 'limits show':
      return showLimitsCommand(readConfig(), values.organization)
    case 'feedback list':
      return listFeedbackCommand(readConfig(), {
        organization: values.organization,
        json: values.json === true,
      })
    case 'rebuild': {
      // Loads the engine, which no other command needs in this process.
      const { rebuildCommand } = await import('./rebuild-command.ts')
      return rebuildCommand(readConfig())
    }
    default:
      throw new UsageError(`There is no command "${command}".\n\n${usage}`)
  }
}

type Options = ReturnType<typeof parse>['values']

/** Which options go with which commands; `--organization` goes with all that look at one. */
const optionsOf: Record<string, readonly (keyof Options)[]> = {
  'organization create': ['name'],
  'feedback list': ['organization', 'json'],
  'keys issue': ['organization', 'name', 'grants', 'type'],
  'keys list': ['organization', 'json'],
  'keys rotate': ['organization', 'grace'],
  'keys revoke': ['organization'],
  'limits set': ['organization', 'api-calls', 'plan'],
  'limits show': ['organization'],
  explain: ['organization', 'url', 'api-key', 'json'],
  'person export': ['organization', 'url', 'api-key'],
  'person erase': ['organization', 'url', 'api-key'],
  import: ['organization', 'url', 'api-key', 'restart'],
}

/** An option that a command doesn't know must not be taken for done. */
function requireOptionsOf(command: string, values: Options): void {
  const known = optionsOf[command] ?? []
  const unknown = (Object.keys(values) as (keyof Options)[]).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const commands = Object.keys(optionsOf).filter((name) => optionsOf[name]?.includes(unknown))
  throw new UsageError(
    `--${unknown} goes with ${commands.map((name) => `"${name}"`).join(', ')} only.\n\n${usage}`,
  )
}

async function keysCommand([verb = '', key, ...rest]: string[], values: Options): Promise<number> {
  const { organization } = values
  requireOptionsOf(`keys ${verb}`, values)
  if (verb === 'issue' && key === undefined && values.name?.trim()) {
    return issueKeyCommand(readConfig(), {
      organization,
      name: values.name.trim(),
      grants: parseGrants(values.grants ?? 'read-only'),
      keyType: parseKeyType(values.type ?? 'api'),
    })
  }
  if (verb === 'list' && key === undefined) {
    return listKeysCommand(readConfig(), { organization, json: values.json === true })
  }
  if (verb === 'rotate' && key !== undefined && rest.length === 0) {
    return rotateKeyCommand(readConfig(), { organization, key, graceMs: parseGrace(values.grace ?? '0') })
  }
  if (verb === 'revoke' && key !== undefined && rest.length === 0) {
    return revokeKeyCommand(readConfig(), { organization, key })
  }
  throw new UsageError(`"keys" takes: issue --name <name>, list, rotate <key>, revoke <key>.\n\n${usage}`)
}

async function explainCommandOf([uuid, ...rest]: string[], values: Options): Promise<number> {
  requireOptionsOf('explain', values)
  if (uuid === undefined || rest.length > 0) {
    throw new UsageError(`"explain" takes the uuid of one event.\n\n${usage}`)
  }
  const { explainCommand } = await import('./explain-command.ts')
  const { url, organization, json = false } = values
  return explainCommand(readConfig(), { uuid, url, apiKey: values['api-key'], organization, json })
}

async function importCommandOf([file, ...rest]: string[], values: Options): Promise<number> {
  requireOptionsOf('import', values)
  if (file === undefined || rest.length > 0) {
    throw new UsageError(`"import" takes one file of NDJSON, or - for standard input.\n\n${usage}`)
  }
  const { importCommand } = await import('./import-command.ts')
  const { url, organization, restart = false } = values
  return importCommand(readConfig(), { file, url, apiKey: values['api-key'], organization, restart })
}

async function personCommand([verb = '', person, ...rest]: string[], values: Options): Promise<number> {
  requireOptionsOf(`person ${verb}`, values)
  if ((verb !== 'export' && verb !== 'erase') || !person?.trim() || rest.length > 0) {
    throw new UsageError(`"person" takes: export <person>, erase <person>.\n\n${usage}`)
  }
  const { erasePersonCommand, exportPersonCommand } = await import('./person-command.ts')
  const command = verb === 'export' ? exportPersonCommand : erasePersonCommand
  const { organization, url } = values
  return command(readConfig(), person.trim(), { organization, url, apiKey: values['api-key'] })
}

async function identityCommand([verb, ...keys]: string[], organization: string | undefined): Promise<number> {
  const { decideCommand, listLinksCommand } = await import('./identity-commands.ts')
  const [left, right, ...rest] = keys
  if (verb === 'links' && left !== undefined && right === undefined) {
    return listLinksCommand(readConfig(), organization, left)
  }
  if ((verb === 'cut' || verb === 'mend') && left !== undefined && right !== undefined && rest.length === 0) {
    return decideCommand(readConfig(), organization, verb, [left, right])
  }
  throw new UsageError(`"identity" takes: links <person>, cut <key> <key>, mend <key> <key>.\n\n${usage}`)
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        name: { type: 'string' },
        organization: { type: 'string' },
        json: { type: 'boolean' },
        grants: { type: 'string' },
        type: { type: 'string' },
        grace: { type: 'string' },
        'api-calls': { type: 'string' },
        plan: { type: 'string' },
        url: { type: 'string' },
        'api-key': { type: 'string' },
        restart: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
