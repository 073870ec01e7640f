// From what somebody does in a browser to a message in a channel of the chat app: built server, example website,
// a real browser that also connects the chat app, and the services that the sandbox plays.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../examples/provider-sandbox/src/sandbox.ts'
import { type Program, startProgram } from './support/program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const publicKey = 'pk_message'
const apiKey = 'ok_messageTestKeyOfThirtyTwoLettersOrMore'
const data = mkdtempSync(join(tmpdir(), 'message-'))
const address = /http:\/\/127\.0\.0\.1:[1-9]\d*/

let sandbox: Sandbox
let server: Program & { match: RegExpMatchArray }
let website: Program & { match: RegExpMatchArray }
let browser: Browser

beforeAll(async () => {
  sandbox = await startSandbox({ companies: 2 })
  const { PATH, HOME } = process.env
  server = await startProgram(['packages/server/dist/main.js', 'start'], {
    cwd: root,
    env: {
      PATH,
      HOME,
      PORT: '0',
      SVC_DATA_DIR: data,
      SVC_INITIAL_PUBLIC_KEY: publicKey,
      SVC_INITIAL_API_KEY: apiKey,
      ...sandbox.environment,
    },
    until: address,
  })
  website = await startProgram(['examples/website/serve.mjs'], {
    cwd: root,
    env: { PATH, HOME, PORT: '0', SVC_BASE_URL: server.match[0], SVC_PUBLIC_KEY: publicKey },
    until: address,
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
  await sandbox?.close()
  rmSync(data, { recursive: true, force: true })
})

async function ask<Output>(method: string, path: string, body?: object): Promise<Output> {
  const response = await fetch(`${server.match[0]}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Output
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

/** `result.data` of a command's answer: what it made. */
async function make<Made>(path: string, body: object): Promise<Made> {
  const { result } = await ask<{ result: { data: Made } }>('POST', path, body)
  return result.data
}

it('a click becomes a message in a channel of the chat app, which a person has connected', async () => {
  const session = await ask<{ sessionId: string; connectUrl: string }>('POST', '/api/integrations/connect', {
    provider: 'chat-app',
  })
  const person = await browser.newContext()
  const consent = await person.newPage()
  await consent.goto(session.connectUrl)
  await consent.click('text=Go on')
  await consent.click('text=Allow')
  const status = `/api/integrations/connect/status?sessionId=${session.sessionId}`
  await expect.poll(() => ask('GET', status)).toMatchObject({ status: 'connected', provider: 'chat-app' })

  const { destination } = await make<{ destination: { id: string } }>('/api/destinations', {
    type: 'CHAT_CHANNEL',
    channelId: 'C0ALERTS',
    label: 'Alerts',
  })
  const { agent } = await make<{ agent: { id: string } }>('/api/agents', {
    type: 'custom',
    displayName: 'Watcher',
    instructions: 'Say what happened.',
  })
  await make(`/api/agents/${agent.id}/enable`, {})
  const { signal } = await make<{ signal: { id: string } }>('/api/signals', {
    kind: 'EVENT_MATCH',
    name: 'A teammate is invited',
    definition: {
      grain: 'customer',
      subjectResolver: 'event_customer',
      eventNames: ['teammate_invited'],
    },
  })
  await make('/api/automations', {
    agentId: agent.id,
    name: 'Tell us of growth',
    triggerType: 'SIGNAL_OCCURRENCE',
    signalIds: [signal.id],
    destinationIds: [destination.id],
  })

  const page = await (await browser.newContext()).newPage()
  // A message that waits for the tracker's interval never comes.
  await page.addInitScript(() => {
    const prolong = () =>
      document.querySelector('[data-flush-interval]')?.setAttribute('data-flush-interval', '3600000')
    new MutationObserver(prolong).observe(document, { childList: true, subtree: true })
  })
  await page.goto(website.match[0])
  await page.waitForFunction(() => typeof window.svc?.track === 'function')
  expect(await page.getAttribute('[data-flush-interval]', 'data-flush-interval')).toBe('3600000')
  await page.fill('[name=name]', 'Jane Doe')
  await page.fill('[name=email]', 'jane@growing.example')
  await page.fill('[name=password]', 'correct-horse')
  await page.click('#sign-up button')
  await page.click('#invite')
  const messages = () => sandbox.chatApp.channels.find(({ id }) => id === 'C0ALERTS')!.messages
  await expect.poll(messages, { interval: 25 }).toHaveLength(1)
  expect(JSON.stringify(messages())).toContain('growing.example')
})
