import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/chromium.ts'
import { writeResults } from '../support/results.ts'
import { type Rig, startRig } from '../support/rig.ts'

/** One line of the results: what visitors did, and what the service holds. */
interface Row {
  situation: string
  recorded: number
  /** Stored when the visitor was gone and hadn't come back. */
  storedAtOnce: number
  /** Stored after a later visit. */
  stored: number
  duplicates: number
}

let rig: Rig
const rows: Row[] = []

beforeAll(async () => {
  if (chromiumPath) rig = await startRig()
})
beforeEach(() => {
  if (chromiumPath) rig.proxy.fault = { kind: 'none' }
})
afterAll(async () => {
  await rig?.stop()
  const lines = rows.map(
    (row) =>
      `| ${row.situation} | ${row.recorded} | ${row.storedAtOnce} | ${row.stored} | ${row.duplicates} |`,
  )
  writeResults(
    'Delivery',
    `"At once" is what the service holds when the visitor is gone and hasn't come back. "Stored" is what it holds after
the visitor's next visit. Each event is counted by its uuid; a duplicate would be a uuid stored twice.

| situation | recorded | stored at once | stored | duplicates |
|---|--:|--:|--:|--:|
${lines.join('\n')}`,
  )
})

const ids = async (tag: string) => (await rig.service.find(tag)).map((event) => event.event_id)

/** How many different events are stored, once that has been `expected`, or after a while when it never is. */
const settled = async (tag: string, expected: number) => {
  const count = async () => new Set(await ids(tag)).size
  await expect
    .poll(count, { interval: 50 })
    .toBeGreaterThanOrEqual(expected)
    .catch(() => undefined)
  return count()
}

/** Records `count` events named `tag`. */
const trackMany = (page: Page, tag: string, count: number) =>
  page.evaluate(
    ([name, times]) => {
      for (let n = 0; n < times; n++) window.svc.track(name, { n })
    },
    [tag, count] as const,
  )

const allAcknowledged = (page: Page) =>
  page.waitForFunction(() => window.svc.stats().waiting === 0 && window.svc.stats().acknowledged > 0, null, {
    timeout: 60_000,
  })

/** The batches with events named `tag` that have reached the proxy. */
const batchesOf = (tag: string) => rig.proxy.sent.filter(({ body }) => body.includes(`"${tag}"`))

/** Waits until a batch with events named `tag` has reached the proxy. */
const arrives = (tag: string) => expect.poll(() => batchesOf(tag).length).toBeGreaterThan(0)

/** The visitor comes back: a new page of the same site, open until nothing waits. */
const comeBack = async (context: BrowserContext) => {
  const page = await rig.visit(context, '/back')
  await allAcknowledged(page)
  await page.close()
}

/**
 * Plays a situation and fills in its row: `play` records `recorded` events under `tag` and leaves; `atOnce` of them
 * must have reached the service by then, and all of them once the visitor has come back, each stored once.
 */
const situation = (
  name: string,
  tag: string,
  options: {
    recorded: number
    atOnce: number
    play: (context: BrowserContext) => Promise<void>
    repair?: () => void
  },
) =>
  it.skipIf(!chromiumPath)(`${name}: every event is stored once`, async () => {
    const context = await rig.browser.newContext()
    await options.play(context)
    const storedAtOnce = await settled(tag, options.atOnce)
    rig.proxy.fault = { kind: 'none' }
    await comeBack(context)
    const stored = await settled(tag, options.recorded)
    const duplicates = (await ids(tag)).length - stored
    rows.push({ situation: name, recorded: options.recorded, storedAtOnce, stored, duplicates })
    await context.close()
    expect({ stored, duplicates }).toEqual({ stored: options.recorded, duplicates: 0 })
    expect(storedAtOnce).toBeGreaterThanOrEqual(options.atOnce)
  })

