import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, showUndebugged } from '../support/chromium.ts'
import { type Content, type Rig, startRig } from '../support/rig.ts'

let rig: Rig
beforeAll(async () => {
  if (chromiumPath) rig = await startRig()
})
afterAll(() => rig?.stop())

interface WireEvent {
  type: string
  uuid: string
  timestamp: number
  path: string
  url: string
  referrer?: string
  title?: string
  eventName?: string
  properties?: Record<string, unknown>
  utm?: object
  activeTimeMs: number
  totalTimeMs: number
  sessionId: string
}

const parse = (bodies: string[]) =>
  bodies.flatMap((body) => (JSON.parse(body) as { events: WireEvent[] }).events)

const send = async (path: string, content: Content, act: (page: Page) => Promise<unknown>) => {
  rig.pages.set(path.split('?')[0]!, content)
  const before = rig.proxy.sent.length
  const context = await rig.browser.newContext()
  const page = await rig.visit(context, path)
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await act(page)
  await page.evaluate(() => window.svc.shutdown())
  await context.close()
  expect(errors).toEqual([])
  return parse(rig.proxy.sent.slice(before).map(({ body }) => body))
}

const pageviews = (events: WireEvent[]) => events.filter(({ type }) => type === 'pageview')

describe.skipIf(!chromiumPath)('pages in a real browser', () => {
  for (const navigation of ['with the Navigation API', 'with a patched history']) {
    const head = navigation.includes('API')
      ? ''
      : '<script>Object.defineProperty(window, "navigation", { value: undefined })</script>'

    it(`counts pushState, replaceState and popstate, and neither anchors nor the same address, ${navigation}`, async () => {
      const events = await send(
        '/spa',
        { head, body: '<a id="anchor" href="#part">part</a>' },
        async (page) => {
          await page.evaluate(() => history.pushState({}, '', '/spa/two'))
          await page.evaluate(() => history.replaceState({}, '', '/spa/three'))
          await page.evaluate(() => history.pushState({}, '', '/spa/three'))
          await page.click('#anchor')
          await page.goBack()
          await page.goBack()
          await page.goBack()
          await page.waitForFunction(() => location.pathname === '/spa')
        },
      )
      expect(pageviews(events).map(({ path }) => path)).toEqual(['/spa', '/spa/two', '/spa/three', '/spa'])
      expect(
        pageviews(events).map(({ referrer }) => (referrer ? new URL(referrer).pathname : referrer)),
      ).toEqual(['', '/spa', '/spa/two', '/spa/three'])
    })

    it(`replaceState of the query or an anchor alone is no page view, unless the site asks for it, ${navigation}`, async () => {
      const act = async (page: Page) => {
        await page.evaluate(() => history.replaceState({}, '', '/type'))
        for (const typed of ['c', 'ca', 'cat'])
          await page.evaluate((q) => history.replaceState({}, '', `/type?q=${q}`), typed)
        await page.evaluate(() => history.replaceState({}, '', '/type?q=cat#top'))
        await page.evaluate(() => window.svc.track('found'))
        await page.evaluate(() => history.pushState({}, '', '/type?q=dog'))
        await page.evaluate(() => history.pushState({}, '', '/type?q=dog'))
        await page.evaluate(() => history.replaceState({}, '', '/other?q=dog'))
      }
      const seen = (events: WireEvent[]) =>
        pageviews(events).map(({ url, utm }) => [url.slice(rig.site.length), utm])
      const usual = await send('/type?utm_source=mail', { head }, act)
      expect(seen(usual)).toEqual([
        ['/type?utm_source=mail', { source: 'mail' }],
        ['/type?q=dog', {}],
        ['/other?q=dog', {}],
      ])
      expect(usual.find(({ type }) => type === 'custom')!.url).toContain('/type?q=cat#top')
      expect(seen(await send('/type', { head, attributes: 'data-page-views="url"' }, act))).toEqual([
        ['/type', {}],
        ['/type?q=c', {}],
        ['/type?q=ca', {}],
        ['/type?q=cat', {}],
        ['/type?q=dog', {}],
        ['/other?q=dog', {}],
      ])
    })

    it(`a router in the hash counts its routes, not the query of one, ${navigation}`, async () => {
      const events = await send('/hash-typed', { head, attributes: 'data-hash-routing' }, async (page) => {
        for (const route of ['#/list', '#/list?q=a', '#/list?q=ab', '#/login'])
          await page.evaluate((hash) => history.replaceState({}, '', hash), route)
        await page.evaluate(() => history.pushState({}, '', '#/login?step=2'))
      })
      expect(pageviews(events).map(({ url }) => new URL(url).hash)).toEqual([
        '',
        '#/list',
        '#/login',
        '#/login?step=2',
      ])
    })
  }

  it('leaves history as it was on shutdown', async () => {
    const head =
      '<script>Object.defineProperty(window, "navigation", { value: undefined }); window.before = history.pushState</script>'
    await send('/restored', { head }, async (page) => {
      expect(await page.evaluate(() => history.pushState === Reflect.get(window, 'before'))).toBe(false)
      await page.evaluate(() => window.svc.shutdown())
      expect(await page.evaluate(() => history.pushState === Reflect.get(window, 'before'))).toBe(true)
    })
  })

  it('counts a router in the hash when told so', async () => {
    const events = await send('/hash', { attributes: 'data-hash-routing' }, async (page) => {
      await page.evaluate(() => (location.hash = '#/one'))
      await page.evaluate(() => (location.hash = '#/two'))
    })
    expect(pageviews(events).map(({ url }) => new URL(url).hash)).toEqual(['', '#/one', '#/two'])
  })

  it('counts a return from the back/forward cache', async () => {
    const before = rig.proxy.sent.length
    const context = await rig.browser.newContext()
    const page = await rig.visit(context, '/cached')
    await page.evaluate(() => Reflect.set(window, 'mark', 'kept by the cache'))
    await page.waitForFunction(() => window.svc.stats().waiting === 0 && window.svc.stats().acknowledged > 0)
    await page.goto(`${rig.site}/elsewhere`)
    await page.goBack({ waitUntil: 'commit' })
    await page.waitForFunction(() => location.pathname === '/cached' && window.svc)
    expect(await page.evaluate(() => Reflect.get(window, 'mark'))).toBe('kept by the cache')
    await page.evaluate(() => window.svc.shutdown())
    await context.close()
    const sent = pageviews(parse(rig.proxy.sent.slice(before).map(({ body }) => body)))
    // What a page sends while it is left, the next one sends again: nobody was there to hear the answer.
    const views = [...new Map(sent.map((event) => [event.uuid, event])).values()]
    expect(views.map(({ path }) => path)).toEqual(['/cached', '/elsewhere', '/cached'])
  })

  it('counts a prerendered page when it is shown, and not before', async () => {
    // The page goes to the other one when that has loaded unseen, and says so to the website.
    rig.pages.set('/from', {
      head: '<script type="speculationrules">{"prerender":[{"urls":["/prerendered"]}]}</script>',
      body: `<script>addEventListener('storage', ({ key }) => {
        if (key === 'loaded') fetch('/left/' + Date.now()).then(() => (location.href = '/prerendered'))
      })</script>`,
    })
    rig.pages.set('/prerendered', {
      body: `<script>
        document.addEventListener('prerenderingchange', () => fetch('/shown'))
        if (document.prerendering) addEventListener('load', () => localStorage.setItem('loaded', 'yes'))
      </script>`,
    })
    const before = rig.proxy.sent.length
    const browser = showUndebugged(`${rig.site}/from`)
    const views = () =>
      pageviews(parse(rig.proxy.sent.slice(before).map(({ body }) => body))).filter(
        ({ path }) => path === '/prerendered',
      )
    await expect.poll(() => rig.asked.includes('/shown') && views().length).toBe(1)
    await browser.close()
    const leftAt = rig.asked.find((path) => path.startsWith('/left/'))!.slice('/left/'.length)
    expect(views()[0]!.timestamp).toBeGreaterThanOrEqual(Number(leftAt))
  })

  it('reads title, campaign and referrer, and redacts secrets in addresses', async () => {
    const events = await send(
      '/landing?utm_source=mail&utm_campaign=may&token=SECRET1&page=2#access_token=SECRET2',
      {},
      async (page) => {
        await page.evaluate(() => history.pushState({}, '', '/next'))
      },
    )
    expect(JSON.stringify(events)).not.toContain('SECRET')
    expect(pageviews(events)[0]).toMatchObject({
      title: 'Title of /landing',
      utm: { source: 'mail', campaign: 'may' },
    })
    expect(pageviews(events)[0]!.url).toContain('page=2')
  })

  it('counts time as active only while someone is there', async () => {
    const events = await send('/time', { attributes: 'data-idle-timeout="200"' }, async (page) => {
      const loadedAt = await page.evaluate(() => performance.now())
      await page.waitForFunction((start) => performance.now() > start + 1000, loadedAt)
    })
    const { activeTimeMs, totalTimeMs } = events.find(({ type }) => type === 'engagement')!
    expect(totalTimeMs).toBeGreaterThan(600)
    expect(activeTimeMs).toBeLessThanOrEqual(200)
  })

  it('records marked clicks always, links out, downloads and scroll depth when told so', async () => {
    const body =
      '<button data-svc-event="plan_chosen" data-svc-properties=\'{"plan":"pro"}\'>Pro</button>' +
      '<a id="out" href="https://other.example/x?token=SECRET" onclick="event.preventDefault()">out</a>' +
      '<a id="file" href="/files/report.pdf" onclick="event.preventDefault()">report</a><p style="height:4000px">'
    const attributes = 'data-track-outbound-links data-track-downloads data-track-scroll-depth'
    const events = await send('/clicks', { body, attributes }, async (page) => {
      await page.click('button')
      await page.click('#out')
      await page.click('#file')
      await page.evaluate(() => scrollTo(0, 9999))
      await page.waitForFunction(() => window.svc.stats().recorded >= 8)
    })
    const custom = events.filter(({ type }) => type === 'custom')
    expect(custom.map(({ eventName }) => eventName)).toEqual([
      'plan_chosen',
      'outbound_link_clicked',
      'file_downloaded',
      'scroll_depth_reached',
      'scroll_depth_reached',
      'scroll_depth_reached',
      'scroll_depth_reached',
    ])
    expect(custom[0]!.properties).toEqual({ plan: 'pro' })
    expect(JSON.stringify(events)).not.toContain('SECRET')
  })

  it('one act is one event: labels, the buttons of the mouse, links in SVG, and fields that hide what a form is', async () => {
    const body =
      '<label data-svc-event="label"><input type="checkbox" data-svc-event="box"><i>on</i></label>' +
      '<div data-svc-event="outer"><label for="far"><b>far</b></label><input type="radio" id="far"></div>' +
      '<button id="marked" data-svc-event="button">x</button>' +
      '<a id="out" href="https://other.example/x" onclick="event.preventDefault()">out</a>' +
      '<a id="get" download href="/report" onclick="event.preventDefault()">get</a>' +
      '<svg width="20" height="20"><a href="https://svg.example/y" onclick="event.preventDefault()"><rect width="20" height="20"/></a></svg>' +
      '<div data-svc-event="mark"><form data-svc-event="form"><input name="href"><input name="hostname"><input name="pathname"><input name="download"><input name="dataset"><p>in</p></form></div>'
    const attributes = 'data-track-outbound-links data-track-downloads'
    const events = await send('/acts', { body, attributes }, async (page) => {
      await page.click('i')
      await page.click('i')
      await page.click('b')
      await page.click('#marked')
      await page.click('#marked', { button: 'middle' })
      await page.click('#out', { button: 'right' })
      await page.click('#out')
      await page.click('#get')
      await page.click('rect')
      await page.click('p')
    })
    expect(
      events
        .filter(({ type }) => type === 'custom')
        .map(({ eventName, properties }) => properties?.['href'] ?? eventName),
    ).toEqual([
      'label',
      'box',
      'label',
      'box',
      'outer',
      'button',
      'https://other.example/x',
      `${rig.site}/report`,
      'https://svg.example/y',
      'form',
      'mark',
    ])
  })

  it('what track took arrives, though the page clears its storage, as at a log-out', async () => {
    const events = await send('/clears', {}, async (page) => {
      await page.evaluate(() => {
        window.svc.track('logged_out')
        localStorage.clear()
      })
      await page.evaluate(() => {
        window.svc.track('forgotten')
        for (const key of Object.keys(localStorage)) localStorage.removeItem(key)
      })
    })
    expect(events.filter(({ type }) => type === 'custom').map(({ eventName }) => eventName)).toEqual([
      'logged_out',
      'forgotten',
    ])
  })

  it('the tabs of a visitor share visitor and session', async () => {
    const before = rig.proxy.sent.length
    const context = await rig.browser.newContext()
    const pages = [await rig.visit(context, '/t1'), await rig.visit(context, '/t2')]
    await Promise.all(pages.map((page) => page.evaluate(() => window.svc.shutdown())))
    await context.close()
    const batches = rig.proxy.sent
      .slice(before)
      .map(({ body }) => JSON.parse(body) as { visitorId: string; sessionId: string })
    expect(new Set(batches.map(({ visitorId, sessionId }) => visitorId + sessionId)).size).toBe(1)
  })

  it('sends text/plain without cookies', async () => {
    const before = rig.proxy.sent.length
    await send('/plain', {}, (page) => page.evaluate(() => (document.cookie = 'a=b')))
    const { headers } = rig.proxy.sent[before]!
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(headers['cookie']).toBeUndefined()
  })

  it('counts a booking of an embedded widget once, and only from its origin and a frame of the page', async () => {
    const origin = new URL(rig.proxy.url).origin
    const frame = '<iframe srcdoc="x"></iframe>'
    const events = await send(
      '/booking',
      { body: frame, attributes: `data-scheduling-a-origins="${rig.site}"` },
      async (page) => {
        await page.evaluate(() => {
          const say = (data: object) => {
            const inner = document.querySelector('iframe')!.contentWindow as unknown as {
              eval: (code: string) => void
            }
            inner.eval(`parent.postMessage(${JSON.stringify(data)}, '*')`)
          }
          const booking = {
            uid: 'u1',
            title: 'Intro',
            startTime: '2026-12-01T10:00:00Z',
            endTime: '2026-12-01T10:30:00Z',
          }
          say({ type: 'bookingSuccessful', data: { booking } })
          say({ type: 'bookingSuccessfulV2', data: booking })
          say({
            type: 'rescheduleBookingSuccessfulV2',
            data: { ...booking, startTime: '2026-12-02T10:00:00Z', endTime: '2026-12-02T10:30:00Z' },
          })
          postMessage({ type: 'bookingSuccessfulV2', data: { ...booking, uid: 'forged' } }, '*')
          say({ event: 'widget.event_scheduled', payload: { event: { uri: 'x' } } })
        })
        await page.waitForFunction(() => window.svc.stats().recorded >= 3)
      },
    )
    expect(origin).not.toBe(rig.site)
    expect(events.filter(({ type }) => type === 'calendar')).toMatchObject([
      { provider: 'scheduling-a', eventType: 'Intro', duration: 30, startTime: '2026-12-01T10:00:00Z' },
      { provider: 'scheduling-a', startTime: '2026-12-02T10:00:00Z' },
    ])
  })

  it('adds one name to the page, and changes no other', async () => {
    const head = `<script>
      window.names = () => Object.getOwnPropertyNames(window)
      window.before = names()
      window.natives = () => [history, Storage.prototype, EventTarget.prototype, HTMLFormElement.prototype, JSON, window]
        .flatMap((holder) => Object.values(Object.getOwnPropertyDescriptors(holder)).map(({ value }) => value))
        .filter((value) => typeof value === 'function' && String(value).includes('[native code]')).length
      window.untouched = natives()
    </script>`
    await send('/global', { head }, async (page) => {
      const [added, changed] = await page.evaluate(() => {
        const { names, before, natives, untouched } = window as unknown as {
          names: () => string[]
          before: string[]
          natives: () => number
          untouched: number
        }
        return [names().filter((name) => !before.includes(name)), natives() - untouched] as const
      })
      expect(added.filter((name) => !['before', 'natives', 'untouched'].includes(name))).toEqual(['svc'])
      expect(changed).toBe(0)
    })
  })

  it('works under a strict content security policy', async () => {
    const headers = {
      'content-security-policy': `default-src 'none'; script-src ${rig.proxy.url}; connect-src ${rig.proxy.url}`,
    }
    const context = await rig.browser.newContext()
    rig.pages.set('/strict', { headers })
    const page = await context.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.goto(`${rig.site}/strict`)
    await expect.poll(() => rig.proxy.sent.some(({ body }) => body.includes('/strict"'))).toBe(true)
    await page.evaluate(() => window.svc.shutdown())
    await context.close()
    expect(said.filter((line) => !line.includes('favicon'))).toEqual([])
  })
})

