/**
 * Waits for SIGTERM or SIGINT, then runs `drain` and resolves when it is done. A second signal ends the process at
 * once, with the code that shells give to it.
 */
export async function drainOnSignal(drain: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let draining = false
    const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
      if (draining) process.exit(signal === 'SIGINT' ? 130 : 143)
      draining = true
      drain().then(resolve, reject)
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}
