// Measures the built SDK in a process of its own: `sdk-child.ts <settings as JSON>` prints one figure set as JSON.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type * as SpoolEntry from '../packages/node-sdk/src/spool.ts'
import type * as TrackEntry from '../packages/node-sdk/src/track.ts'

export interface SdkSettings {
  /** Folder of the built package. */
  dist: string
  baseUrl: string
  publicKey: string
  /** With a spool in this directory. */
  spool?: string
  events: number
}

export interface SdkFigures {
  /** CPU a call, in microseconds: median of rounds of 500. */
  callMicroseconds: number
  /** From the first call until the last confirmation. */
  deliveryMs: number
  /** Highest resident memory during the burst, above that before it. */
  residentGrowthBytes: number
  acknowledged: number
}

const { dist, baseUrl, publicKey, spool, events } = JSON.parse(process.argv[2]!) as SdkSettings
const { Tracker } = (await import(`${dist}/track.js`)) as typeof TrackEntry
const { directorySpool } = (await import(`${dist}/spool.js`)) as typeof SpoolEntry
const tracker = new Tracker({
  baseUrl,
  publicKey,
  warn: () => undefined,
  ...(spool === undefined ? {} : { spool: directorySpool(spool) }),
})

const track = (index: number) =>
  tracker.track({
    eventName: 'Order placed',
    email: `person${index % 1000}@company${index % 50}.example`,
    userId: `user-${index % 1000}`,
    properties: { plan: 'team', seats: index % 20, trial: false, source: 'benchmark of the SDK' },
  })

// Rounds of a few calls each, delivered in between, as a backend makes them. The first ones are slower: the engine has
// not compiled them yet, and the connection is not open.
const calls: number[] = []
for (let round = 0; round < 30; round++) {
  const before = process.cpuUsage()
  for (let index = 0; index < 500; index++) track(index)
  const { user, system } = process.cpuUsage(before)
  calls.push((user + system) / 500)
  await tracker.flush()
}
setFlagsFromString('--expose-gc')
;(runInNewContext('gc') as () => void)()

const residentBefore = process.memoryUsage.rss()
let residentPeak = residentBefore
const watch = setInterval(() => (residentPeak = Math.max(residentPeak, process.memoryUsage.rss())), 5)
const acknowledgedBefore = tracker.stats().acknowledged
const begun = performance.now()
for (let index = 0; index < events; index++) track(index)
await tracker.flush()
const delivered = performance.now()
residentPeak = Math.max(residentPeak, process.memoryUsage.rss())
clearInterval(watch)

const figures: SdkFigures = {
  callMicroseconds: calls.slice(10).sort((a, b) => a - b)[10]!,
  deliveryMs: delivered - begun,
  residentGrowthBytes: residentPeak - residentBefore,
  acknowledged: tracker.stats().acknowledged - acknowledgedBefore,
}
process.stdout.write(JSON.stringify(figures))
await tracker.shutdown()
