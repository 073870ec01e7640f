import type { CommandContext } from '@stricli/core'
import type { Io } from '../io.ts'

/** What every command is given besides its flags. */
export interface Context extends CommandContext {
  io: Io
  /** Aborts at Ctrl-C and at SIGTERM. */
  signal: AbortSignal
}

/** Flags that every command takes that calls the API. */
export interface ApiFlags {
  apiKey?: string
  url?: string
  json?: boolean
  fields?: string[]
}
