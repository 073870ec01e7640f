import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer, type CustomerIntelServer } from '../../src/app/app.ts'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import { places, spellingsOf } from './spelled-texts.ts'
import { isOnFiles, openTestStore } from '../support/test-store.ts'
import { patientReadModels } from '../support/patient-read-models.ts'

const email = 'canary.jane@acme.com'

let directory: string
let server: CustomerIntelServer
let organization: NewOrganization

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-spelled-'))
  const store = await openTestStore(directory)
  organization = defineOrganization({ name: 'Acme' })
  server = createServer({ store, ingestRateLimit: 0, openReadModels: patientReadModels() })
  await server.workspaces.createOrganization(organization.document.organization, organization.document)
})
afterEach(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** `body`: as it is if it is a text. */
async function call(
  path: string,
  body?: object | string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await server.fetch(
    new Request(`http://localhost${path}`, {
      ...(body === undefined
        ? {}
        : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${organization.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': `key-${Math.random()}`,
      },
    }),
  )
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** What a reader makes of a text that was encoded in any way: independent of how the server looks for it. */
function decode(text: string): string {
  let decoded = text
  for (let time = 0; time < 6; time++) {
    decoded = decoded
      .replace(/&amp;/gi, '&')
      .replace(/&commat;/gi, '@')
      .replace(/&period;/gi, '.')
      .replace(/&#(\d+);?/g, (_, code: string) => String.fromCharCode(Number(code) % 65_536))
      .replace(/&#x([\da-f]+);?/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16) % 65_536),
      )
      .replace(/\\+u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\+x([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
  return decoded.toLowerCase()
}

async function filesThatTellOfJane(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1')
    if (decode(text).includes(email)) found.push(entry.name)
  }
  return found
}

test('an address is in no file after its erasure, however it was written and in whatever field', async () => {
  const texts = spellingsOf(email).flatMap((spelling) =>
    places.map(([before, after]) => before + spelling + after),
  )
  let next = 0
  const text = () => texts[next++ % texts.length] ?? ''
  const map = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => (n % 3 ? [`n${n}`, text()] : [text(), n])))

  const bob = { email: 'bob@acme.com', userId: 'u-bob' }
  const events = Array.from({ length: 12 }, (_, n) => [
    {
      type: 'custom',
      ...bob,
      eventName: text().slice(0, 500),
      url: `https://x.test${text()}`,
      path: text(),
      properties: map(9),
    },
    { type: 'identify', ...bob, url: 'https://x.test/', path: text(), traits: map(6) },
    {
      type: 'form',
      customerId: `acct-${n}`,
      url: `https://x.test/${text()}`,
      path: text(),
      referrer: text(),
      formId: text(),
      formFields: { a: text(), [text()]: 'b' },
    },
    {
      type: 'pageview',
      customerId: `acct-${n}`,
      url: `https://x.test/${text()}`,
      path: text(),
      title: text(),
      utm: { source: text() },
    },
  ]).flat()
  const identify = { type: 'identify', email, url: 'https://x.test/', path: '/', traits: { motto: text() } }
  const own = {
    type: 'custom',
    email: email.toUpperCase(),
    eventName: 'own',
    url: 'https://x.test/',
    path: '/',
  }
  const sent = await call(`/api/i/v1/${organization.publicKey}/events`, {
    source: 'server',
    events: [identify, own, ...events],
  })
  expect(sent).toMatchObject({ status: 200, body: { processed: events.length + 2 } })

  const bobs = { type: 'pageview', customerId: 'acct-1', url: 'https://x.test/', path: '/', title: 'Pricing' }
  const twice = texts.map((earlier, n) => {
    const event = {
      ...bobs,
      timestamp: Date.now(),
      uuid: `0197a6f0-7d3c-7b1e-9a55-${String(n).padStart(12, '0')}`,
    }
    return `{"title":${JSON.stringify(earlier)},${JSON.stringify(event).slice(1)}`
  })
  for (const event of twice) {
    const path = `/api/i/v1/${organization.publicKey}/events`
    expect(await call(path, `{"source":"server","events":[${event}]}`)).toMatchObject({ status: 200 })
  }

  const records = [
    {
      kind: 'source',
      sourceType: 'CALL',
      sourceId: 'c-1',
      occurredAt: '2026-06-01T00:00:00Z',
      title: text(),
      summary: text(),
      text: texts.join('\n'),
      participants: [bob, { email, name: 'Jane' }].map(({ email }) => ({ email })),
      record: { deep: [{ [text()]: [text(), { x: text() }] }], json: JSON.stringify({ to: texts }) },
    },
    {
      kind: 'fact',
      factId: 'f-1',
      assertion: text(),
      customer: { domain: 'acme.com' },
      evidence: [{ sourceType: 'CALL', sourceId: 'c-1', quote: text() }],
    },
    { kind: 'customer', customerId: 'acct-1', name: text(), traits: map(6) },
    { kind: 'user', ...bob, name: text(), traits: map(6) },
  ]
  const brought = await call('/api/records', { records })
  expect(brought).toMatchObject({ status: 200 })
  expect((await call('/api/feedback', { body: texts.join(' ') })).status).toBeLessThan(300)
  // Over a database a node's files are its replica, which need not have it yet.
  if (isOnFiles) expect(await filesThatTellOfJane()).not.toEqual([])

  const erase = await call('/api/people/erase', { person: email })
  expect(erase.status).toBe(202)
  await expect
    .poll(async () => (await call(`/api/people/erasures/${String(erase.body['id'])}`)).body['status'], {
      interval: 500,
    })
    .toBe('DONE')
  await server.close()
  expect(await filesThatTellOfJane()).toEqual([])
})
