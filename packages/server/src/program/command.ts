import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../app/config.ts'
import { UsageError } from './usage-error.ts'
import { messageOf } from '../kernel/reason-of.ts'

/** One option of a command. */
export interface CommandOption {
  /** Placeholder of its value, such as `<time>`; without one it is a flag. */
  value?: string
  help: string
}

type Options = Readonly<Record<string, CommandOption>>

/** The values of the options on the command line. */
export type OptionValues<Known extends Options> = {
  [Name in keyof Known]: Known[Name] extends { value: string } ? string | undefined : boolean
}

/** A command of `svc-server`. */
export interface Command {
  /** One or two words: `start`, `keys issue`. */
  readonly name: string
  /** Required arguments, as shown in the usage: `['<key>']`. */
  readonly args: readonly string[]
  /** One line for the list of commands. */
  readonly summary: string
  /** More help for `--help`. */
  readonly details?: string
  readonly options: Options
  /** Parses options and arguments, and resolves with the exit code. Throws {@link UsageError}. */
  run(argv: readonly string[]): Promise<number>
}

/** The option of all commands about one organization. */
export const organizationOption = {
  organization: { value: '<id or slug>', help: 'Which organization, where there are several' },
}

/** Options of commands that may go through a running server. */
export const serverOptions = {
  url: { value: '<address>', help: 'Go through the running server at this address (or SVC_BASE_URL)' },
  'api-key': { value: '<key>', help: 'The API key to ask it with (or SVC_API_KEY)' },
}

/**
 * Defines a command. `run` gets the settings, the options by name and the arguments in `args`; other command lines are
 * refused before.
 */
export function defineProgramCommand<const Known extends Options>(definition: {
  name: string
  args?: readonly string[]
  summary: string
  details?: string
  options?: Known
  run: (config: Config, options: OptionValues<Known>, args: string[]) => Promise<number>
}): Command {
  const { args = [], options = {}, run, ...texts } = definition
  const command: Command = {
    ...texts,
    args,
    options,
    async run(argv) {
      const { values, positionals } = parse(command, argv)
      const given = positionals.map((argument) => argument.trim()).filter((argument) => argument !== '')
      if (given.length !== args.length) throw new UsageError(shortUsage(command, describeArgs(command)))
      return run(readConfig(), values as OptionValues<Known>, given)
    },
  }
  return command
}

/** The first line of a command's help: `svc-server keys rotate <key> [--grace <time>]`. */
export function synopsis({ name, args, options }: Command): string {
  const optional = Object.entries(options).map(
    ([option, { value }]) => `[--${option}${value === undefined ? '' : ` ${value}`}]`,
  )
  return ['svc-server', name, ...args, ...optional].join(' ')
}

/** What `svc-server <command> --help` prints. */
export function describeCommand(command: Command): string {
  const options = Object.entries(command.options).map(([option, { value = '', help }]) =>
    `  --${option} ${value}`.padEnd(30).concat(' ', help),
  )
  return [
    `Usage: ${synopsis(command)}`,
    '',
    command.summary,
    ...(command.details === undefined ? [] : ['', command.details]),
    ...(options.length === 0 ? [] : ['', 'Options:', ...options]),
  ].join('\n')
}

function parse(command: Command, argv: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options })
  } catch (error) {
    // The rest of Node's message is advice about arguments that start with a dash.
    const [problem = ''] = messageOf(error).split(/\. |\n/, 1)
    throw new UsageError(shortUsage(command, problem))
  }
}

function describeArgs({ name, args }: Command): string {
  if (args.length === 0) return `"${name}" takes no argument`
  return `"${name}" takes ${args.join(' and ')}`
}

function shortUsage(command: Command, problem: string): string {
  return `${problem}.\nUsage: ${synopsis(command)}\nsvc-server ${command.name} --help tells more.`
}