describe('delivery to the real service', () => {
  situation('tab closed 1 s after load, 50 times', 'closed-tab', {
    // A page view and its engagement each.
    recorded: 100,
    atOnce: 100,
    async play(context) {
      // Their profiles stay while the last requests are on their way: who closes a tab doesn't delete their browser.
      const visitors: BrowserContext[] = []
      for (let round = 0; round < 5; round++) {
        const visits = Array.from({ length: 10 }, async (_, at) => {
          const visitor = await rig.browser.newContext()
          visitors.push(visitor)
          const page = await rig.visit(visitor, `/closed-tab/${round * 10 + at}`)
          const loadedAt = await page.evaluate(() => performance.now())
          await page.waitForFunction((start) => performance.now() > start + 1000, loadedAt)
          await page.close()
        })
        await Promise.all(visits)
      }
      await settled('closed-tab', 100)
      await Promise.all(visitors.map((visitor) => visitor.close()))
      await rig.visit(context, '/other').then((page) => page.close())
    },
  })

  situation('burst of 100 events, then the tab is closed', 'burst', {
    recorded: 100,
    atOnce: 100,
    async play(context) {
      const page = await rig.visit(context, '/b')
      await trackMany(page, 'burst', 100)
      await page.close()
    },
  })

  situation('renderer crashes right after 20 events', 'crash', {
    recorded: 20,
    atOnce: 0,
    async play(context) {
      const page = await rig.visit(context, '/c')
      await trackMany(page, 'crash', 20)
      const session = await context.newCDPSession(page)
      const crashed = page.waitForEvent('crash')
      // The answer never comes: the page is gone.
      session.send('Page.crash').catch(() => undefined)
      await crashed
      await page.close()
    },
  })

  situation('offline for 20 events, then online again', 'offline', {
    recorded: 20,
    atOnce: 20,
    async play(context) {
      const page = await rig.visit(context, '/o')
      await allAcknowledged(page)
      await context.setOffline(true)
      await trackMany(page, 'offline', 20)
      await context.setOffline(false)
      await allAcknowledged(page)
      await page.close()
    },
  })

  situation('offline for 20 events, and closed offline', 'gone-offline', {
    recorded: 20,
    atOnce: 0,
    async play(context) {
      const page = await rig.visit(context, '/o')
      await allAcknowledged(page)
      await context.setOffline(true)
      await trackMany(page, 'gone-offline', 20)
      await page.close()
      await context.setOffline(false)
    },
  })

  situation('500 to every request, then the service recovers', 'failing', {
    recorded: 20,
    atOnce: 20,
    async play(context) {
      const page = await rig.visit(context, '/f')
      await allAcknowledged(page)
      rig.proxy.fault = { kind: 'status', status: 500 }
      await trackMany(page, 'failing', 20)
      await arrives('failing')
      rig.proxy.fault = { kind: 'none' }
      await allAcknowledged(page)
      await page.close()
    },
  })

  situation('500 to every request, closed meanwhile', 'failed', {
    recorded: 20,
    atOnce: 0,
    async play(context) {
      const page = await rig.visit(context, '/f')
      await allAcknowledged(page)
      rig.proxy.fault = { kind: 'status', status: 500 }
      await trackMany(page, 'failed', 20)
      await arrives('failed')
      await page.close()
    },
  })

  situation('429 with Retry-After: 2', 'limited', {
    recorded: 20,
    atOnce: 20,
    async play(context) {
      const page = await rig.visit(context, '/l')
      await allAcknowledged(page)
      rig.proxy.fault = { kind: 'status', status: 429, retryAfter: 2 }
      await trackMany(page, 'limited', 20)
      await arrives('limited')
      rig.proxy.fault = { kind: 'none' }
      await allAcknowledged(page)
      await page.close()
      const [refused, next] = batchesOf('limited')
      expect(next!.at - refused!.at).toBeGreaterThanOrEqual(2000)
    },
  })

  situation('connection reset after the service took the batch', 'reset', {
    recorded: 20,
    atOnce: 20,
    async play(context) {
      const page = await rig.visit(context, '/r')
      await allAcknowledged(page)
      rig.proxy.fault = { kind: 'reset' }
      await trackMany(page, 'reset', 20)
      await expect.poll(() => ids('reset').then((found) => found.length)).toBe(20)
      rig.proxy.fault = { kind: 'none' }
      await allAcknowledged(page)
      await page.close()
    },
  })

  situation('response hangs, and the tab is closed', 'hanging', {
    recorded: 20,
    atOnce: 0,
    async play(context) {
      const page = await rig.visit(context, '/h')
      await allAcknowledged(page)
      rig.proxy.fault = { kind: 'hang' }
      await trackMany(page, 'hanging', 20)
      await arrives('hanging')
      await page.close()
    },
  })

  for (const [name, tag, withoutLocks] of [
    ['five tabs at once, 20 events each', 'tabs', false],
    ['five tabs at once, in a browser without Web Locks', 'leased', true],
  ] as const)
    situation(name, tag, {
      recorded: 100,
      atOnce: 100,
      async play(context) {
        if (withoutLocks)
          await context.addInitScript(() =>
            Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }),
          )
        const pages = await Promise.all(Array.from({ length: 5 }, () => rig.visit(context, '/t')))
        if (withoutLocks) expect(await pages[0]!.evaluate(() => typeof navigator.locks)).toBe('undefined')
        await Promise.all(pages.map((page) => trackMany(page, tag, 20)))
        await Promise.all(pages.map((page) => page.close()))
      },
    })

  situation('storage full', 'full', {
    recorded: 20,
    atOnce: 20,
    async play(context) {
      await context.addInitScript(() => {
        for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
          try {
            for (let n = 0; n < 3; n++) localStorage.setItem(`fill-${size}-${n}`, 'x'.repeat(size))
          } catch {
            continue
          }
        }
      })
      const page = await rig.visit(context, '/s')
      await trackMany(page, 'full', 20)
      await page.close()
    },
  })

  situation('storage and cookies blocked', 'blocked', {
    recorded: 20,
    atOnce: 20,
    async play(context) {
      await context.addInitScript(() => {
        const refuse = {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        }
        Object.defineProperty(window, 'localStorage', refuse)
        Object.defineProperty(window, 'sessionStorage', refuse)
        Object.defineProperty(document, 'cookie', refuse)
      })
      const page = await rig.visit(context, '/s')
      await trackMany(page, 'blocked', 20)
      await page.close()
    },
  })

  situation('clock set back two years, then forward three', 'clock', {
    recorded: 30,
    atOnce: 30,
    async play(context) {
      await context.addInitScript(() => {
        const real = Date.now
        let offset = 0
        Date.now = () => real() + offset
        Object.assign(window, {
          setClock: (years: number) => {
            offset = years * 31_536_000_000
          },
        })
      })
      const page = await rig.visit(context, '/k')
      for (const years of [-2, 1, 0]) {
        await page.evaluate(
          (to) => (window as unknown as { setClock: (years: number) => void }).setClock(to),
          years,
        )
        await trackMany(page, 'clock', 10)
      }
      await page.close()
    },
  })

  it.skipIf(!chromiumPath)('events of devices with wrong clocks are stored at the real time', async () => {
    for (const hours of [5, -72]) {
      const context = await rig.browser.newContext()
      await context.addInitScript((offset) => {
        const real = Date.now
        Date.now = () => real() + offset
      }, hours * 3_600_000)
      const tag = `clock_${hours}`
      const page = await rig.visit(context, `/${tag}`)
      await trackMany(page, tag, 1)
      await allAcknowledged(page)
      await page.close()
      // The page view and the event; engagement comes only of pages that were looked at for a while.
      await settled(tag, 2)
      const events = await rig.service.find(tag)
      expect(events.length).toBeGreaterThan(1)
      for (const { occurred_at: at } of events)
        expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(120_000)
      await context.close()
    }
  })
})
