import type { ChildProcess } from 'node:child_process'
import type { Server } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, vi } from 'vitest'

// Files share a worker: what one replaces is as before for the next, and what it starts it has to end.
const before = { ...process.env }
const running = new Set(startedHere())

// After the file's own: the last that is registered runs first.
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  const left = () => startedHere().filter((handle) => !running.has(handle))
  // What was killed a moment ago may still be ending.
  for (let look = 0; look < 50 && left().length > 0; look++) await setTimeout(100)
  expect(left().map(describe), 'started and not ended').toEqual([])
  expect({ ...process.env }, 'settings that were changed and not put back').toEqual(before)
})

type Handle = ChildProcess | Server

/** Processes and listening servers. */
function startedHere(): Handle[] {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles: () => object[] }
  return handles().filter(
    (handle): handle is Handle =>
      ('spawnargs' in handle && (handle as ChildProcess).exitCode === null) ||
      ('listening' in handle && handle.listening === true),
  )
}

function describe(handle: Handle): string {
  return 'spawnargs' in handle
    ? `the process ${handle.spawnargs.join(' ')}`
    : `a server at ${JSON.stringify(handle.address())}`
}
