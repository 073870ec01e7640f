import { gzipSync } from 'node:zlib'
import { allGrants, type Grant } from '@customer-intel/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordsRecord } from '../../src/kernel/log/record.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import type { Listening } from '../../src/app/listen.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { readLog } from '../support/recording-read-models.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

interface Answer {
  success?: boolean
  processed?: number
  errors?: { index: number; path: (string | number)[]; message: string }[]
  error?: string
  details?: { path: (string | number)[]; message: string }[]
}

const source = { kind: 'source', sourceType: 'CALL', sourceId: 'c-17', occurredAt: '2026-06-01T12:30:00Z' }

describe('POST /api/records', () => {
  let test: TestServer
  let listening: Listening
  beforeAll(async () => {
    test = await openTestServer()
    listening = await test.server.listen({ port: 0 })
  })
  afterAll(() => test.close())

  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${listening.url}/api/records`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${test.apiKey}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: (typeof body === 'string' || body instanceof Uint8Array
        ? body
        : JSON.stringify(body)) as BodyInit,
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
  }
  /** The records of the log's last so many entries. */
  const lastInLog = async (): Promise<RecordsRecord['records']> => {
    const entries = await readLog(test.workspace.log)
    return entries.filter((entry) => entry.kind === 'records').at(-1)?.records ?? []
  }

  it('refuses a million items before it looks at them', async () => {
    expect(await post(`{"records":[${'0,'.repeat(1_000_000)}0]}`)).toMatchObject({
      status: 400,
      body: {
        error: expect.stringContaining('2000015 bytes of it stand in no complete object of a list') as string,
      },
    })
  })

  it('answers 200 once every record is in the log, as one log record', async () => {
    const { status, body } = await post({
      records: [source, { kind: 'member', email: 'Sam@team.example', name: 'Sam' }],
    })
    expect({ status, body }).toEqual({ status: 200, body: { success: true, processed: 2 } })
    expect(await lastInLog()).toEqual([
      { ...source, occurredAt: Date.parse(source.occurredAt) },
      { kind: 'member', email: 'sam@team.example', name: 'Sam' },
    ])
  })

  it('reads a body in the charset that it says, and refuses an unknown one', async () => {
    const text = JSON.stringify({
      records: [{ kind: 'member', email: 'jo@team.example', name: 'Jörg Groß' }],
    })
    const sent = await post(Buffer.from(text, 'latin1'), {
      'content-type': 'application/json; charset=ISO-8859-1',
    })
    expect(sent.status).toBe(200)
    expect(await lastInLog()).toMatchObject([{ name: 'Jörg Groß' }])
    expect(await post(text, { 'content-type': 'application/json; charset=klingon' })).toMatchObject({
      status: 415,
      body: { error: expect.stringContaining('UTF-8') as string },
    })
  })

  it('answers 207 with the reasons by index, and keeps the good ones', async () => {
    const { status, body } = await post({
      records: [
        { kind: 'customer', domain: 'gmail.com' },
        { ...source, sourceId: 'c-18' },
        { ...source, nonsense: 1 },
      ],
    })
    expect(status).toBe(207)
    expect(body).toMatchObject({ success: false, processed: 1 })
    expect(body.errors).toMatchObject([
      { index: 0, path: ['records', 0, 'domain'], message: expect.stringContaining('customerId') as string },
      {
        index: 2,
        path: ['records', 2, 'nonsense'],
        message: 'records[2].nonsense is not a known field: remove it.',
      },
    ])
    expect(await lastInLog()).toMatchObject([{ sourceId: 'c-18' }])
  })

  it('answers 207 when no record is good, and stores nothing', async () => {
    const end = await test.workspace.log.end()
    const { status, body } = await post({ records: [{}] })
    expect(status).toBe(207)
    expect(body).toMatchObject({ success: false, processed: 0 })
    expect(await test.workspace.log.end()).toBe(end)
  })

  const malformed: [what: string, body: unknown, says: string][] = [
    ['no JSON', '{"records":[', 'not JSON'],
    ['nothing', '', 'empty'],
    ['a list', [], 'The body must be an object'],
    ['no records', { records: [] }, 'records must not be empty'],
    ['something else', { records: {} }, 'records must be an array'],
    ['an unknown key', { records: [source], source: 'server' }, 'source is not a known field'],
    ['too many', { records: Array(1_001).fill(source) }, 'at most 1000 items; it has 1001'],
    ['what is nested too deep', `{"records":${'['.repeat(200_000)}`, 'nested'],
  ]
  it.each(malformed)('refuses a body with %s as a whole: 400', async (_what, body, says) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(says)
    expect(JSON.stringify(answer.body).length).toBeLessThan(10_000)
  })

  it('refuses a body over 8 MB, packed or not: 413', async () => {
    const large = JSON.stringify({ records: [{ ...source, text: 'x'.repeat(9 * 1024 * 1024) }] })
    expect((await post(large)).status).toBe(413)
    expect((await post(gzipSync(large), { 'content-encoding': 'gzip' })).status).toBe(413)
  })

  it('refuses a text of 5 MB by its index, and not its neighbour', async () => {
    const { status, body } = await post({ records: [{ ...source, text: 'x'.repeat(5_000_000) }, source] })
    expect(status).toBe(207)
    expect(body.processed).toBe(1)
    expect(body.errors?.[0]?.message).toBe(
      'records[0].text must have at most 1000000 characters; it has 5000000.',
    )
  })

  it('takes what isn’t UTF-8 as the replacement character, as ingest does', async () => {
    const body = Buffer.concat([
      Buffer.from(JSON.stringify({ records: [{ ...source, title: '' }] }).slice(0, -'"}]}'.length)),
      Buffer.from([0x22, 0xff, 0xfe]).subarray(1),
      Buffer.from('"}]}'),
    ])
    expect((await post(body)).status).toBe(200)
    expect(await lastInLog()).toMatchObject([{ title: '\ufffd\ufffd' }])
  })

  it('takes another media type for what it is: 415', async () => {
    expect((await post('a,b', { 'content-type': 'text/csv' })).status).toBe(415)
  })

  it('puts 8 MB into several log records', async () => {
    const text = 'Wir überlegen, ob wir verlängern. '.repeat(250)
    const records = Array.from({ length: 900 }, (_, index) => ({ ...source, sourceId: `big-${index}`, text }))
    const body = JSON.stringify({ records })
    expect(Buffer.byteLength(body)).toBeGreaterThan(7_000_000)
    const entries = () => readLog(test.workspace.log)
    const before = await entries()
    expect((await post(body)).body).toEqual({ success: true, processed: 900 })
    const after = await entries()
    expect(after.length - before.length).toBeGreaterThanOrEqual(7)
  })

  it('asks for the grant integrations:manage, which the public key never has', async () => {
    const without = generateApiKey()
    await test.workspace.updateDocument((document) => {
      const grants: Grant[] = allGrants.filter((grant) => grant !== 'integrations:manage')
      document.apiKeys.push(toApiKey(without, { name: 'Reader', grants, now: 0 }))
    })
    const forbidden = await post({ records: [source] }, { authorization: `Bearer ${without}` })
    expect(forbidden.status).toBe(403)
    expect(forbidden.body.error).toContain('integrations:manage')
    for (const authorization of ['', `Bearer ${test.publicKey}`, `Bearer ${generateApiKey()}`]) {
      expect((await post({ records: [source] }, { authorization })).status).toBe(401)
    }
  })

  it('answers 503 with Retry-After while the log can’t be written', async () => {
    const { log } = test.workspace
    const append = log.append.bind(log)
    log.append = () =>
      Promise.reject(new AppError('LOG_UNAVAILABLE', 'The disk is full', { retryAfterSeconds: 2 }))
    try {
      const { status, headers } = await post({ records: [source] })
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('2')
    } finally {
      log.append = append
    }
  })

  it('stands in /openapi.json with all its kinds', async () => {
    const document = (await (await fetch(`${listening.url}/openapi.json`)).json()) as {
      paths: Record<string, { post: { 'x-grant': string; requestBody: unknown } }>
      components: { schemas: Record<string, unknown> }
    }
    const operation = document.paths['/api/records']?.post
    expect(operation?.['x-grant']).toBe('integrations:manage')
    const kinds = ['Source', 'Fact', 'Customer', 'User', 'Member', 'Revenue']
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(kinds.map((kind) => `${kind}RecordInput`)),
    )
  })
})

describe('a record that names its customer by id', () => {
  let test: TestServer
  let other: { apiKey: string }
  beforeAll(async () => {
    test = await openTestServer({ store: memoryStore() })
    const second = defineOrganization({ name: 'Other' })
    await test.server.workspaces.createOrganization(second.document.organization, second.document)
    other = second
  })
  afterAll(() => test.close())

  const send = async (path: string, body: object, apiKey = test.apiKey) => {
    const response = await test.server.fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    return (await response.json()) as Answer
  }

  it('sees customers that came a moment before, and no other organization’s', async () => {
    await test.ingest({
      source: 'server',
      events: [
        { type: 'identify', email: 'ann@acme.com', url: 'server://x', path: '/' },
        { type: 'identify', email: 'jane@gmail.com', url: 'server://x', path: '/' },
        { type: 'identify', userId: 'u-17', url: 'server://x', path: '/' },
        { type: 'identify', email: 'bob@globex.com', customerId: 'globex', url: 'server://x', path: '/' },
      ],
    })
    await test.workspace.readModels.fresh({ withinMs: 20_000 })
    const { items } = await test.workspace.readModels.listCustomers({
      orderBy: 'name',
      orderDirection: 'asc',
      limit: 10,
      after: null,
    })
    const ids = items.map(({ id }) => id)
    expect(ids).toHaveLength(4)

    const records = ids.map((id, index) => ({ ...source, sourceId: `c-${index}`, customer: { id } }))
    const keys = await test.workspace.readModels.resolveCustomerKeys([...ids, 'cForged'])
    expect(new Set([...keys.values()].map((key) => JSON.stringify(key)))).toEqual(
      new Set([
        '{"domain":"acme.com"}',
        '{"email":"jane@gmail.com"}',
        '{"userId":"u-17"}',
        '{"customerId":"globex"}',
      ]),
    )
    expect(await send('/api/records', { records })).toEqual({ success: true, processed: 4 })

    const foreign = await send('/api/records', { records }, other.apiKey)
    expect(foreign).toMatchObject({ success: false, processed: 0 })
    expect(foreign.errors?.map(({ path }) => path.join('.'))).toEqual(
      ids.map((_, index) => `records.${index}.customer.id`),
    )
    expect(JSON.stringify(foreign)).not.toMatch(/acme|globex|jane/)
  })

  it('may name it by a former id', async () => {
    const [before] = [...(await idsOf('initech.com'))]
    await test.ingest({
      source: 'server',
      events: [
        { type: 'identify', email: 'bill@initech.com', customerId: 'initech', url: 'server://x', path: '/' },
      ],
    })
    const [after] = [...(await idsOf('initech.com'))]
    expect(after).not.toBe(before)
    const keys = await test.workspace.readModels.resolveCustomerKeys([before!, after!])
    expect([...keys.values()]).toEqual([{ customerId: 'initech' }, { customerId: 'initech' }])
  })

  /** The customer of a domain, which somebody from there makes known. */
  async function idsOf(domain: string): Promise<string[]> {
    await test.ingest({
      source: 'server',
      events: [{ type: 'identify', email: `bill@${domain}`, url: 'server://x', path: '/' }],
    })
    await test.workspace.readModels.fresh({ withinMs: 20_000 })
    const match = await test.workspace.readModels.findCustomer(domain)
    return match.kind === 'found' ? [match.customer.id] : []
  }
})
