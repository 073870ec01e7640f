import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ChildProcess } from 'node:child_process'
import { children, commandLine, processTree } from './processes.ts'
import { waitUntil } from './wait-until.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const publicKey = 'pk_bench'
export const apiKey = `ok_${'bench'.repeat(8)}`

/** The command line of `svc-server`: what is built (built first where it is missing or old), or the sources by tsx. */
export async function serverCommand({ source }: { source: boolean }): Promise<string[]> {
  if (source) return [process.execPath, '--import', 'tsx', 'packages/server/src/program/main.ts']
  const script = new URL('../../scripts/workspace/build.mjs', import.meta.url).href
  const { ensureBuilt } = (await import(script)) as { ensureBuilt: (names: string[]) => Promise<void> }
  await ensureBuilt(['browser-tracker', 'server'])
  return [process.execPath, 'packages/server/dist/main.js']
}

export interface RunningServer {
  url: string
  ingestUrl: string
  pid: number
  process: ChildProcess
  /** Server, query child and whatever else they started. */
  pids(): number[]
  /** The process that holds DuckDB; null while there is none. */
  queryChild(): number | null
  /** From spawn until `/health` answered 200, in milliseconds. */
  bootMs: number
  /** What the server has printed so far. */
  output(): string
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Starts the real server program on a loopback port and waits until it is healthy. Throws with its output otherwise. */
export async function startServer(
  command: readonly string[],
  {
    dataDirectory,
    port,
    environment = {},
    timeoutMs = 30_000,
  }: { dataDirectory: string; port: number; environment?: Record<string, string>; timeoutMs?: number },
): Promise<RunningServer> {
  const begun = performance.now()
  const { child, output } = runServerCommand([...command, 'start'], {
    ...serverEnvironment({ dataDirectory, port }),
    ...environment,
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntil(
    'the server to become healthy',
    async () => {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`The server ended while starting:\n${output()}`)
      }
      return fetch(`${url}/health`).then(
        (response) => response.ok,
        () => false,
      )
    },
    { everyMs: 5, timeoutMs },
  ).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`${String(error)}\n${output()}`, { cause: error })
  })
  const pid = child.pid!
  return {
    url,
    ingestUrl: `${url}/api/i/v1/${publicKey}/events`,
    pid,
    process: child,
    pids: () => processTree(pid),
    queryChild: () => children(pid).find((candidate) => /duckdb/.test(commandLine(candidate))) ?? null,
    bootMs: performance.now() - begun,
    output,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await exited) as [number | null]
      return code
    },
  }
}

/** The settings of a server under measurement: known keys, no rate limit. */
export function serverEnvironment({
  dataDirectory,
  port,
}: {
  dataDirectory: string
  port: number
}): Record<string, string> {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    SVC_DATA_DIR: dataDirectory,
    SVC_DRAIN_MS: '0',
    SVC_INITIAL_API_KEY: apiKey,
    SVC_INITIAL_PUBLIC_KEY: publicKey,
    SVC_INGEST_RATE_LIMIT: '0',
  }
}

/** Starts a command of the server program; `output` is what it has printed. */
export function runServerCommand(
  command: readonly string[],
  environment: Record<string, string>,
): { child: ChildProcess; output: () => string } {
  const child = spawn(command[0]!, command.slice(1), {
    cwd: root,
    env: { ...inherited(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let printed = ''
  const keep = (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-20_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return { child, output: () => printed }
}

/** However a run ends, no server outlives it. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Settings of whoever starts a benchmark don't belong in it. */
function inherited(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
}

/** A port that is free now, so that a server can come back on the same one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
