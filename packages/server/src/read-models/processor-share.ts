import { readFileSync } from 'node:fs'

/** A process that had less than this part of one processor was kept from working by what else the machine does. */
const starvedShare = 0.05

/** Tells, whenever it is asked, whether a process has hardly had the processor since now: that it isn't ready says nothing then. */
export function watchProcessor(processorMs: () => number | null): () => boolean {
  const begun = performance.now()
  const before = processorMs()
  return () => {
    const now = processorMs()
    if (before === null || now === null) return false
    return now - before < starvedShare * (performance.now() - begun)
  }
}

/** The processor time that a process has had, in milliseconds; null where the system doesn't tell. */
export function processorMsOf(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the program's name, which may hold anything. In hundredths of a second, on every Linux.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return null
  }
}

/** That of this process. */
export function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
