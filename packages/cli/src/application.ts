import {
  type Application,
  type ApplicationText,
  ArgumentScannerError,
  buildApplication,
  formatMessageForArgumentScannerError,
  text_en,
} from '@stricli/core'
import { escapeControls, toSafeJson } from '@customer-intel/contract/terminal-text'
import type { Context } from './commands/context.ts'
import { commandTree } from './commands/tree.ts'
import { CliError } from './errors.ts'
import { toCliError } from './to-cli-error.ts'
import { messageOf } from './message-of.ts'

/** The commands, and how failures are reported: as JSON, or as text. */
export function svcApplication({ json }: { json: boolean }): Application<Context> {
  return buildApplication(commandTree(), {
    name: 'svc',
    scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
    documentation: { caseStyle: 'convert-camel-to-kebab', onlyRequiredInUsageLine: true },
    determineExitCode: (error) => toCliError(error).exitCode,
    localization: { text: failureTexts(json) },
  })
}

/** What is written to standard error when a command fails. */
function failureTexts(json: boolean): ApplicationText {
  const tell = ({ code, message, body }: CliError): string =>
    json ? toSafeJson(body ?? { error: message, code }, 2) : escapeControls(`Error: ${message}`)
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
                `${name} ${messageOf(exception)}`,
            }),
      ),
    exceptionWhileRunningCommand: (error) => tell(toCliError(error)),
  }
}
