import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  IngestEventSchema,
  IngestPayloadSchema,
  type RecordInput,
  RecordInputSchema,
} from '@customer-intel/contract'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordReader } from '../support/read-record-back.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'
import { validInput } from '../support/valid-input.ts'
import { openTestStore } from '../support/test-store.ts'

/** `npm test -- … --cases 100000 --seed 7` for more, and for the same ones again. */
const cases = Number(process.env['SVC_TEST_CASES'] ?? 800)
const seed = Number(process.env['SVC_TEST_SEED'] ?? Date.now() % 1_000_000)
const timeoutMs = 60_000 + cases * 40

let server: TestServer
let directory: string

// Each test has a store of its own: what one says of a key isn't said of it in the other.
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-accepted-'))
  server = await openTestServer({ store: await openTestStore(directory) })
})
afterEach(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** As a client would: again, where it is told to. */
async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await send(path, body)
  if (response.status !== 503) return (await response.json()) as Record<string, unknown>
  await new Promise((resolve) => setTimeout(resolve, 500))
  return post(path, body)
}

async function send(path: string, body: unknown): Promise<Response> {
  return server.server.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
}

async function call<Data>(tool: string, input: object): Promise<Data> {
  const answer = await post('/api/tools/call', { tool, input })
  if ('error' in answer) throw new Error(JSON.stringify(answer).slice(0, 500))
  return (answer['data'] ?? answer) as Data
}

async function eventIds(): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let after = ''; ;) {
    const rows = await call<{ event_id: string }[]>('svc_query', {
      sql: `select event_id from activity where event_id > '${after}' order by event_id`,
      limit: 5_000,
    })
    for (const row of rows) ids.add(row.event_id)
    if (rows.length === 0) return ids
    after = rows.at(-1)!.event_id
  }
}

/** What isn't there yet of what was accepted. */
async function missing(accepted: ReadonlySet<string>, read: () => Promise<Set<string>>): Promise<string[]> {
  const found = await read()
  return [...accepted].filter((id) => !found.has(id))
}

/** What the server says is wrong with it. */
async function complaints(): Promise<string[]> {
  const response = await server.server.fetch(new Request('http://localhost/health'))
  const { reasons } = (await response.json()) as { reasons: string[] }
  return reasons
}

async function expectReadable(
  accepted: ReadonlySet<string>,
  read: () => Promise<Set<string>>,
): Promise<void> {
  await expect
    .poll(async () => [...(await missing(accepted, read)).slice(0, 10), ...(await complaints())], {
      message: `seed ${seed}: ${(await complaints()).join('; ')}`,
      timeout: timeoutMs,
      interval: 500,
    })
    .toEqual([])
}

/** Blobs of at most so many, that fit into a request. */
function* pack<Item>(
  items: Iterable<Item>,
  { most, bytes }: { most: number; bytes: number },
): Generator<Item[]> {
  let list: Item[] = []
  let size = 0
  for (const item of items) {
    const length = Buffer.byteLength(JSON.stringify(item)) + 1
    if (length > bytes) continue
    if (list.length === most || size + length > bytes) {
      yield list
      list = []
      size = 0
    }
    list.push(item)
    size += length
  }
  if (list.length > 0) yield list
}

/** A uuid of a version that tells its time, or of one that doesn't. */
function uuid(index: number): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const version = index % 3 === 0 ? '4' : '7'
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}000-8000-${index.toString(16).padStart(12, '0')}`
}

test('every event that is accepted is read back', { timeout: 2 * timeoutMs }, async () => {
  const { events: _, ...around } = IngestPayloadSchema.entries
  const events = fc
    .sample(validInput(IngestEventSchema), { numRuns: cases, seed })
    .map((event, index) => ({ ...(event as object), uuid: uuid(index) }))
  const envelopes = fc.sample(validInput(v.object(around)), { numRuns: cases, seed })
  const accepted = new Set<string>()
  for (const batch of pack(events, { most: 100, bytes: 700_000 })) {
    const envelope = envelopes.find((each) => Buffer.byteLength(JSON.stringify(each)) < 300_000) as object
    envelopes.splice(envelopes.indexOf(envelope), 1)
    const visitorId = `0b0c5a52-3a76-4e6b-8d0a-${String(accepted.size % 50).padStart(12, '0')}`
    const response = await server.ingest({ visitorId, ...envelope, events: batch })
    const answer = (await response.json()) as { errors?: { index: number }[] }
    expect([200, 207], JSON.stringify(answer).slice(0, 500)).toContain(response.status)
    const refused = new Set(answer.errors?.map(({ index }) => index))
    for (const [index, event] of batch.entries()) if (!refused.has(index)) accepted.add(event.uuid)
  }
  expect(accepted.size).toBeGreaterThan(cases * 0.5)
  await expectReadable(accepted, eventIds)
})

test('every record that is accepted is read back by its own id', { timeout: 2 * timeoutMs }, async () => {
  const records = fc.sample(validInput(RecordInputSchema), {
    numRuns: Math.ceil(cases / 2),
    seed,
  }) as RecordInput[]
  const accepted: RecordInput[] = []
  for (const batch of pack(records, { most: 200, bytes: 6_000_000 })) {
    const answer = await post('/api/records', { records: batch })
    expect(answer, JSON.stringify(answer).slice(0, 500)).toHaveProperty('processed')
    const refused = new Set((answer['errors'] as { index: number }[] | undefined)?.map(({ index }) => index))
    accepted.push(...batch.filter((_, index) => !refused.has(index)))
    expect(answer['processed']).toBe(batch.length - refused.size)
  }
  expect(accepted.length).toBeGreaterThan(records.length * 0.2)
  for (const kind of new Set(records.map((record) => record.kind)))
    expect(
      accepted.some((record) => record.kind === kind),
      `seed ${seed}: ${kind}`,
    ).toBe(true)
  await server.workspace.readModels.exact({ withinMs: timeoutMs })
  expect(await complaints(), `seed ${seed}`).toEqual([])
  const isReadBack = recordReader(post)
  // Of one key the last counts.
  const last = new Map(accepted.map((record) => [keyOf(record), record]))
  for (const record of last.values())
    expect(await isReadBack(record), `seed ${seed}: ${JSON.stringify(record).slice(0, 500)}`).toBe(true)
})

function keyOf(record: RecordInput): string {
  switch (record.kind) {
    case 'customer':
      return JSON.stringify([record.kind, record.customerId?.trim() ?? record.domain?.toLowerCase()])
    case 'user':
      return JSON.stringify([record.kind, record.userId?.trim() ?? record.email?.trim().toLowerCase()])
    default:
      return JSON.stringify(record)
  }
}
