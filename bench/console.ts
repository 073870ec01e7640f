import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { findChromium } from '../scripts/workspace/chromium.mjs'
import { waitForEvents } from './support/ask.ts'
import type { Case } from './support/case.ts'
import { openHttpConnection } from './support/http-connection.ts'
import { runLoad } from './support/load.ts'
import { percentile } from './support/percentile.ts'
import { residentBytes } from './support/processes.ts'
import { createRandom, type Random } from './support/random.ts'
import { apiKey, freePort, type RunningServer, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { uuidV7 } from './support/visits.ts'
import { waitForRest } from './reads.ts'

const customers = 100_000
const peopleOfOne = 10
const events = 10_000_000
const day = 86_400_000
const batchSize = 100
/** Visits of a page that count, after one that doesn't. */
const visits = 5
/** Events that somebody watches arrive, and how many others come beside them each second. */
const watched = 20
const eventsPerSecond = 200

/** Pages by what is looked at. */
const pages = {
  Today: '/',
  'customers, the first 50': '/customers',
  'customers, a part of a name': '/customers?search=company-77',
  'people, the first 50': '/people',
  'a customer': '/customers/company-77.example',
  'traffic of 30 days': '/dashboards/traffic',
  'product use of 30 days': '/dashboards/product',
  Health: '/settings/health',
}

/** The console on an organization of real size, in a browser: pages, scrolling, a live stream. */
export const console: Case = async (context) => {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('No Chromium was found: set SVC_CHROMIUM to the path of one')
  const size = { people: Math.ceil(customers * context.scale) * peopleOfOne, events: events * context.scale }
  const dataDirectory = mkdtempSync(join(context.scratch, 'console-'))
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })
  const begun = performance.now()
  await fill(server, size)
  context.log(`accepted after ${figure((performance.now() - begun) / 1_000, 's')}`)
  await waitForEvents(server, size.events)
  context.log(`readable after ${figure((performance.now() - begun) / 1_000, 's')}`)
  await waitForRest(server)
  const child = server.queryChild()
  const rows = [
    ['memory of the process that reads, MB', figure(child === null ? NaN : residentBytes([child]) / 1e6), ''],
  ]
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const signedIn = await signIn(browser, server)
  const add = (name: string, times: number[]) => {
    rows.push([name, figure(percentile(times, 0.5), 'ms'), figure(percentile(times, 1), 'ms')])
    context.log(rows.at(-1)!.join(' · '))
  }
  add('first view, nothing cached', await timeFirstViews(browser, signedIn, server))
  const page = await signedIn.newPage()
  await visit(page, server.url)
  for (const [name, path] of Object.entries(pages)) add(name, await timeVisits(page, path))
  await go(page, '/customers')
  rows.push(['scrolling 50 pages of customers, frames a second', figure(await scroll(page)), ''])
  const load = runLoad({
    ingestUrl: server.ingestUrl,
    connections: 4,
    batchSize: 10,
    seed: 5,
    schedule: { kind: 'pace', durationMs: 2 * watched * 1_000, requestsPerSecond: eventsPerSecond / 10 },
  })
  await go(page, '/live')
  const frames = await countFrames(page)
  await new Promise((resolve) => setTimeout(resolve, (watched * 1_000) / 2))
  rows.push([
    `the live page at ${eventsPerSecond} events a second, frames a second`,
    figure(await frames()),
    '',
  ])
  // Among all of them a row is gone before anybody has seen it.
  await go(page, '/live?search=Watched')
  add('an event on the live page beside them, of those looked for', await watchArrivals(page, server))
  await load
  await browser.close()
  await server.stop()
  return {
    title: 'The console',
    about: `${size.events.toLocaleString('en-US')} events of ${size.people.toLocaleString('en-US')} people and ${(size.people / peopleOfOne).toLocaleString('en-US')} customers, the built console in Chromium on the same machine, ${visits} visits each after one that doesn't count: from the click until nothing on the page loads any more. The last column is the slowest.`,
    columns: ['What is looked at', 'Median', 'Slowest'],
    rows,
  }
}

