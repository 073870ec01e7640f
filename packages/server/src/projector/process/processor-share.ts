import { readFileSync } from 'node:fs'

/** A process that got less than this fraction of one CPU was starved by other load of the machine. */
const starvedShare = 0.05

/**
 * Returns a function that tells whether the process has been starved since now: then a timeout doesn't mean that it is
 * stuck.
 */
export function watchProcessor(processorMs: () => number | null): () => boolean {
  const begun = performance.now()
  const before = processorMs()
  return () => {
    const now = processorMs()
    if (before === null || now === null) return false
    return now - before < starvedShare * (performance.now() - begun)
  }
}

/** CPU time of a process in milliseconds; null where the system doesn't tell. */
export function processorMsOf(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the program's name, which may contain anything. In hundredths of a second, on every Linux.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return null
  }
}

/** Resident memory of a process in bytes; 0 where the system doesn't tell. */
export function residentBytesOf(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] ?? 0) * 4096
  } catch {
    return 0
  }
}

/** CPU time of this process. */
export function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
