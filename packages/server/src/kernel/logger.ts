import { inspect } from 'node:util'
import { escapeControls, toSafeJson } from '@customer-intel/contract/terminal-text'

/** The server's log for operators. Never gets a key, a body or an event. */
export interface Logger {
  warn(message: string): void
  error(message: string, error?: unknown): void
}

/** Lines for people, or one JSON object a line with `time` (ISO 8601), `level` and `message`. */
export type LogFormat = 'text' | 'json'

/** To standard error: standard output is for the program's result. */
export const consoleLogger: Logger = {
  warn: (message) => console.error(escapeControls(message)),
  error: (message, error) => console.error(escapeControls(message), escapeControls(describe(error))),
}

const jsonLogger: Logger = {
  warn: (message) => console.error(logLine('warn', { message })),
  error: (message, error) => {
    const detail = describe(error)
    console.error(logLine('error', detail === '' ? { message } : { message, error: detail }))
  },
}

export function createLogger(format: LogFormat): Logger {
  return format === 'json' ? jsonLogger : consoleLogger
}

/** One line of a log in JSON. */
export function logLine(level: 'info' | 'warn' | 'error', fields: Record<string, unknown>): string {
  return toSafeJson({ time: new Date().toISOString(), level, ...fields })
}

function describe(error: unknown): string {
  if (error === undefined) return ''
  return error instanceof Error ? (error.stack ?? error.message) : inspect(error)
}
