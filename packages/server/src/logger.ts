/** Where a server says what people should know. Never told a key, a body or an event. */
export interface Logger {
  warn(message: string): void
  error(message: string, error?: unknown): void
}

/** To standard error, so that standard output stays what the program was asked for. */
export const consoleLogger: Logger = {
  warn: (message) => console.error(message),
  error: (message, error) =>
    console.error(message, error instanceof Error ? (error.stack ?? error.message) : (error ?? '')),
}
