/** A value that may stand for `$1`, `$2` … */
export type SqlValue = string | number | bigint | boolean | null | Date | readonly string[]

/**
 * What the SQL read models need of an engine. Rows are plain JSON: timestamps as ISO 8601 with `Z`, dates as
 * `YYYY-MM-DD`, 64-bit integers as numbers where they are safe and as strings beyond, uuids and decimals as strings.
 */
export interface SqlDatabase {
  /** Runs one trusted statement of our own. */
  all<Row = Record<string, unknown>>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>
  /**
   * Runs a user's SELECT that the sandbox has already allowed. Dead within `timeoutMs` + 250 ms, whatever it does.
   * Rejects with AppError `EXECUTION_ERROR` on deadline, memory or a runtime error; `SYNTAX_ERROR` if it doesn't bind.
   */
  runUntrusted(sql: string, limits: UntrustedLimits): Promise<UntrustedResult>
}

export interface UntrustedLimits {
  timeoutMs: number
  maxRows: number
  maxBytes: number
}

export interface UntrustedResult {
  rows: Record<string, unknown>[]
  /** True when rows beyond `maxRows` or `maxBytes` were left out. */
  truncated: boolean
}
