/** Wakes whoever waits. */
export interface Bell {
  /** Ends a wait, or the next one if nobody waits. */
  ring: () => void
  /** Resolves at the next ring since the last wait, at latest after so long. */
  wait(ms: number): Promise<void>
}

export function createBell(): Bell {
  let hasRung = false
  let wake: (() => void) | null = null
  return {
    ring() {
      hasRung = true
      wake?.()
    },
    async wait(ms) {
      if (!hasRung) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, ms)
        })
        clearTimeout(timer)
      }
      wake = null
      hasRung = false
    },
  }
}
