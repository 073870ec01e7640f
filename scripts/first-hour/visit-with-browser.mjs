import { createServer } from 'node:http'
import { findChromium } from '../workspace/chromium.mjs'

/**
 * A person at a browser: opens a page of their own site with the tag, then the example's, and submits its form. Resolves
 * with what must have been seen of it; null where there is no browser.
 *
 * @param {{ tag: string, start: () => ReturnType<import('./shell.mjs').startCommand>, sitePort: number }} options
 */
export async function visitWithBrowser({ tag, start, sitePort }) {
  const executablePath = findChromium()
  if (executablePath === null) return null
  const { chromium } = await import('playwright-core')
  const own = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Mine</title><head>${tag}</head><h1>Mine</h1>`)
  })
  await new Promise((resolve) => own.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const site = start()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(300_000)
    const warnings = []
    page.on('console', (message) => warnings.push(message.text()))
    page.on('pageerror', (error) => warnings.push(String(error)))

    await arrives(page, 'pageview', () => page.goto(`http://127.0.0.1:${own.address().port}/`))
    await stay(page)
    expectNone(warnings)
    await site.says(/Example website on/, { limitMs: 300_000 })
    await arrives(page, 'pageview', () => page.goto(`http://127.0.0.1:${sitePort}/`))
    // What the page that was left said in that moment, nobody saw: a request of it may have been cut off.
    warnings.length = 0
    await page.getByLabel('Name').fill('Ada Ashdown')
    await page.getByLabel('Work e-mail').fill('ada@globex.example')
    await page.getByLabel('Password').fill('correct horse battery staple')
    await arrives(page, 'form', () => page.getByRole('button', { name: 'Sign up' }).click())
    await stay(page)
    expectNone(warnings)
    await page.goto('about:blank')
    // What a page sends as it is left can't be waited for from that page.
    await stay(page)
    return { domain: 'globex.example', events: { pageview: 2, engagement: 2, identify: 1, form: 1 } }
  } finally {
    await browser.close()
    site.kill()
    own.close()
  }
}

function expectNone(warnings) {
  if (warnings.length > 0) throw new Error(`the page prints warnings: ${warnings.join('; ')}`)
}

/** Long enough to count as having been there. */
function stay(page) {
  return page.waitForTimeout(1_500)
}

/** Does something and waits until the server has acknowledged an event of that type. */
async function arrives(page, type, work) {
  const acknowledged = page.waitForResponse(
    async (response) => response.ok() && (response.request().postData() ?? '').includes(`"type":"${type}"`),
    { timeout: 300_000 },
  )
  await work()
  await acknowledged
}
