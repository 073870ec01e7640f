import { readFileSync } from 'node:fs'

/** The process and all that it started, directly or not. Linux only. */
export function processTree(pid: number): number[] {
  return [pid, ...children(pid).flatMap(processTree)]
}

export function children(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

/** How the process was started, its arguments separated by spaces; empty when it is gone. */
export function commandLine(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
}

/**
 * CPU time, user and system, that the processes have taken so far, in seconds; with that of processes that they started
 * and that have ended, so that it never falls.
 */
export function cpuSeconds(pids: readonly number[]): number {
  const ticksPerSecond = 100
  let ticks = 0
  for (const pid of pids) {
    // The name may hold spaces and brackets; the numbers stand behind the last one.
    const stat = read(`/proc/${pid}/stat`)
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    for (const field of fields.slice(11, 15)) ticks += Number(field)
  }
  return ticks / ticksPerSecond
}

/** Resident memory of the processes together, in bytes; pages that they share are counted for each. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024,
    0,
  )
}

export function isAlive(pid: number): boolean {
  const state = /State:\s+(\S)/.exec(read(`/proc/${pid}/status`))?.[1]
  return state !== undefined && state !== 'Z'
}

/** A process may end while it is looked at: then there is nothing to read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
