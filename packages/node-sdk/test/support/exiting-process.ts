// A process that tracks and then ends in the way it is told: `exiting-process.ts <way> <settings as JSON>`.
import { directorySpool } from '../../src/spool.ts'
import { Tracker } from '../../src/track.ts'

const [, , way = '', settings = '{}'] = process.argv
const { baseUrl, directory, count, prefix, flushOnExit } = JSON.parse(settings) as {
  baseUrl: string
  directory?: string
  count: number
  prefix: string
  flushOnExit?: boolean
}
const tracker = new Tracker({
  publicKey: 'pk_test',
  baseUrl,
  flushOnExit,
  warn: () => undefined,
  spool: directory === undefined ? undefined : directorySpool(directory),
})
for (let index = 0; index < count; index++) {
  tracker.track({ eventName: 'Worked', userId: `${prefix}-${index}` })
}

switch (way) {
  case 'empty event loop':
    break
  case 'process.exit':
    process.exit(0)
    break
  case 'uncaught error':
    throw new Error('a fault of the host')
  case 'unhandled rejection':
    void Promise.reject(new Error('a fault of the host'))
    break
  case 'shutdown':
    await tracker.shutdown()
    break
  default:
    // Waits to be ended by a signal.
    setInterval(() => undefined, 1_000)
    process.stdout.write('ready\n')
}