describe.skipIf(!chromiumPath)('consent in a real browser', () => {
  const keys = (page: Page) => page.evaluate(() => [Object.keys(localStorage), document.cookie] as const)

  it('nothing is stored or sent before consent; what was tracked meanwhile goes afterwards', async () => {
    const before = rig.proxy.sent.length
    const events = await send('/ask', { attributes: 'data-auto-track="false"' }, async (page) => {
      await page.evaluate(() => window.svc.track('early', { n: 1 }))
      expect(await keys(page)).toEqual([[], ''])
      expect(rig.proxy.sent.length).toBe(before)
      await page.evaluate(() => window.svc.enableTracking())
    })
    expect(events.map(({ type }) => type).slice(0, 2)).toEqual(['custom', 'pageview'])
  })

  it('a decision holds on the next page, and a revocation erases what was stored', async () => {
    rig.pages.set('/consent', { attributes: 'data-auto-track="false"' })
    const context = await rig.browser.newContext()
    const first = await rig.visit(context, '/consent')
    await first.evaluate(() => window.svc.enableTracking())
    await first.close()
    const second = await rig.visit(context, '/consent')
    expect(await second.evaluate(() => window.svc.getVisitorId())).toMatch(/^[\da-f-]{36}$/)
    await second.evaluate(() => window.svc.identify({ userId: '42' }))
    await second.evaluate(() => window.svc.revokeConsent())
    expect(await keys(second)).toEqual([['svc_consent'], 'svc_consent=0'])
    rig.pages.set('/revoked', { attributes: 'data-auto-track="false"' })
    const third = await rig.visit(context, '/revoked')
    await third.evaluate(() => window.svc.track('late'))
    await third.evaluate(() => window.svc.flush())
    await context.close()
    // What the pages before had sent may still arrive.
    expect(rig.proxy.sent.filter(({ body }) => /"late"|\/revoked/.test(body))).toEqual([])
  })

  it('Global Privacy Control waits for consent, unless the page says otherwise', async () => {
    const visit = async (attributes: string) => {
      rig.pages.set('/gpc', { attributes })
      const context = await rig.browser.newContext()
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
      )
      const page = await rig.visit(context, '/gpc')
      const id = await page.evaluate(() => window.svc.getVisitorId())
      await page.evaluate(() => window.svc.shutdown())
      await context.close()
      return id
    }
    expect(await visit('')).toBeNull()
    expect(await visit('data-respect-gpc="false"')).not.toBeNull()
  })

  it('cookieless keeps nothing on the device', async () => {
    await send('/cookieless', { attributes: 'data-cookieless' }, async (page) => {
      await page.evaluate(() => window.svc.track('x'))
      expect(await keys(page)).toEqual([[], ''])
    })
  })
})
