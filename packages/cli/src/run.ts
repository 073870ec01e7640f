import { ExitCode, run } from '@stricli/core'
import { guarded } from '@customer-intel/contract/terminal-text'
import { svcApplication } from './application.ts'
import type { Context } from './commands/context.ts'
import { exitCodes } from './errors.ts'
import { type Io, isJsonMode } from './io.ts'

/** Commands that tell of newer versions themselves. */
const tellsOfUpdates = new Set<string | undefined>(['update-check', 'upgrade'])

/** Runs a command line and resolves with the exit code: 0 done, 1 failed, 2 wrong usage, 4 needs authentication. */
export async function runCli(argv: readonly string[], terminal: Io, signal: AbortSignal): Promise<number> {
  const io: Io = {
    stdout: guarded(terminal.stdout),
    stderr: guarded(terminal.stderr),
    stdin: terminal.stdin,
    env: terminal.env,
  }
  const asJson = beforeEscape(argv).includes('--json')
  const application = svcApplication({ json: isJsonMode(asJson, io) })
  const process: Context['process'] & { exitCode?: number } = {
    // Its texts are escaped before it colours them.
    stdout: terminal.stdout,
    stderr: terminal.stderr,
  }
  const context: Context = { process, io, signal }
  const [first, ...rest] = argv
  if (first === '__complete') {
    const { printCompletions } = await import('./commands/completions.ts')
    await printCompletions(application, rest, context)
    return exitCodes.done
  }
  if (first === '__update-check') {
    const { lookForUpdate } = await import('./update/notify.ts')
    await lookForUpdate(io, signal)
    return exitCodes.done
  }
  await run(application, argv, context)
  if (io.stderr.isTTY && !tellsOfUpdates.has(first)) {
    const { notifyOfUpdate } = await import('./update/notify.ts')
    await notifyOfUpdate(io, asJson)
  }
  const code = process.exitCode ?? 0
  if (code === ExitCode.InvalidArgument || code === ExitCode.UnknownCommand) return exitCodes.usage
  return code < 0 ? exitCodes.failed : code
}

/** The words that may be flags: `--` ends them. */
function beforeEscape(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}
