import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromiumPath, launchChromium } from '../packages/browser-tracker/test/support/chromium.ts'
import { type Acting, actingEnvironment, openActing, phases } from './support/acting.ts'
import type { Case } from './support/case.ts'
import { percentile } from './support/percentile.ts'
import { freePort, type RunningServer, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'

const fullMessages = 60
/** What a message has to come within, from the event's arrival. */
const allowedMs = 1_000
const fullClicks = 20
/** The same from a click in a browser on: the tracker gathers what belongs together before it sends. */
const allowedFromClickMs = 2_000

/** From an event to its message at a webhook, phase by phase; and from a click in a browser. */
export const message: Case = async (context) => {
  const { command, scratch, scale } = context
  const server = await startServer(command, {
    dataDirectory: join(scratch, 'message'),
    port: await freePort(),
    environment: actingEnvironment,
  })
  const acting = await openActing(server)
  const count = Math.max(5, Math.round(fullMessages * scale))
  const names = ['event accepted', ...phases] as const
  const times = new Map<string, number[]>(names.map((name) => [name, []]))
  // The first one starts what the others use.
  for (let index = -1; index < count; index++) {
    const watch = await acting.watch([server])
    const begun = performance.now()
    const note = (name: string) => {
      if (index >= 0) times.get(name)!.push(performance.now() - begun)
    }
    await Promise.all([
      acting.send(server).then(() => note(names[0])),
      ...phases.map((phase) => watch.reached(phase).then(() => note(phase))),
    ])
    watch.end()
  }
  context.log(`${count} messages came`)
  const clicks = chromiumPath
    ? await measureClicks(server, acting, Math.max(5, Math.round(fullClicks * scale)))
    : []
  await server.stop()
  acting.close()
  const came = percentile(times.get('message came')!, 0.95)
  const clicked = clicks.length === 0 ? 0 : percentile(clicks, 0.95)
  return {
    title: 'From an event to a message',
    about: `${count} events of people nobody knew, one after another, each of which makes an automation with an agent by rule tell a webhook on this machine. Times since the event was sent; a phase shows in /metrics, which is asked every 10 ms. Then ${clicks.length} visitors in Chromium, each with a page of their own: from the click that calls \`track\` until the message came.`,
    columns: ['Phase', 'Median', 'p95', 'Slowest', 'p95 allowed'],
    rows: [
      ...names.map((name) => row(name, times.get(name)!, name === 'message came' ? allowedMs : null)),
      ...(clicks.length === 0 ? [] : [row('click in a browser → message came', clicks, allowedFromClickMs)]),
    ],
    failures: [
      ...(came > allowedMs ? [`a message takes over ${allowedMs} ms`] : []),
      ...(clicked > allowedFromClickMs
        ? [`a message takes over ${allowedFromClickMs} ms from the click`]
        : []),
    ],
  }
}

function row(name: string, times: readonly number[], allowed: number | null): string[] {
  const figures = [0.5, 0.95, 1].map((share) => figure(percentile(times, share), 'ms'))
  return [name, ...figures, allowed === null ? '' : figure(allowed, 'ms')]
}

/** How long a message takes from a visitor's click, in milliseconds; each visitor is somebody nobody knew. */
async function measureClicks(server: RunningServer, acting: Acting, count: number): Promise<number[]> {
  const publicKey = new URL(server.ingestUrl).pathname.split('/')[4]!
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><title>Shop</title><script src="${server.url}/svc.js" data-public-key="${publicKey}"></script>
       <button onclick="svc.track('upgraded')">Upgrade</button>`,
    )
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const browser = await launchChromium()
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const visitor = await browser.newContext()
    const page = await visitor.newPage()
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    await page.evaluate(`svc.setUser({ email: 'visitor@browser${index}.example' })`)
    const watch = await acting.watch([server])
    const begun = performance.now()
    await page.click('button')
    await watch.reached('message came')
    times.push(performance.now() - begun)
    await watch.reached('acknowledgement')
    watch.end()
    await visitor.close()
  }
  await browser.close()
  site.close()
  return times
}
