import { version } from '../kernel/version.ts'
import { backup, restore, verify } from './backup-commands.ts'
import { type Command, describeCommand } from './command.ts'
import { explain } from './explain-command.ts'
import { exportFiles } from './export-command.ts'
import { listFeedback } from './feedback-command.ts'
import { unlinkIdentity, listLinksCommand, reapplyIdentity } from './identity-commands.ts'
import { importCommand } from './import-command.ts'
import { issueKeyCommand, listKeys, revokeKey, rotateKey } from './keys-commands.ts'
import { setLimits, showLimits } from './limits-commands.ts'
import {
  createOrganization,
  deleteOrganization,
  listOrganizationsCommand,
  renameOrganization,
} from './organization-commands.ts'
import { erasePersonCommand, exportPersonCommand } from './person-command.ts'
import { inviteMember, listMembers } from './members-commands.ts'
import { issuePublicKey, listPublicKeysCommand, revokePublicKeyCommand } from './public-keys-commands.ts'
import { migrateCommand } from './migrate-command.ts'
import { listQuarantine, retryQuarantine } from './quarantine-commands.ts'
import { applyRetention, setRetention, showRetention } from './retention-commands.ts'
import { rebuild } from './rebuild-command.ts'
import { rotateSecrets } from './secrets-command.ts'
import { start } from './start-command.ts'
import { nearest } from '../kernel/nearest.ts'
import { UsageError } from './usage-error.ts'

/** All commands, in the order of the help. */
const commands: readonly Command[] = [
  start,
  createOrganization,
  listOrganizationsCommand,
  renameOrganization,
  deleteOrganization,
  issueKeyCommand,
  listKeys,
  rotateKey,
  revokeKey,
  issuePublicKey,
  listPublicKeysCommand,
  revokePublicKeyCommand,
  inviteMember,
  listMembers,
  setLimits,
  showLimits,
  setRetention,
  showRetention,
  applyRetention,
  listLinksCommand,
  unlinkIdentity,
  reapplyIdentity,
  explain,
  listFeedback,
  importCommand,
  exportPersonCommand,
  erasePersonCommand,
  rotateSecrets,
  listQuarantine,
  retryQuarantine,
  rebuild,
  backup,
  restore,
  verify,
  migrateCommand,
  exportFiles,
]

/**
 * Runs one command of `svc-server`. Resolves with the exit code once it is done: for `start`, the default, when the
 * server has drained after SIGTERM or SIGINT. Throws {@link UsageError} for a wrong command line.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const end = argv.indexOf('--')
  const beforeEnd = end === -1 ? argv : argv.slice(0, end)
  const words = beforeEnd.filter((word) => !word.startsWith('-'))
  const wantsHelp = beforeEnd.some((word) => word === '--help' || word === '-h')
  const command = findCommand(words)
  if (wantsHelp) {
    const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
    console.log(command ? describeCommand(command) : usage(group.length > 0 ? group : commands))
    return 0
  }
  if (argv[0] === '--version' || argv[0] === '-v') {
    console.log(version)
    return 0
  }
  if (command !== null) return command.run(argv.slice(command.name.split(' ').length))
  if (words.length === 0) return start.run(argv)
  throw new UsageError(refusal(words))
}

/** The command at the start of a command line. */
function findCommand(words: readonly string[]): Command | null {
  return commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word)) ?? null
}

function refusal([first = '', second]: readonly string[]): string {
  const group = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name)
  if (group.length > 0) return `"${first}" needs one of: ${group.join(', ')}. ${seeHelp(first)}`
  const guess = nearest(second === undefined ? first : `${first} ${second}`, [
    ...commands.map(({ name }) => name),
    ...new Set(commands.map(({ name }) => name.split(' ', 1)[0] ?? '')),
  ])
  return `There is no command "${first}"; did you mean "${guess}"? ${seeHelp()}`
}

function seeHelp(group?: string): string {
  return `svc-server ${group === undefined ? '' : `${group} `}--help lists them.`
}

function usage(listed: readonly Command[]): string {
  const lines = listed.map(
    ({ name, args, summary }) => `  ${[name, ...args].join(' ').padEnd(28)} ${summary}`,
  )
  return `Usage: svc-server <command> [options]

Commands:
${lines.join('\n')}

  svc-server <command> --help   What a command does, and its options
  svc-server --version

Without a command the server is started. Settings come from the environment: docs/configuration.md lists them.`
}
