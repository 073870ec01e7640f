import { ExitCode, run } from '@stricli/core'
import { svcApplication } from './application.ts'
import type { Context } from './commands/context.ts'
import { exitCodes } from './errors.ts'
import { type Io, isJsonMode } from './io.ts'

/** Commands that tell of newer versions themselves. */
const tellsOfUpdates = new Set<string | undefined>(['update-check', 'upgrade'])

/** Runs a command line and resolves with the exit code: 0 done, 1 failed, 2 wrong usage, 4 needs authentication. */
export async function runCli(argv: readonly string[], io: Io, signal: AbortSignal): Promise<number> {
  const asJson = argv.includes('--json')
  const application = svcApplication({ json: isJsonMode(asJson, io) })
  const process: Context['process'] & { exitCode?: number } = { stdout: io.stdout, stderr: io.stderr }
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
