import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CustomerIntel } from '@customer-intel/node-sdk'
import {
  type CustomerIntelServer,
  createServer,
  defineOrganization,
  memoryStore,
} from '@customer-intel/server'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { it as base, expect } from 'vitest'
import { findChromium } from '../../../../scripts/workspace/chromium.mjs'
import { firefoxPath, launchFirefox } from '../../../browser-tracker/test/support/firefox.ts'
import { fill } from './fill.ts'

const isFirefox = process.env.TEST_BROWSER === 'firefox'

/** The browser to drive, Chromium unless another is asked for; nothing where there is none. */
export const browserPath = isFirefox ? firefoxPath : findChromium()

/** The password of the workspace's owner, una@ourselves.example. */
export const ownersPassword = 'a long and quiet password'

type BrowserState = Exclude<
  NonNullable<Parameters<Browser['newContext']>[0]>['storageState'],
  string | undefined
>

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Where Firefox keeps what is downloaded. */
const downloads = mkdtempSync(join(tmpdir(), 'svc-downloads-'))
const isEmpty = (name: string) => statSync(join(downloads, name)).size === 0

/** One browser for the files of a worker. */
export const it = base
  .extend('executablePath', { scope: 'worker' }, browserPath ?? '')
  .extend('browser', { scope: 'worker' }, async ({ executablePath }, { onCleanup }) => {
    const browser = isFirefox
      ? await launchFirefox({ 'browser.download.folderList': 2, 'browser.download.dir': downloads })
      : await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    onCleanup(async () => {
      await browser.close()
      rmSync(downloads, { recursive: true })
    })
    return browser
  })

/** A real server with a workspace, and the built console on it. */
export interface Console {
  url: string
  client: CustomerIntel
  /** The API as the owner, by their session: what is private is theirs. */
  owner: CustomerIntel
  /**
   * A page of the owner, who is signed in, in a browser that has seen others before; with options in one that hasn't. It
   * is loaded anew when the next is opened. What breaks on it fails the test that asks `wrongs`.
   */
  open: (path: string, options?: Parameters<Browser['newContext']>[0]) => Promise<ConsolePage>
  /** Sends an event as a website does; one of another type than the contract's, or from elsewhere, is rejected. */
  send: (eventName: string, options?: { type?: string; origin?: string }) => Promise<void>
  close: () => Promise<void>
}

export interface ConsolePage {
  page: Page
  context: BrowserContext
  /** What broke the policy, left the server's origin, or was thrown. */
  wrongs: () => Promise<string[]>
  /** Goes on to another page of the console, as a link on it would. */
  goOn: (path: string) => Promise<void>
}

export async function startConsole(
  browser: Browser,
  options: Partial<Parameters<typeof createServer>[0]> = {},
): Promise<Console> {
  const organization = defineOrganization({ name: 'Harbor & Pine' })
  const server: CustomerIntelServer = createServer({
    store: memoryStore(),
    console: fileURLToPath(new URL('../../dist', import.meta.url)),
    logger: { warn: () => undefined, error: () => undefined },
    ...options,
  })
  await server.workspaces.createOrganization(organization.document.organization, organization.document)
  const { url } = await server.listen({ port: 0 })
  const client = new CustomerIntel({ apiKey: organization.apiKey, baseUrl: url })
  await fill(client, Date.now())
  const storageState = await signIn(url, client)
  const owners = await browser.newContext({ storageState, reducedMotion: 'reduce' })
  let leave = () => Promise.resolve()
  /** The owner's page: another one costs a process, and everything that is loaded once. */
  let ownersPage: Promise<{ page: Page; wrong: string[] }> | null = null
  const openPage = async (context: BrowserContext) => {
    const page = await context.newPage()
    return { page, wrong: await watch(page, url) }
  }
  return {
    url,
    client,
    owner: asSession(url, storageState),
    open: async (path, options) => {
      await leave()
      leave = () => Promise.resolve()
      const context = options ? await browser.newContext({ storageState, ...options }) : owners
      if (options) leave = () => context.close()
      const { page, wrong } = await (options ? openPage(context) : (ownersPage ??= openPage(owners)))
      wrong.splice(0)
      await page.goto(url + path)
      await page.locator('h1').first().waitFor()
      return {
        page,
        context,
        wrongs: async () => [...wrong, ...(await violations(page))],
        goOn: (next) => page.evaluate((to) => history.pushState(null, '', to), next),
      }
    },
    send: async (eventName, { type = 'custom', origin } = {}) => {
      const event = { type, eventName, timestamp: Date.now(), url: 'https://a.example/', path: '/' }
      await fetch(`${url}/api/i/v1/${organization.publicKey}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) },
        body: JSON.stringify({
          source: 'client',
          visitorId: '0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10',
          events: [{ ...event, uuid: crypto.randomUUID() }],
        }),
      })
    },
    close: async () => {
      await leave()
      await owners.close()
      await server.close()
    },
  }
}

/** The state of a browser in which the workspace's owner is signed in. */
async function signIn(url: string, client: CustomerIntel): Promise<BrowserState> {
  const { link } = await client.workspaceUsers.invite({ email: 'una@ourselves.example', role: 'owner' })
  const token = new URLSearchParams(new URL(link.url).hash.replace('#', '')).get('token')
  const response = await fetch(`${url}/api/session/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token, password: ownersPassword, name: 'Una Selwyn' }),
  })
  const [name = '', value = ''] = response.headers.getSetCookie()[0]!.split(';')[0]!.split('=')
  const { hostname } = new URL(url)
  const cookie = { name, value, domain: hostname, path: '/', expires: -1, httpOnly: true, secure: false }
  return { cookies: [{ ...cookie, sameSite: 'Lax' }], origins: [] }
}

