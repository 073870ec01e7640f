import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackerTag } from '@customer-intel/contract'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { listen, type Listening } from '../support/listen.ts'
import { type Rig, startRig } from '../support/rig.ts'
import { publicKey } from '../support/service.ts'

let rig: Rig
let site: Listening
/** What the page shows. */
let html: string
beforeAll(async () => {
  if (!chromiumPath) return
  rig = await startRig(() => launchChromium(['--host-resolver-rules=MAP shop.example 127.0.0.1']))
  site = await listen((request, response) => {
    const isPage = request.url === '/page'
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
    response.end(isPage ? `<!doctype html><title>Page</title>${html}` : 'Not found')
  })
})
afterAll(async () => {
  await rig?.stop()
  await site?.close()
})

/** Shows a page of a site of its own, and notes what its console says. */
const show = async (content: string, origin = site.url) => {
  html = content
  const context = await rig.browser.newContext()
  const page = await context.newPage()
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.goto(`${origin}/page`)
  return { page, warnings, close: () => context.close() }
}
const script = (attributes: string) => `<script src="${rig.proxy.url}/svc.js" ${attributes} async></script>`
const rest = (page: Page, ms: number) =>
  page.evaluate((time) => new Promise((done) => setTimeout(done, time)), ms)

describe.skipIf(!chromiumPath)(
  'what is wrong with a tag stands in the console, once and with the remedy',
  () => {
    const shop = () => site.url.replace('127.0.0.1', 'shop.example')
    it.each([
      [
        'an origin that isn’t allowed',
        `data-public-key="${publicKey}" data-flush-interval="100"`,
        /the origin http:\/\/shop\.example:\d+ is not allowed; add it to SVC_ALLOWED_ORIGINS/,
      ],
      [
        'a key that the server doesn’t know',
        'data-public-key="pk_other"',
        /no workspace has this public key; use the pk_…/,
      ],
      ['no key', '', /publicKey begins with pk_/],
      ['a key that a template left empty', 'data-public-key=""', /publicKey begins with pk_/],
      ['a secret key', 'data-public-key="ok_secret"', /publicKey begins with pk_: revoke any other/],
      [
        'an address without scheme',
        `data-public-key="${publicKey}" data-api-host="intel.example.com"`,
        /check apiHost 404 intel\.example\.com\/api\/i\/v1/,
      ],
      [
        'the address of something else',
        `data-public-key="${publicKey}" data-api-host="/elsewhere"`,
        /check apiHost 404 \/elsewhere\/api\/i\/v1/,
      ],
    ])('%s', async (_what, attributes, text) => {
      const { page, warnings, close } = await show(script(attributes), shop())
      await page.waitForFunction(() => Boolean(window.svc))
      if ('track' in (await page.evaluate(() => ({ ...window.svc }))))
        await page.evaluate(() => window.svc.track('once more'))
      await expect.poll(() => warnings.length).toBe(1)
      // Long enough for a second batch, and for its retry.
      await rest(page, 2500)
      expect(warnings).toEqual([expect.stringMatching(text)])
      await close()
    })

    it('and the server’s log names the origin', async () => {
      const lines = rig.service
        .output()
        .split('\n')
        .filter((line) => line.includes('shop.example'))
      expect(lines).toEqual([
        `Events from "${shop()}" are refused: add the origin to SVC_ALLOWED_ORIGINS or to the workspace's tracking.allowedOrigins`,
      ])
    })
  },
)

describe.skipIf(!chromiumPath)('a request that is cut off as its page is left', () => {
  it.each([
    ['with keepalive', 10],
    ['too large for keepalive', 100_000],
  ])('is no mistake of the page, and nothing is said: %s', async (_what, chars) => {
    const { page, warnings, close } = await show(script(`data-public-key="${publicKey}"`))
    await page.waitForFunction(() => window.svc && window.svc.stats().acknowledged > 0)
    rig.proxy.fault = { kind: 'hang' }
    const before = rig.proxy.sent.length
    await page.evaluate((length) => {
      window.svc.track('cut off', {
        text: 'x'.repeat(Math.min(length, 30_000)),
        more: 'x'.repeat(Math.min(length, 30_000)),
      })
      void window.svc.flush()
    }, chars)
    await expect.poll(() => rig.proxy.sent.length).toBeGreaterThan(before)
    html = '<p>Another page'
    await page.goto(`${site.url}/page`)
    await page.reload()
    await rest(page, 300)
    rig.proxy.fault = { kind: 'none' }
    await close()
    expect(warnings).toEqual([])
  })
})