async function fill(
  server: RunningServer,
  { people, events: count }: { people: number; events: number },
): Promise<void> {
  const random = createRandom(11)
  const start = Date.now() - 90 * day
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const connection = await openHttpConnection(server.ingestUrl)
      for (let first = next; first < count; first = next) {
        next += batchSize
        const time = start + (90 * day * first) / count
        const batch = Array.from({ length: batchSize }, (_, index) =>
          // Everybody once, then anybody.
          event(random, first + index < people ? first + index : random.below(people), time, people),
        )
        const { status } = await connection.post(
          Buffer.from(JSON.stringify({ source: 'server', events: batch })),
        )
        if (status !== 200) throw new Error(`A batch was answered ${status}`)
      }
      connection.close()
    }),
  )
}

function event(random: Random, person: number, timeMs: number, people: number): Record<string, unknown> {
  const timestamp = Math.trunc(timeMs) + random.below(60_000)
  return {
    type: 'custom',
    uuid: uuidV7(random, timestamp),
    timestamp,
    url: 'server://app',
    path: '/',
    eventName: random.pick(['Signed Up', 'Created Project', 'Invited Teammate', 'Exported Report']),
    properties: { seats: random.below(50) },
    userId: `u-${person}`,
    email: `person-${person}@company-${person % (people / peopleOfOne)}.example`,
  }
}

async function signIn(browser: Browser, server: RunningServer): Promise<BrowserContext> {
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} was answered ${await response.text()}`)
    return response
  }
  const invited = await post(
    '/api/workspace-users',
    { email: 'una@ourselves.example', role: 'owner' },
    { authorization: `Bearer ${apiKey}` },
  )
  const text = await invited.text()
  const token = /#token=([\w-]+)/.exec(text)?.[1]
  const accepted = await post(
    '/api/session/accept',
    { token, name: 'Una Selwyn', password: 'only for this benchmark' },
    { origin: server.url },
  )
  const [name = '', value = ''] = accepted.headers.getSetCookie()[0]!.split(';')[0]!.split('=')
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name, value, url: server.url }])
  return context
}

/** Each in a browser that has seen nothing of the server yet. */
async function timeFirstViews(
  browser: Browser,
  signedIn: BrowserContext,
  server: RunningServer,
): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index <= visits; index++) {
    const context = await browser.newContext({ storageState: await signedIn.storageState() })
    const page = await context.newPage()
    const begun = performance.now()
    await visit(page, server.url)
    if (index > 0) times.push(performance.now() - begun)
    await context.close()
  }
  return times
}

async function timeVisits(page: Page, path: string): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index <= visits; index++) {
    await go(page, '/settings/usage')
    const begun = performance.now()
    await go(page, path)
    if (index > 0) times.push(performance.now() - begun)
  }
  return times
}

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await untilLoaded(page)
}

/** Goes on to another page of the console, as a link on it would. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await untilLoaded(page)
}

/** Nothing loads for two frames: what a page asks for when it has its first answers is waited for as well. */
async function untilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.evaluate(async () => {
    for (let quiet = 0; quiet < 2; quiet++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (document.querySelector('[aria-busy=true]') !== null) quiet = -1
    }
  })
}

/** Frames a second while the wheel turns through the list. */
async function scroll(page: Page): Promise<number> {
  await page.mouse.move(640, 500)
  const frames = countFrames(page)
  for (let turn = 0; turn < 50; turn++) await page.mouse.wheel(0, 2_000)
  return (await frames)()
}

/** Begins to count; the function that comes gives frames a second since then. */
async function countFrames(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = {
      frames: -1,
      since: performance.now(),
      count() {
        this.frames++
        requestAnimationFrame(() => this.count())
      },
    }
    counted.count()
    Object.assign(globalThis, { counted })
  })
  return () =>
    page.evaluate(() => {
      const { counted } = globalThis as unknown as { counted: { frames: number; since: number } }
      return (counted.frames * 1_000) / (performance.now() - counted.since)
    })
}

/** From an event's acceptance until its name stands on the page. */
async function watchArrivals(page: Page, server: RunningServer): Promise<number[]> {
  const connection = await openHttpConnection(server.ingestUrl)
  const random = createRandom(3)
  const times: number[] = []
  for (let index = 0; index < watched; index++) {
    const eventName = `Watched ${index}`
    const sent = { ...event(random, index, Date.now() - 60_000, peopleOfOne), eventName }
    await connection.post(Buffer.from(JSON.stringify({ source: 'server', events: [sent] })))
    const begun = performance.now()
    await page.getByText(eventName, { exact: true }).first().waitFor()
    times.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  connection.close()
  return times
}
