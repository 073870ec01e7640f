import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firefoxPath, launchFirefox } from '../support/firefox.ts'
import { type Rig, startRig } from '../support/rig.ts'
import type { StoredEvent } from '../support/service.ts'

let rig: Rig
let context: BrowserContext
beforeAll(async () => {
  if (firefoxPath) rig = await startRig(launchFirefox)
})
beforeEach(async () => {
  if (!firefoxPath) return
  rig.proxy.fault = { kind: 'none' }
  context = await rig.browser.newContext()
})
afterAll(() => rig?.stop())

/** What the service holds under a tag, once that is as much as expected. */
const stored = async (tag: string, count: number): Promise<StoredEvent[]> => {
  await expect.poll(() => rig.service.find(tag).then(({ length }) => length)).toBeGreaterThanOrEqual(count)
  return rig.service.find(tag)
}

const trackMany = (page: Page, tag: string, count: number) =>
  page.evaluate(
    ([name, times]) => {
      for (let n = 0; n < times; n++) window.svc.track(name, { n })
    },
    [tag, count] as const,
  )

const allAcknowledged = (page: Page) =>
  page.waitForFunction(() => window.svc.stats().waiting === 0 && window.svc.stats().acknowledged > 0)

describe.skipIf(!firefoxPath)('in Firefox', () => {
  it('page views are counted, of loads and of navigation without them', async () => {
    const page = await rig.visit(context, '/fx-page')
    await page.evaluate(() => history.pushState({}, '', '/fx-page/two'))
    await allAcknowledged(page)
    const events = await stored('fx-page', 2)
    expect(events.filter(({ event_type }) => event_type === 'PAGE_VIEW').length).toBe(2)
    await context.close()
  })

  it('a form about the visitor’s own address tells who they are, and keeps its secrets', async () => {
    rig.pages.set('/fx-form', {
      body: '<form><label>Your email <input name="email" type="email"></label><input name="pin"><button>Subscribe</button></form>',
    })
    const before = rig.proxy.sent.length
    const page = await rig.visit(context, '/fx-form')
    await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault()))
    await page.fill('[name=email]', 'ann@acme.example')
    await page.fill('[name=pin]', 'SECRET')
    await page.click('button')
    const events = await stored('fx-form', 2)
    expect(events.find(({ event_type }) => event_type === 'FORM_SUBMITTED')!.user_email).toBe(
      'ann@acme.example',
    )
    const sent = rig.proxy.sent.slice(before).map(({ body }) => body)
    expect(sent.join()).not.toContain('SECRET')
    await context.close()
  })

  it('a burst of 100 events outlives its tab, each stored once', async () => {
    const page = await rig.visit(context, '/b')
    await trackMany(page, 'fx-burst', 100)
    await page.close()
    await rig.visit(context, '/back').then(allAcknowledged)
    const ids = (await stored('fx-burst', 100)).map(({ event_id }) => event_id)
    expect([ids.length, new Set(ids).size]).toEqual([100, 100])
    await context.close()
  })

  it.each([
    ['a service that fails', { kind: 'status', status: 500 }],
    ['a connection that breaks after the service took the batch', { kind: 'reset' }],
  ] as const)('events outlive %s, each stored once', async (_what, fault) => {
    const tag = `fx-${fault.kind}`
    const page = await rig.visit(context, '/f')
    await allAcknowledged(page)
    rig.proxy.fault = fault
    const before = rig.proxy.sent.length
    await trackMany(page, tag, 20)
    await expect.poll(() => rig.proxy.sent.length).toBeGreaterThan(before)
    rig.proxy.fault = { kind: 'none' }
    await allAcknowledged(page)
    const ids = (await stored(tag, 20)).map(({ event_id }) => event_id)
    expect([ids.length, new Set(ids).size]).toEqual([20, 20])
    await context.close()
  })

  it('events wait while the browser is offline', async () => {
    const page = await rig.visit(context, '/o')
    await allAcknowledged(page)
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }),
    )
    const before = rig.proxy.sent.length
    await trackMany(page, 'fx-offline', 20)
    await page.evaluate(() => window.svc.flush())
    expect(rig.proxy.sent.length).toBe(before)
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: true })
      dispatchEvent(new Event('online'))
    })
    expect((await stored('fx-offline', 20)).length).toBe(20)
    await context.close()
  })
})
