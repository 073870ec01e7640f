/** Why a command ends: reported on standard error, as text or as `{error, code}`. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: string
  readonly exitCode: number
  /** What the server answered: printed whole where the output is JSON. */
  readonly body: unknown

  constructor(
    code: string,
    message: string,
    { exitCode = exitCodes.failed, cause, body }: { exitCode?: number; cause?: unknown; body?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.exitCode = exitCode
    this.body = body
  }
}

/** What the process ends with. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  authentication: 4,
  interrupted: 130,
  terminated: 143,
} as const

/** The command line is wrong. */
export function usageError(message: string, code = 'invalid_input'): CliError {
  return new CliError(code, message, { exitCode: exitCodes.usage })
}
