/** The command line is wrong. The message says how it goes. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
