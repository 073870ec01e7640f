import { spawn } from 'node:child_process'
import { CliError } from '../errors.ts'

/**
 * Runs a package manager; what it says goes to standard error. Rejects with `runner_not_found`, `exec_error` where it
 * can't be started, `upgrade_failed` where it ended with a failure.
 */
export async function runInstaller(
  [program, ...args]: readonly [string, ...string[]],
  signal: AbortSignal,
): Promise<void> {
  // On Windows package managers are scripts, which only a shell starts; no word of the line comes from elsewhere.
  const shell = process.platform === 'win32'
  const child = spawn(program, args, { stdio: ['ignore', 2, 2], shell, signal })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(signal.reason as Error)
      else if (cause.code === 'ENOENT')
        reject(new CliError('runner_not_found', `${program} is not on the PATH: run ${line()} where it is`))
      else reject(new CliError('exec_error', `${program} can't be started: ${cause.message}`, { cause }))
    })
    child.once('close', resolve)
  })
  if (code !== 0)
    throw new CliError(
      'upgrade_failed',
      `${line()} ended with ${code ?? 'a signal'}; its reasons stand above`,
    )

  function line(): string {
    return [program, ...args].join(' ')
  }
}
