import { afterAll, beforeAll, expect, it } from 'vitest'
import { chromiumPath } from '../support/chromium.ts'
import { type Rig, startRig } from '../support/rig.ts'
import { publicKey } from '../support/service.ts'

let rig: Rig
beforeAll(async () => {
  if (chromiumPath) rig = await startRig()
})
afterAll(() => rig?.stop())

it.skipIf(!chromiumPath)('init takes at most 3 ms and track at most 50 µs', async () => {
  const page = await rig.browser.newPage()
  const inits: number[] = []
  const tracks: number[] = []
  for (let round = 0; round < 9; round++) {
    await page.goto(`${rig.site}/speed/${round}`)
    await page.waitForFunction(() => Boolean(window.svc))
    const [init, track] = await page.evaluate(
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
        return [ready - start, (performance.now() - ready) / 500] as const
      },
      [publicKey, rig.proxy.url] as const,
    )
    inits.push(init)
    tracks.push(track)
  }
  await page.close()
  process.stderr.write(
    `init ${Math.min(...inits).toFixed(2)} ms, track ${(Math.min(...tracks) * 1000).toFixed(1)} µs\n`,
  )
  // The fastest round: the others waited for other programs of the machine.
  expect(Math.min(...inits)).toBeLessThanOrEqual(3)
  expect(Math.min(...tracks)).toBeLessThanOrEqual(0.05)
})
