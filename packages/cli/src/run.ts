import {
  type ApplicationText,
  ArgumentScannerError,
  ExitCode,
  buildApplication,
  formatMessageForArgumentScannerError,
  run,
  text_en,
} from '@stricli/core'
import { commandTree } from './commands/tree.ts'
import type { Context } from './commands/context.ts'
import { CliError, exitCodes } from './errors.ts'
import { type Io, isJsonMode } from './io.ts'

/** Runs a command line and resolves with the exit code: 0 done, 1 failed, 2 wrong usage, 4 needs authentication. */
export async function runCli(argv: readonly string[], io: Io, signal: AbortSignal): Promise<number> {
  const json = isJsonMode(argv.includes('--json'), io)
  const application = buildApplication(commandTree(), {
    name: 'svc',
    scanner: { caseStyle: 'allow-kebab-for-camel' },
    documentation: { caseStyle: 'convert-camel-to-kebab', onlyRequiredInUsageLine: true },
    determineExitCode: (error) => toCliError(error).exitCode,
    localization: { text: failureTexts(json) },
  })
  const process: Context['process'] & { exitCode?: number } = { stdout: io.stdout, stderr: io.stderr }
  const context: Context = { process, io, signal }
  await run(application, argv, context)
  const code = process.exitCode ?? 0
  if (code === ExitCode.InvalidArgument || code === ExitCode.UnknownCommand) return exitCodes.usage
  return code < 0 ? exitCodes.failed : code
}

/** What is written to standard error when a command fails. */
function failureTexts(json: boolean): ApplicationText {
  const tell = ({ code, message, body }: CliError): string =>
    json ? JSON.stringify(body ?? { error: message, code }, null, 2) : `Error: ${message}`
  const usage = (message: string) => tell(new CliError('invalid_input', message))
  return {
    ...text_en,
    noCommandRegisteredForInput: ({ input, corrections }) =>
      usage(
        `There is no command ${input}${corrections.length > 0 ? `: did you mean ${corrections.join(' or ')}?` : '. See svc --help'}`,
      ),
    exceptionWhileParsingArguments: (error) =>
      usage(
        !(error instanceof ArgumentScannerError)
          ? String(error)
          : formatMessageForArgumentScannerError(error, {
              ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, exception }) =>
                `${name} ${exception instanceof Error ? exception.message : String(exception)}`,
            }),
      ),
    exceptionWhileRunningCommand: (error) => tell(toCliError(error)),
  }
}

function toCliError(failure: unknown): CliError {
  if (failure instanceof CliError) return failure
  const {
    name,
    status,
    message = String(failure),
  } = failure as { name?: string; status?: number; message?: string }
  if (status === 401)
    return new CliError('auth_required', `${message}: run svc auth login`, {
      exitCode: exitCodes.authentication,
    })
  const code =
    status === undefined ? (name === 'TypeError' ? 'invalid_input' : 'api_unavailable') : 'api_error'
  return new CliError(code, message)
}
