import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

/** A process of `svc-server`. */
export interface ServerProcess {
  child: ChildProcess
  /** What it wrote so far. */
  output(): string
  /** Resolves once it wrote this. */
  wrote(pattern: RegExp): Promise<string[]>
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string | null>
}

/** Runs `svc-server` as it is built, with these settings alone. `running` has it until it has ended. */
export function runServerProcess(
  args: readonly string[],
  environment: Record<string, string>,
  running: Set<ChildProcess>,
): ServerProcess {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [main, ...args], {
    cwd: packageFolder,
    env: { PATH, HOME, PORT: '0', SVC_DRAIN_MS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve(code ?? signal)
    })
  })
  return {
    child,
    ended,
    output: () => text,
    wrote: async (pattern) => {
      await expect.poll(() => text).toMatch(pattern)
      return text.match(pattern) ?? []
    },
  }
}

/** Starts a server and reads what it announces. */
export async function startServerProcess(environment: Record<string, string>, running: Set<ChildProcess>) {
  const server = runServerProcess(['start'], environment, running)
  const [, url = ''] = await server.wrote(/running at (\S+)/)
  await server.wrote(/<\/script>/)
  const [, publicKey = ''] = server.output().match(/Public key +(\S+)/) ?? []
  const [, apiKey = ''] = server.output().match(/API key +(ok_\S+)/) ?? []
  return { ...server, url, publicKey, apiKey }
}
