#!/usr/bin/env node
import { CliError, exitCodes } from './errors.ts'
import { version } from './version.ts'

const [first] = process.argv.slice(2)
if (first === '--version' || first === '-v') process.stdout.write(`${version}\n`)
else {
  const { runCli } = await import('./run.ts')
  const stopping = new AbortController()
  let stoppedBy = 0
  for (const [signal, code] of [
    ['SIGINT', exitCodes.interrupted],
    ['SIGTERM', exitCodes.terminated],
  ] as const)
    process.once(signal, () => {
      stoppedBy = code
      stopping.abort(new CliError('interrupted', 'Stopped by a signal', { exitCode: code }))
    })
  // Whoever reads may have had enough, as `head` has.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const code = await runCli(process.argv.slice(2), process, stopping.signal)
  process.exitCode = stoppedBy || code
}
