import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Program, runProgram, startProgram } from './support/program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const publicKey = 'pk_endToEnd'
const apiKey = 'ok_endToEndTestKeyOfThirtyTwoLettersOrMore'
const password = 'correct-horse-battery-staple'

const data = mkdtempSync(join(tmpdir(), 'end-to-end-'))
const environment = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  SVC_PUBLIC_KEY: publicKey,
  SVC_API_KEY: apiKey,
  SVC_INITIAL_PUBLIC_KEY: publicKey,
  SVC_INITIAL_API_KEY: apiKey,
}
let baseUrl: string
let server: Program
let website: Program & { match: RegExpMatchArray }
let browser: Browser

beforeAll(async () => {
  const started = await startProgram(['packages/server/dist/main.js', 'start'], {
    cwd: root,
    env: { ...environment, PORT: '0', SVC_DATA_DIR: data },
    until: /http:\/\/127\.0\.0\.1:[1-9]\d*/,
  })
  server = started
  baseUrl = started.match[0]
  website = await startProgram(['examples/website/serve.mjs'], {
    cwd: root,
    env: { ...environment, PORT: '0', SVC_BASE_URL: baseUrl },
    until: /http:\/\/127\.0\.0\.1:[1-9]\d*\//,
  })
  browser = await chromium.launch({
    executablePath: process.env['SVC_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  })
})

afterAll(async () => {
  await browser?.close()
  await website?.stop()
  await server?.stop()
  rmSync(data, { recursive: true, force: true })
})

async function call<Output>(tool: string, input: object): Promise<Output> {
  const response = await fetch(`${baseUrl}/api/tools/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool, input }),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${tool} answered ${response.status}: ${JSON.stringify(body)}`)
  return body as Output
}

function countEvents(email: string): Promise<Record<string, number>> {
  return call<{ data: { event_type: string; events: number }[] }>('svc_query', {
    sql: `select event_type, count(*) as events from activity where user_email = '${email}' group by 1`,
  }).then(({ data: rows }) => Object.fromEntries(rows.map((row) => [row.event_type, row.events])))
}

it('a page view, a form and an event from a backend become a customer that every tool answers with', async () => {
  const email = 'jane@acme.example'
  const page = await (await browser.newContext()).newPage()
  await page.goto(website.match[0])
  await page.waitForFunction(() => typeof window.svc?.track === 'function')
  await page.fill('[name=name]', 'Jane Doe')
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', password)
  await page.click('#sign-up button')
  await expect.poll(() => countEvents(email)).toMatchObject({ PAGE_VIEW: 1, FORM_SUBMITTED: 1 })

  const backendOutput = await runProgram(
    ['--conditions=customer-intel-source', '--import', 'tsx', 'examples/backend/src/main.ts', email],
    {
      cwd: root,
      env: { ...environment, SVC_BASE_URL: baseUrl },
    },
  )
  const backend = JSON.parse(backendOutput) as { customer: { id: string; domain: string } }
  expect(backend.customer.domain).toBe('acme.example')

  const { customer } = await call<{ customer: { id: string } }>('svc_get_customer', {
    customer: 'acme.example',
  })
  expect(customer.id).toBe(backend.customer.id)
  const timeline = await call<object>('svc_get_timeline', { customer: customer.id })
  expect(JSON.stringify(timeline)).toContain('subscription_started')
  expect(await countEvents(email)).toMatchObject({ PAGE_VIEW: 1, FORM_SUBMITTED: 1, CUSTOM_EVENT: 1 })
})

it('the form is on disk, and the password that was typed into it is not', () => {
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const holding = (text: string) =>
    files
      .filter((file) => readFileSync(join(file.parentPath, file.name)).includes(text))
      .map((file) => file.name)
  expect(holding('Jane Doe')).not.toEqual([])
  expect(holding(password)).toEqual([])
})

it('the server drains and exits 0 on SIGTERM', async () => {
  expect(await server.stop()).toBe(0)
})
