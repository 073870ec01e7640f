/** npm forwards Ctrl-C to a process that gets it from the terminal already: two signals within this time are one. */
const echoMs = 500

/**
 * Waits for SIGTERM or SIGINT, then runs `stop` and resolves when it is done. A second signal ends the process at once,
 * with the usual exit code.
 */
export async function stopOnSignal(stop: (signal: 'SIGINT' | 'SIGTERM') => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let stoppingSince: number | null = null
    const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince < echoMs) return
        process.exit(signal === 'SIGINT' ? 130 : 143)
      }
      stoppingSince = performance.now()
      stop(signal).then(resolve, reject)
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}
