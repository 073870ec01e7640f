/** npm forwards Ctrl-C to a process that gets it from the terminal already: two signals within this time are one. */
const echoMs = 500

/**
 * Waits for SIGTERM or SIGINT, then runs `drain` and resolves when it is done. A second signal ends the process at once,
 * with the usual exit code.
 */
export async function drainOnSignal(drain: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let drainingSince: number | null = null
    const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
      if (drainingSince !== null) {
        if (performance.now() - drainingSince < echoMs) return
        process.exit(signal === 'SIGINT' ? 130 : 143)
      }
      drainingSince = performance.now()
      drain().then(resolve, reject)
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}
