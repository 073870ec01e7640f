#!/usr/bin/env node
import { ConfigError } from '../app/config.ts'
import { StoreAwayError, StoreError } from '../kernel/errors.ts'
import { guardConsole } from '../kernel/guard-console.ts'
import { ListenError } from '../app/listen.ts'
import { runProgram } from './run-program.ts'
import { UsageError } from './usage-error.ts'
import { messageOf } from '../kernel/reason-of.ts'

guardConsole()

/**
 * Passes the arguments to the program, and its exit code to the shell. 2: it fails until somebody corrects the command line,
 * the configuration or the store; 1: anything else, which may pass.
 */
process.exitCode = await runProgram(process.argv.slice(2)).catch((error: unknown) => {
  const expected = [ConfigError, UsageError, ListenError, StoreError].some((kind) => error instanceof kind)
  console.error(messageOf(error))
  if (!expected && error instanceof Error && error.stack !== undefined) console.error(error.stack)
  return expected && !(error instanceof StoreAwayError) ? 2 : 1
})
