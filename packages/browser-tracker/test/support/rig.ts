import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { listen, type Listening } from './listen.ts'
import { publicKey, type Service, startService } from './service.ts'

/** The tracker of a page, as tests call it. */
export interface PageTracker {
  track: (name: string, properties?: object) => void
  identify: (user: object) => void
  stats: () => { recorded: number; acknowledged: number; waiting: number; dropped: number }
  getVisitorId: () => string | null
  flush: () => Promise<void>
  shutdown: () => Promise<void>
  disableTracking: () => Promise<void>
  enableTracking: () => void
  revokeConsent: () => void
  init: (options: object) => void
}

declare global {
  interface Window {
    svc: PageTracker
  }
}

/** A website with the script tag, the service behind a proxy that can misbehave, and a browser. */
export interface Rig {
  browser: Browser
  service: Service
  proxy: FaultProxy
  /** The website's origin. */
  site: string
  /** Every path of the website that was asked for. */
  asked: string[]
  /** What `path` of the website shows besides the script tag; set it before going there. */
  pages: Map<string, Content>
  /** Opens a page and waits for its tracker. */
  visit: (context: BrowserContext, path: string) => Promise<Page>
  stop: () => Promise<void>
}

export interface Content {
  body?: string
  /** Further attributes of the script tag. */
  attributes?: string
  /** What stands before the script tag. */
  head?: string
  headers?: Record<string, string>
}

export const startRig = async (launch = (): Promise<Browser> => launchChromium()): Promise<Rig> => {
  const service = await startService()
  const proxy = await startFaultProxy(service.url)
  const pages = new Map<string, Content>()
  const asked: string[] = []
  const site: Listening = await listen((request, response) => {
    const path = request.url!.split('?')[0]!
    asked.push(path)
    const { body = '', attributes = '', head = '', headers = {} } = pages.get(path) ?? {}
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(
      `<!doctype html><title>Title of ${path}</title>${head}` +
        `<script src="${proxy.url}/svc.js" data-public-key="${publicKey}" ${attributes}></script>${body}`,
    )
  })
  const browser = await launch()
  return {
    browser,
    service,
    proxy,
    site: site.url,
    asked,
    pages,
    async visit(context, path) {
      const page = await context.newPage()
      await page.goto(site.url + path)
      await page.waitForFunction(() => Boolean(window.svc))
      return page
    },
    async stop() {
      await browser.close()
      await site.close()
      await proxy.close()
      await service.stop()
    },
  }
}
