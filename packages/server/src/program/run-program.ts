import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { version } from '../version.ts'
import { listFeedbackCommand } from './feedback-command.ts'
import { createOrganizationCommand, listOrganizationsCommand } from './organization-commands.ts'
import { startCommand } from './start-command.ts'

/** The command line is wrong. The message says how it goes. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const usage = `Usage: svc-server [command]

Commands:
  start                                Start the server (the default)
  organization create [--name <name>]  Make another organization, with keys of its own
  organization list                    List the organizations of the data directory
  identity links <person>              Show which keys were joined with an e-mail address or a userId, and why
  identity cut <key> <key>             Decide that two keys are not one person; the server must be stopped
  identity mend <key> <key>            Take that decision back; the server must be stopped
  feedback list [--json]               Show what was sent to /api/feedback, oldest first
  rebuild                              Make the read models anew from the log; the server must be stopped

Options:
      --organization <id or slug>  Which organization, where there are several (identity and feedback commands)
  -h, --help      Show this help
  -v, --version   Show the version

Settings come from the environment: PORT, HOST, SVC_DATA_DIR, SVC_API_KEY, SVC_PUBLIC_KEY, SVC_ALLOWED_ORIGINS,
SVC_INGEST_RATE_LIMIT, SVC_REQUIRE_SERVER_AUTH, SVC_FEEDBACK_PER_HOUR, SVC_QUERY_TIMEOUT_MS,
SVC_SHUTDOWN_TIMEOUT_MS.
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
  const command = positionals.join(' ') || 'start'
  if (values.name !== undefined && command !== 'organization create') {
    throw new UsageError(`--name goes with "organization create" only.\n\n${usage}`)
  }
  switch (command) {
    case 'start':
      return startCommand(readConfig())
    case 'organization create':
      return createOrganizationCommand(readConfig(), values.name)
    case 'organization list':
      return listOrganizationsCommand(readConfig())
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
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
