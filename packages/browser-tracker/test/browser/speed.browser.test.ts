import { afterAll, beforeAll, expect, it } from 'vitest'
import { chromiumPath } from '../support/chromium.ts'
import { writeResults } from '../support/results.ts'
import { type Rig, startRig } from '../support/rig.ts'
import { publicKey } from '../support/service.ts'

let rig: Rig
beforeAll(async () => {
  if (chromiumPath) rig = await startRig()
})
afterAll(() => rig?.stop())

/** In milliseconds; judged by the figure that is written down. */
const reach = { init: 3, track: 0.05 }
/** What keeping a text took on the machine of the figures, in milliseconds. */
const usualFloor = 0.006

it.skipIf(!chromiumPath)(
  'init and track take no longer than they may beside what keeping a text takes',
  async () => {
    const page = await rig.browser.newPage()
    // The fastest of the rounds: in the others the machine was busy with something else.
    let [init, track, floor] = [Infinity, Infinity, Infinity]
    let rounds = 0
    while (rounds < 9 || (rounds < 30 && (init > reach.init || track > reach.track))) {
      const round = rounds++
      await page.goto(`${rig.site}/speed/${round}`)
      await page.waitForFunction(() => Boolean(window.svc))
      const times = await page.evaluate(
        async ([key, host]) => {
          await window.svc.shutdown()
          // The script once more, as a page without a key has it: init is ours to time.
          Reflect.deleteProperty(window, 'svc')
          const script = Object.assign(document.createElement('script'), { src: `${host}/svc.js` })
          await new Promise((resolve) => {
            script.addEventListener('load', resolve)
            document.head.append(script)
          })
          const start = performance.now()
          window.svc.init({ publicKey: key, apiHost: host })
          const ready = performance.now()
          for (let n = 0; n < 500; n++) window.svc.track('timed', { n, plan: 'pro', where: 'pricing' })
          const tracked = performance.now()
          // The floor: what the browser takes to keep a text of that size.
          for (let n = 0; n < 500; n++) localStorage.setItem(`floor-${n}`, 'x'.repeat(500))
          const kept = performance.now()
          for (let n = 0; n < 500; n++) localStorage.removeItem(`floor-${n}`)
          return [ready - start, (tracked - ready) / 500, (kept - tracked) / 500] as const
        },
        [publicKey, rig.proxy.url] as const,
      )
      init = Math.min(init, times[0])
      track = Math.min(track, times[1])
      floor = Math.min(floor, times[2])
    }
    await page.close()
    const inMicroseconds = (ms: number) => `${(ms * 1000).toFixed(1)} µs`
    const line = `init ${init.toFixed(2)} ms, track ${inMicroseconds(track)}; keeping a text of that size takes ${inMicroseconds(floor)} alone`
    process.stderr.write(`${line}\n`)
    writeResults('Speed', `The fastest of ${rounds} rounds, on a machine of two shared cores: ${line}.`)
    // A machine that runs other tests can't tell 45 µs from 55: what fails here is twice the reach, on a slower machine
    // as many times more as its storage is slower.
    const allowance = 2 * Math.max(1, floor / usualFloor)
    expect(init).toBeLessThanOrEqual(reach.init * allowance)
    expect(track).toBeLessThanOrEqual(reach.track * allowance)
  },
)
