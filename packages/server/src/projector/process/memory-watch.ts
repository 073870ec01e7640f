import { readFile } from 'node:fs/promises'

/** The engine's own limit doesn't bound its process, so we do, in bytes … */
const maxResidentBytes = 640 * 1024 * 1024
/** … but allow this much growth above what it held when watching began, for example after much ingest. */
const maxGrowthBytes = 320 * 1024 * 1024
const checkMs = 40

/**
 * While `watch(true)` holds, measures the process's memory from outside (where the system offers that), and calls
 * `onTooLarge` whenever it is too large.
 */
export function createMemoryWatch({
  pid,
  onTooLarge,
  measure = residentBytes,
}: {
  pid: () => number | undefined
  onTooLarge: () => void
  measure?: (pid: number | undefined) => Promise<number>
}): {
  watch: (on: boolean) => void
} {
  let timer: NodeJS.Timeout | null = null
  let atFirst: number | null = null
  const check = async () => {
    const resident = await measure(pid())
    atFirst ??= resident
    if (resident >= Math.max(maxResidentBytes, atFirst + maxGrowthBytes)) onTooLarge()
  }
  return {
    watch(on) {
      if (on && timer === null) {
        atFirst = null
        void check()
        timer = setInterval(() => void check(), checkMs)
      } else if (!on && timer !== null) {
        clearInterval(timer)
        timer = null
      }
    },
  }
}

/** Resident memory of a process; 0 where the system doesn't tell. */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(statm.split(' ')[1] ?? 0) * 4096
}