describe.skipIf(!chromiumPath)('the tag as the server prints it', () => {
  it('takes calls before the script is there, and makes them in their order', async () => {
    const calls = `<script>
      svc.track('first')
      svc.identify({ userId: '42' })
      svc.track('second', { n: 2 })
      svc.clearUser()
      svc.track('third')
    </script>`
    const before = rig.proxy.sent.length
    const { page, warnings, close } = await show(trackerTag(rig.proxy.url, publicKey).join('\n') + calls)
    await page.waitForFunction(() => 'shutdown' in window.svc)
    await page.evaluate(() => window.svc.shutdown())
    await close()
    const events = rig.proxy.sent.slice(before).flatMap(({ body }) => {
      const { visitorId, userIdentity, events } = JSON.parse(body) as {
        visitorId: string
        userIdentity: { userId?: string }
        events: { type: string; eventName?: string }[]
      }
      return events.map(({ type, eventName }) => ({ name: eventName ?? type, visitorId, ...userIdentity }))
    })
    const names = events.map(({ name }) => name).filter((name) => !/pageview|engagement/.test(name))
    expect(names).toEqual(['first', 'identify', 'second', 'third'])
    const [first, , second, third] = names.map((name) => events.find((event) => event.name === name)!)
    expect([first!.userId, second!.userId, third!.userId]).toEqual([undefined, '42', undefined])
    expect(first!.visitorId).toBe(second!.visitorId)
    expect(third!.visitorId).not.toBe(second!.visitorId)
    expect(warnings).toEqual([])
  })
})

describe.skipIf(!chromiumPath)('the page view after a navigation without a load', () => {
  const navigate = async (act: (page: Page) => Promise<unknown>) => {
    const before = rig.proxy.sent.length
    const tag = script(`data-public-key="${publicKey}"`)
    const { page, close } = await show(tag)
    await page.waitForFunction(() => Boolean(window.svc) && window.svc.stats().recorded === 1)
    await act(page)
    await page.close({ runBeforeUnload: true })
    const views = () =>
      rig.proxy.sent
        .slice(before)
        .flatMap(
          ({ body }) =>
            (JSON.parse(body) as { events: { type: string; uuid: string; path: string; title?: string }[] })
              .events,
        )
        .filter(({ type }) => type === 'pageview')
    await expect.poll(() => views().length).toBeGreaterThanOrEqual(2)
    await close()
    return [...new Map(views().map(({ uuid, path, title }) => [uuid, `${path} ${title}`])).values()]
  }

  it('has the title that the application sets afterwards', async () => {
    const views = await navigate((page) =>
      page.evaluate(async () => {
        history.pushState({}, '', '/two')
        await new Promise((done) => setTimeout(done, 300))
        document.title = 'Two'
        await new Promise((done) => setTimeout(done, 100))
        document.title = 'Too late'
      }),
    )
    expect(views).toEqual(['/page Page', '/two Two'])
  })

  it('goes without a new title after a second', async () => {
    const views = await navigate(async (page) => {
      await page.evaluate(() => history.pushState({}, '', '/two'))
      // Not by their number: a page shown for long enough has an engagement event too.
      await page.waitForFunction(() =>
        Object.values(localStorage).some((event) => /"type":"pageview".*"path":"\/two"/.test(String(event))),
      )
      await page.evaluate(() => (document.title = 'Too late'))
    })
    expect(views).toEqual(['/page Page', '/two Page'])
  })

  it('isn’t lost with the page', async () => {
    const views = await navigate((page) => page.evaluate(() => history.pushState({}, '', '/two')))
    expect(views).toEqual(['/page Page', '/two Page'])
  })
})