/** The API by the cookie of a session. */
function asSession(url: string, { cookies }: BrowserState): CustomerIntel {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return new CustomerIntel({ apiKey: null, baseUrl: url, headers: { cookie, origin: url } })
}

/** The text of the file that something on a page keeps. */
export async function fileOf(page: Page, act: () => Promise<void>): Promise<string> {
  if (!isFirefox) {
    const [file] = await Promise.all([page.waitForEvent('download'), act()])
    return readFileSync(await file.path(), 'utf8')
  }
  // Of downloads BiDi says nothing: a file has its name when it is whole.
  await act()
  const whole = () => readdirSync(downloads).find((name) => !name.endsWith('.part') && !isEmpty(name))
  await expect.poll(whole).toBeDefined()
  const path = join(downloads, whole()!)
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  return text
}

/** What axe finds on a page that has come to rest: everything in the light theme, the colours in the dark one, too. */
export async function axeFinds(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const found = await runAxe(page, 'light', {})
  // Of axe's rules only these look at colours.
  return [...found, ...(await runAxe(page, 'dark', { runOnly: ['color-contrast', 'link-in-text-block'] }))]
}

function runAxe(page: Page, theme: string, options: { runOnly?: string[] }): Promise<string[]> {
  return page.evaluate(
    async ([shown, chosen]) => {
      interface Finding {
        id: string
        nodes: { html: string }[]
      }
      const { axe } = globalThis as unknown as {
        axe: { run: (options: object) => Promise<{ violations: Finding[] }> }
      }
      const { dataset } = document.documentElement
      const { theme: before } = dataset
      dataset['theme'] = shown
      // What moves for ever, like what shows that something loads, isn't waited for.
      const moving = document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      await Promise.allSettled(moving.map(({ finished }) => finished))
      const { violations } = await axe.run({ ...chosen, resultTypes: ['violations'] })
      if (before === undefined) delete dataset['theme']
      else dataset['theme'] = before
      return violations.map(({ id, nodes }) => `${shown} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [theme, options] as const,
  )
}

/** Fails when a page broke, or axe finds something on it, in either theme. */
export async function expectSound({ page, wrongs }: ConsolePage): Promise<void> {
  expect(await axeFinds(page)).toEqual([])
  expect(await wrongs()).toEqual([])
}

async function watch(page: Page, url: string): Promise<string[]> {
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    // What the server refuses stands on the page: that the browser notes it, too, is no fault.
    if (/status of 4(?:00|09) /.test(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(?:data|blob):/.test(request.url()))
      wrong.push(`left: ${request.url()}`)
  })
  await page.addInitScript(() => {
    const kept: string[] = []
    Object.assign(globalThis, { violations: kept })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      kept.push(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}`),
    )
  })
  return wrong
}

function violations(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { violations, hurt } = globalThis as unknown as { violations: string[]; hurt?: number }
    return hurt === undefined ? violations : [...violations, 'a text of a customer ran']
  })
}
