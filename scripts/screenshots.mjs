#!/usr/bin/env node
// Pictures of the console, of a workspace that `npm run demo` made: README's, or with --all of every page at three widths
// in both themes, to be looked at. `node scripts/screenshots.mjs [--data demo-data] [--to docs/pictures] [--all]`
import { mkdirSync } from 'node:fs'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { execFileSync, spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { ensureBuilt, servedPackages } from './workspace/build.mjs'
import { findChromium } from './workspace/chromium.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'demo-data' },
    to: { type: 'string', default: 'docs/pictures' },
    all: { type: 'boolean', default: false },
  },
})
const pages = {
  today: '/',
  live: '/live',
  customers: '/customers',
  people: '/people',
  merges: '/merges',
  ask: '/ask?sql=select%20event_name%2C%20count(*)%20as%20events%20from%20activity%20group%20by%201%20order%20by%202%20desc',
  dashboards: '/dashboards',
  ...under('dashboards', ['traffic', 'product', 'funnel', 'retention', 'revenue', 'pipeline']),
  signals: '/signals',
  signal: '/signals/new?from=customer-gone-quiet',
  automations: '/automations',
  automation: '/automations/new',
  agents: '/agents',
  agent: '/agents/new',
  destinations: '/destinations',
  destination: '/destinations/new',
  deliveries: '/destinations?tab=deliveries',
  connect: '/connect',
  service: '/connect/billing-a',
  csv: '/connect/csv',
  join: '/merges/join',
  welcome: '/welcome',
  settings: '/settings',
  ...tabs('settings', ['keys', 'tracking', 'workspace', 'usage', 'quarantine', 'audit']),
}

/** Pages below another. */
function under(page, names) {
  return Object.fromEntries(names.map((name) => [name, `/${page}/${name}`]))
}

/** Tabs of a page. */
function tabs(page, names, path = `/${page}`) {
  return Object.fromEntries(names.map((name) => [`${page}-${name}`, `${path}?tab=${name}`]))
}
const password = 'only for these pictures'

await ensureBuilt([...servedPackages, 'server'])
const executablePath = findChromium()
if (executablePath === null) throw new Error('No Chromium was found: set SVC_CHROMIUM to the path of one')
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const environment = { ...process.env, SVC_DATA_DIR: values.data, PORT: String(port), SVC_PUBLIC_URL: url }
const program = 'packages/server/dist/main.js'
const invited = execFileSync(process.execPath, [program, 'members', 'invite', 'una@ourselves.example'], {
  env: environment,
  encoding: 'utf8',
})
const token = new URLSearchParams(new URL(/https?:\S+/.exec(invited)[0]).hash.slice(1)).get('token')
const server = spawn(process.execPath, [program, 'start'], {
  env: environment,
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await untilReady()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const storageState = await signIn()
  await untilKnown(storageState.cookies[0])
  if (values.all) Object.assign(pages, await onesPages(storageState.cookies[0]))
  mkdirSync(values.to, { recursive: true })
  const widths = values.all ? [390, 1024, 1600] : [1280]
  const themes = values.all ? ['light', 'dark'] : ['light']
  for (const width of widths)
    for (const colorScheme of themes) {
      const context = await browser.newContext({
        storageState,
        colorScheme,
        viewport: { width, height: width === 390 ? 844 : 800 },
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      for (const [name, path] of Object.entries(values.all ? pages : { today: pages.today })) {
        await page.goto(url + path)
        await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
        const file = values.all ? `${name}-${width}-${colorScheme}.png` : 'console.png'
        await page.screenshot({ path: join(values.to, file) })
        console.log(join(values.to, file))
      }
      await context.close()
    }
  await browser.close()
} finally {
  server.kill()
}

async function untilReady() {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${url}/health/ready`).catch(() => null)
    if (response?.ok) return
    await setTimeout(100)
  }
  throw new Error('The server was not ready within a minute')
}

/** What follows from behaviour is known a minute or two after a start. */
async function untilKnown(cookie) {
  const sql = "select count(*) as facts from facts where origin = 'behavioural' and status = 'ACTIVE'"
  for (let tries = 0; tries < 180; tries++) {
    const [row] = await query(sql, cookie)
    if (row?.facts > 0) return
    await setTimeout(1_000)
  }
}

/** The pages of one customer, one of its people, and an event. */
async function onesPages(cookie) {
  const [{ customer, person, event }] = await query(
    `select c.customer_id as customer, u.user_id as person, a.event_id as event
    from customers c join users u on u.customer_id = c.customer_id join activity a on a.user_id = u.user_id
    where a.event_id is not null order by c.mrr_cents desc nulls last, a.occurred_at desc limit 1`,
    cookie,
  )
  return {
    event: `/live?event=${event}`,
    customer: `/customers/${customer}`,
    ...tabs(
      'customer',
      ['timeline', 'people', 'revenue', 'sources', 'keys', 'messages'],
      `/customers/${customer}`,
    ),
    person: `/people/${person}`,
    ...tabs('person', ['devices', 'messages', 'privacy'], `/people/${person}`),
  }
}

async function query(sql, { name, value }) {
  const response = await fetch(`${url}/api/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie: `${name}=${value}` },
    body: JSON.stringify({ tool: 'svc_query', input: { sql } }),
  })
  const { data = [] } = await response.json()
  return data
}

/** The state of a browser in which the invited owner is signed in. */
async function signIn() {
  const response = await fetch(`${url}/api/session/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token, password, name: 'Una Selwyn' }),
  })
  if (!response.ok) throw new Error(`The link was not accepted: ${await response.text()}`)
  const [name, value] = response.headers.getSetCookie()[0].split(';')[0].split('=')
  return {
    cookies: [
      {
        name,
        value,
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax',
      },
    ],
    origins: [],
  }
}

function freePort() {
  return new Promise((resolve) => {
    const socket = createSocket().listen(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })
}
