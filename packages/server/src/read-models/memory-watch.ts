import { readFile } from 'node:fs/promises'

/** The engine's own limit does not bound its process: past this, in bytes, it is too large … */
const maxResidentBytes = 640 * 1024 * 1024
/** … but not for what it held before it was watched, as after much ingest: it may always grow by this. */
const maxGrowthBytes = 320 * 1024 * 1024
const checkMs = 40

/**
 * Looks at a process's size from outside (where the system tells it) while it is to be watched, and tells each time that
 * it is too large.
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

/** What a process holds in memory; 0 where the system doesn't tell. */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(statm.split(' ')[1] ?? 0) * 4096
}
