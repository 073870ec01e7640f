import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeRecord, type LogRecord } from '../../src/kernel/log/record.ts'
import { askEverything } from '../support/ask-everything.ts'
import { type Configured, madeByService } from '../support/generated-acting.ts'
import { batches, brought, decide, toRecords } from '../support/generated-log.ts'
import { runCommand } from '../support/run-command.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'
import { openTestStore } from '../support/test-store.ts'

/** `npm test -- … --cases 400 --seed 7` for more, and for the same ones again. */
const cases = Number(process.env['SVC_TEST_CASES'] ?? 60)
const seed = Number(process.env['SVC_TEST_SEED'] ?? Date.now() % 1_000_000)

let directory: string
let server: TestServer

beforeEach(async () => {
  // The commands take them for settings of the server.
  vi.stubEnv('SVC_TEST_CASES', undefined)
  vi.stubEnv('SVC_TEST_SEED', undefined)
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-handwritten-'))
  const key = randomBytes(32)
  server = await openTestServer({
    store: await openTestStore(directory),
    secretKeys: async () => [key],
  })
})
afterEach(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Records as this version writes them, of every kind. */
function sound(configured: Configured, seed: number): LogRecord[] {
  return [
    ...fc.sample(madeByService(configured), { numRuns: 80, seed }),
    ...fc.sample(batches, { numRuns: 20, seed }).flat(),
    ...fc.sample(brought, { numRuns: 60, seed }).map(toRecords),
    decide('cut'),
    decide('mend'),
    { kind: 'activation', receivedAt: Date.now(), eventName: 'paid' },
  ]
}

const odd = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e300,
  '',
  ' ',
  '\u0000',
  '\u001f',
  '\ud800',
  'x'.repeat(100_000),
  '__proto__',
  'constructor',
  [],
  [null],
  ['a', 'a'],
  {},
  { __proto__: null, constructor: 1, toString: null },
  { a: { a: { a: [] } } },
  { email: 5 },
)

/** A record with some of its fields, or fields of what it holds, replaced, taken out or added. */
function spoil(record: LogRecord): fc.Arbitrary<unknown> {
  return fc
    .array(fc.record({ at: fc.nat(), value: odd, how: fc.constantFrom('replace', 'remove', 'add', 'key') }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => {
      const spoiled = structuredClone(record) as unknown
      for (const { at, value: shared, how } of changes) {
        // A copy: the next change may go into it.
        const value = structuredClone(shared)
        const places = placesIn(spoiled)
        const [holder, key] = places[at % places.length]!
        if (how === 'replace') holder[key] = value
        else if (how === 'remove') delete holder[key]
        else if (how === 'add') holder[`odd${at}`] = value
        else holder[typeof value === 'string' ? value : '\ud800'] = structuredClone(holder[key])
      }
      return spoiled
    })
}

type Holder = Record<string, unknown>

/** Every field of a value, at any depth. */
function placesIn(value: unknown): [holder: Holder, key: string][] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.keys(holder).flatMap((key) => [[holder, key] as [Holder, string], ...placesIn(holder[key])])
}

/** What runs, deliveries and occurrences belong to. */
async function configure(): Promise<Configured> {
  const make = async (path: string, body: object): Promise<Holder> => {
    const answer = await call('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return (answer.body['result'] as { data: Holder }).data
  }
  const id = (data: Holder, what: string) => (data[what] as { id: string }).id
  const agentId = id(
    await make('/api/agents', { type: 'custom', displayName: 'Watcher', instructions: 'Say what happened.' }),
    'agent',
  )
  await make(`/api/agents/${agentId}/enable`, {})
  const destinationId = id(
    await make('/api/destinations', {
      type: 'WEBHOOK_ENDPOINT',
      url: 'https://hooks.invalid/x',
      label: 'Ops',
      isDefault: true,
    }),
    'destination',
  )
  const signalId = id(
    await make('/api/signals', {
      kind: 'EVENT_MATCH',
      name: 'Paid',
      definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['paid'] },
    }),
    'signal',
  )
  const automationId = id(
    await make('/api/automations', {
      name: 'Told',
      triggerType: 'SIGNAL_OCCURRENCE',
      agentId,
      signalIds: [signalId],
    }),
    'automation',
  )
  return { agentId, destinationId, signalId, automationId }
}

async function call(method: string, path: string, body?: object): Promise<{ status: number; body: Holder }> {
  const response = await server.server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, body: (await response.json()) as Holder }
}

test('a log with records that were written by hand is read, erased from, retried and rebuilt', async () => {
  const configured = await configure()
  const records = sound(configured, seed)
  const spoiled = fc.sample(fc.constantFrom(...records).chain(spoil), { numRuns: cases, seed })
  for (const record of spoiled) await server.workspace.log.append(Buffer.from(JSON.stringify(record)))
  const uuid = randomUUID()
  const event = { type: 'pageview', url: 'https://acme.com/', path: '/', uuid }
  await server.ingest({ source: 'server', userIdentity: { email: 'jane@acme.com' }, events: [event] })
  const said = `seed ${seed}`
  await expect
    .poll(async () => (await call('GET', `/api/debug/events/${uuid}`)).body['status'], {
      message: said,
    })
    .toBe('accepted')
  await askEverything(call, configured, said)
  // What comes behind them is applied, all of it.
  const before = (await server.workspace.readModels.exact({ withinMs: 60_000 })).counters.quarantined
  for (const record of records) await server.workspace.log.append(encodeRecord(record))
  const { counters } = await server.workspace.readModels.exact({ withinMs: 60_000 })
  expect(counters.quarantined, said).toBe(before)
  await askEverything(call, configured, said)
  const exported = await call('POST', '/api/people/export', { person: 'jane@acme.com' })
  expect(exported.status, said).toBe(200)
  const erasure = await call('POST', '/api/people/erase', { person: 'jane@acme.com' })
  expect(erasure.status, said).toBeLessThan(300)
  await expect
    .poll(
      async () => (await call('GET', `/api/people/erasures/${String(erasure.body['id'])}`)).body['status'],
      {
        message: `${said}: ${server.logged.join('; ').slice(0, 2_000)}`,
      },
    )
    .toBe('DONE')
  expect((await call('POST', '/api/people/export', { person: 'jane@acme.com' })).status, said).toBe(404)
  const { quarantined } = server.workspace.readModels.counters
  await server.server.close()
  const retried = await runCommand(directory, 'quarantine', 'retry')
  expect(retried.code, said).toBe(quarantined === 0 ? 0 : 1)
  if (quarantined > 0)
    expect(retried.out, said).toContain(`${quarantined} were tried again, ${quarantined} are left.`)
  expect((await runCommand(directory, 'rebuild')).code, said).toBe(0)
})
