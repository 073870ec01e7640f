import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { patienceMs } from './patience.ts'

export interface Program {
  /** What it has printed so far, on both streams. */
  readonly output: string
  /** Asks it to end (SIGTERM) and resolves with its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts a Node program and resolves once it has printed something that matches `until`; the match comes along.
 * Rejects with everything it said when it ends before, or after {@link patienceMs}.
 */
export async function startProgram(
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; until: RegExp },
): Promise<Program & { match: RegExpMatchArray }> {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  const match = await new Promise<RegExpMatchArray>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${args.join(' ')} ${why}. It said:\n${output}`))
    const timer = setTimeout(() => fail(`was not ready within ${patienceMs} ms`), patienceMs)
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const found = output.match(options.until)
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
  })
  return {
    match,
    get output() {
      return output
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
  }
}

/** Runs a Node program to its end and resolves with what it printed on standard output; rejects unless it exits 0. */
export async function runProgram(
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${child.exitCode}:\n${stderr}`)
  return stdout
}
