import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { chromiumPath, launchChromium } from '../packages/browser-tracker/test/support/chromium.ts'
import type { Case } from './support/case.ts'
import { median } from './support/percentile.ts'
import { freePort, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'

const coldRounds = 9
const warmRounds = 9
const events = 500

/** What a browser does for whoever keeps a visitor's id, and nothing else: the first use of each costs most. */
const firstUse = `
  var id = localStorage.getItem('floor') || document.cookie.match('floor=([^;]*)')
  localStorage.setItem('floor', String(crypto.getRandomValues(new Uint32Array(4))))
  document.cookie = 'floor=1;path=/'
  new URL(location.href).searchParams.get('utm_source')`

/** What the tracker's script costs a page in a real browser, beside what the browser takes for the same by itself. */
export const tracker: Case = async (context) => {
  const title = 'Tracker'
  const columns = ['What', 'Takes', 'Floor', 'Times the floor']
  if (!chromiumPath) return { title, about: 'Not measured: there was no Chromium.', columns, rows: [] }

  const dataDirectory = mkdtempSync(join(context.scratch, 'tracker-'))
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })
  const publicKey = new URL(server.ingestUrl).pathname.split('/')[4]!
  const script = readFileSync(new URL('../packages/browser-tracker/dist/svc.js', import.meta.url), 'utf8')
  const site = await serveSite(
    `<script data-public-key="${publicKey}" data-api-host="${server.url}">${script}</script>`,
  )
  try {
    const cold: number[] = []
    const coldFloor: number[] = []
    // By turns, as a shared machine is slower at one time than at another.
    for (let round = 0; round < coldRounds; round++) {
      cold.push(await showCold(`${site.url}/tracked`))
      coldFloor.push(await showCold(`${site.url}/floor`))
    }
    const warm = await measureWarm(`${site.url}/tracked`, publicKey, server.url)
    const row = (what: string, ms: number, floorMs: number) => [
      what,
      duration(ms),
      duration(floorMs),
      figure(ms / floorMs),
    ]
    return {
      title,
      about:
        `The script as it is served, in Chromium. Cold: a browser process and profile of its own for each page, from ` +
        `before the script's first byte is parsed until it has started; the floor is the first use of storage, cookie, ` +
        `random numbers and address. Median of ${coldRounds}. Warm: the fastest of ${warmRounds} rounds in one page; the ` +
        `floor of an event is keeping a text of its size in storage.`,
      columns,
      rows: [
        row('init on a cold page', median(cold), median(coldFloor)),
        row('init on a warm page', warm.init, warm.floor),
        row('`track`, an event', warm.track, warm.floor),
      ],
    }
  } finally {
    await site.close()
    await server.stop()
    rmSync(dataDirectory, { recursive: true })
  }
}

const duration = (ms: number) => (ms < 1 ? figure(ms * 1000, 'µs') : figure(ms, 'ms'))

/** Two pages: one with the tracker's script in it, so that no time goes to the network, and one with the floor. */
async function serveSite(tag: string) {
  const timed = (part: string) =>
    `<!doctype html><title>Page</title><script>var begun = performance.now()</script>${part}` +
    '<script>var took = performance.now() - begun</script>'
  const pages: Record<string, string> = {
    '/tracked': timed(tag),
    '/floor': timed(`<script>${firstUse}</script>`),
  }
  const server = createServer((request, response) => {
    const page = pages[request.url!]
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** In milliseconds, what the timed part of a page takes in a browser that has shown nothing yet. */
async function showCold(url: string): Promise<number> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(url)
    return await page.evaluate(() => (window as unknown as { took: number }).took)
  } finally {
    await browser.close()
  }
}

/** In milliseconds: init, an event, and keeping a text of an event's size. */
async function measureWarm(url: string, publicKey: string, apiHost: string) {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(url)
    const rounds: Awaited<ReturnType<typeof runRound>>[] = []
    for (let round = 0; round < warmRounds; round++) rounds.push(await runRound(page, publicKey, apiHost))
    const fastest = (pick: (round: (typeof rounds)[number]) => number) => Math.min(...rounds.map(pick))
    return {
      init: fastest(({ init }) => init),
      track: fastest(({ track }) => track),
      floor: fastest(({ floor }) => floor),
    }
  } finally {
    await browser.close()
  }
}

const runRound = (page: Page, publicKey: string, apiHost: string) =>
  page.evaluate(
    async ([key, host, count]) => {
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
      for (let n = 0; n < count; n++) window.svc.track('timed', { n, plan: 'pro', where: 'pricing' })
      const tracked = performance.now()
      for (let n = 0; n < count; n++) localStorage.setItem(`floor-${n}`, 'x'.repeat(500))
      const kept = performance.now()
      for (let n = 0; n < count; n++) localStorage.removeItem(`floor-${n}`)
      return { init: ready - start, track: (tracked - ready) / count, floor: (kept - tracked) / count }
    },
    [publicKey, apiHost, events] as const,
  )
