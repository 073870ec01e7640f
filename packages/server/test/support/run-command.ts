import { vi } from 'vitest'
import { runProgram } from '../../src/program/run-program.ts'

export interface CommandResult {
  code: number
  /** Standard output. */
  out: string
  /** Standard error. */
  err: string
}

/** Runs a command of `svc-server` in this process, over a data directory. Rejects where the program would. */
export async function runCommand(directory: string, ...argv: string[]): Promise<CommandResult> {
  const out: string[] = []
  const err: string[] = []
  vi.stubEnv('SVC_DATA_DIR', directory)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => void out.push(String(line))),
    vi.spyOn(console, 'error').mockImplementation((line: unknown) => void err.push(String(line))),
  ]
  try {
    const code = await runProgram(argv)
    return { code, out: out.join('\n'), err: err.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}
