import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('exiting-process.ts', import.meta.url))

export interface ExitSettings {
  baseUrl: string
  directory?: string
  count: number
  prefix: string
  flushOnExit?: boolean
}

export interface RunningProcess {
  /** Resolves when it has recorded everything and waits to be ended. */
  ready: Promise<void>
  kill(signal: NodeJS.Signals): void
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

/** Starts a process that tracks and then ends in the given way. */
export function runExiting(way: string, settings: ExitSettings): RunningProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', program, way, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  return {
    ready: once(child.stdout, 'data').then(() => undefined),
    kill: (signal) => child.kill(signal),
    ended,
  }
}
