/** The command line is wrong. The message includes the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
