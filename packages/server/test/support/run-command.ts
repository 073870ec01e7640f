import { setTimeout } from 'node:timers/promises'
import { vi } from 'vitest'
import { runProgram } from '../../src/program/run-program.ts'
import { isOnFiles, storeSettings } from './test-store.ts'

/** What another process wrote into a database a server sees within a second, by the port's contract. */
const noticedMs = 1_100

export interface CommandResult {
  code: number
  /** Standard output. */
  out: string
  /** Standard error. */
  err: string
}

/** Runs a command of `svc-server` in this process, over the store of a data directory. Rejects where the program would. */
export async function runCommand(directory: string, ...argv: string[]): Promise<CommandResult> {
  const out: string[] = []
  const err: string[] = []
  for (const [name, value] of Object.entries(storeSettings(directory))) vi.stubEnv(name, value)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => void out.push(String(line))),
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => void err.push(String(line))),
  ]
  try {
    const code = await runProgram(argv)
    if (!isOnFiles) await setTimeout(noticedMs)
    return { code, out: out.join('\n'), err: err.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}
