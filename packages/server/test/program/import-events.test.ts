import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServer, type CustomerIntelServer } from '../../src/app/app.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { createConfiguration } from '../../src/kernel/workspace/configuration.ts'
import { runCommand } from '../support/run-command.ts'
import { isOnFiles, openTestStore } from '../support/test-store.ts'

const { document, apiKey } = defineOrganization()
let directory: string
let servers: CustomerIntelServer[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-import-'))
  const store = await openTestStore(directory)
  await store.open()
  await createConfiguration(store.organization(document.organization.id).documents, document)
  await store.close()
})
afterEach(async () => {
  for (const server of servers) await server.close()
  servers = []
  await rm(directory, { recursive: true, force: true })
})

async function importLines(format: string, lines: readonly unknown[], ...more: string[]) {
  const file = join(directory, `${format}.ndjson`)
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(file, texts.join('\n'))
  const progress = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const result = await runCommand(directory, 'import', file, '--format', format, ...more)
    const refused = progress.mock.calls.map(([text]) => String(text)).filter((text) => /^Line/.test(text))
    return { ...result, refused: refused.toSorted() }
  } finally {
    progress.mockRestore()
  }
}

async function openServer(): Promise<CustomerIntelServer> {
  const server = createServer({ store: await openTestStore(directory) })
  servers.push(server)
  return server
}

async function query(server: CustomerIntelServer, sql: string): Promise<Record<string, unknown>[]> {
  const response = await server.fetch(
    new Request('http://localhost/api/tools/call', {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'svc_query', input: { sql } }),
    }),
  )
  const answer = (await response.json()) as { data: Record<string, unknown>[] }
  expect(answer.data, JSON.stringify(answer)).toBeDefined()
  return answer.data
}

/** Who did what, when; with the account that it is counted for. */
const whoDidWhat = `select a.event_name, a.occurred_at::varchar as at, u.email, u.external_user_id as id
  from activity a left join users u using (user_id) order by 2, 1`

const device = '018f2f5e-7c1a-7d43-9a3b-0123456789ab'

// Rows as a batch export in JSON lines has them: https://posthog.com/docs/cdp/batch-exports/s3
const postHog = [
  {
    uuid: '018f2f5e-0000-7000-8000-000000000001',
    event: '$pageview',
    distinct_id: device,
    person_id: '018f2f5e-aaaa-7000-8000-000000000001',
    properties: {
      $current_url: 'https://acme.example/pricing?utm_source=google',
      $pathname: '/pricing',
      $referrer: '$direct',
      $device_id: device,
      $session_id: '018f2f5e-bbbb-7000-8000-000000000001',
      $is_identified: false,
      utm_source: 'google',
      utm_medium: 'cpc',
      title: 'Pricing',
    },
    person_properties: null,
    timestamp: '2023-04-27T09:05:37.123000+00:00',
    created_at: '2023-04-27T09:05:38.000000+00:00',
  },
  {
    uuid: '018f2f5e-0000-7000-8000-000000000002',
    event: '$identify',
    distinct_id: 'u-17',
    // Parquet and older exports write maps as texts.
    properties: JSON.stringify({
      $anon_distinct_id: device,
      $device_id: device,
      $set: { email: 'jane@acme.example', name: 'Jane Doe', $browser: 'Firefox' },
    }),
    timestamp: '2023-04-27 09:06:00.000000',
  },
  {
    uuid: '018f2f5e-0000-7000-8000-000000000003',
    event: 'report created',
    distinct_id: 'u-17',
    properties: { rows: 12, tags: ['a', 'b'], $lib: 'posthog-node', $groups: { company: 'id:5' } },
    person_properties: { email: 'jane@acme.example' },
    timestamp: '2023-05-02T10:00:00Z',
  },
  {
    uuid: '018f2f5e-0000-7000-8000-000000000004',
    event: '$groupidentify',
    distinct_id: '$company_id:5',
    properties: {
      $group_type: 'company',
      $group_key: 'id:5',
      $group_set: { name: 'Acme Inc', seats: 12, created_at: '2021-03-04 05:06:07' },
    },
    timestamp: '2023-05-02T10:00:01Z',
  },
  {
    uuid: '018f2f5e-0000-7000-8000-000000000005',
    event: '$autocapture',
    distinct_id: device,
    properties: {},
    timestamp: '2023-05-02T10:00:02Z',
  },
  { event: 'no uuid', distinct_id: 'u-17', properties: {}, timestamp: '2023-05-02T10:00:02Z' },
  { uuid: '018f2f5e-0000-7000-8000-000000000006', event: 'no time', distinct_id: 'u-17', properties: {} },
  'half a li',
]

// Messages as the raw logs hold them: https://segment.com/docs/connections/spec/common
const segment = [
  {
    type: 'page',
    messageId: 'ajs-18c6f23382e31fad89210c1c022cc068',
    anonymousId: '507f191e810c19729de860ea',
    userId: null,
    name: 'Academy',
    properties: {
      url: 'https://initech.example/academy/',
      path: '/academy/',
      title: 'Analytics Academy',
      referrer: '',
    },
    context: {
      campaign: { name: 'TPS', source: 'Newsletter', medium: 'email' },
      page: {},
      library: { name: 'analytics.js' },
    },
    timestamp: '2019-06-21T16:33:26.158Z',
  },
  {
    type: 'identify',
    messageId: 'ajs-18c6f23382e31fad89210c1c022cc069',
    anonymousId: '507f191e810c19729de860ea',
    userId: '97980cfea0067',
    traits: { email: 'peter@initech.example', name: 'Peter Gibbons', logins: 5, address: { city: 'Austin' } },
    timestamp: '2019-06-21T16:34:00.000Z',
  },
  {
    type: 'track',
    messageId: 'node-1',
    userId: '97980cfea0067',
    event: 'Report Filed',
    properties: { cover: true, tags: { a: 1 } },
    context: { groupId: 'initech' },
    timestamp: '2019-06-22T08:00:00.000Z',
  },
  {
    type: 'group',
    messageId: 'node-2',
    userId: '97980cfea0067',
    groupId: 'initech',
    traits: { name: 'Initech', employees: 329, createdAt: '2018-01-02T03:04:05.000Z' },
    timestamp: '2019-06-22T08:00:01.000Z',
  },
  {
    type: 'track',
    messageId: 'node-3',
    event: 'Nobody’s',
    properties: {},
    timestamp: '2019-06-22T08:00:02.000Z',
  },
]

describe('svc-server import --format posthog', () => {
  it('keeps who did what and when, tells what it refuses by line, and stores the same once', async () => {
    const { code, out, refused } = await importLines('posthog', postHog)
    expect(out).toBe(
      'Imported 5, refused 3.\nNothing is made of these, and they are skipped: 1 $autocapture.',
    )
    expect(code).toBe(1)
    expect(refused).toEqual([
      'Line 6: needs event, uuid and distinct_id: is this an export of PostHog events?\n',
      'Line 7: timestamp must be a time in ISO 8601\n',
      'Line 8: is not JSON: write one record a line, as an object\n',
    ])
    await importLines('posthog', postHog, '--restart')

    const server = await openServer()
    const jane = { email: 'jane@acme.example', id: 'u-17' }
    expect(await query(server, whoDidWhat)).toEqual([
      { event_name: 'pageview', at: '2023-04-27 09:05:37.123', ...jane },
      { event_name: 'identify', at: '2023-04-27 09:06:00', ...jane },
      { event_name: 'report created', at: '2023-05-02 10:00:00', ...jane },
    ])
    expect(
      await query(
        server,
        `select u.name, u.first_visitor_channel as channel, u.first_visitor_source as source, u.traits,
          a.properties from users u join activity a using (user_id) where a.event_name = 'report created'`,
      ),
    ).toEqual([
      {
        name: 'Jane Doe',
        channel: 'cpc',
        source: 'google',
        traits: expect.not.stringContaining('$browser') as string,
        properties: '{"rows":12,"tags":"[\\"a\\",\\"b\\"]"}',
      },
    ])
    expect(
      await query(
        server,
        'select name, contact_count::int as people, created_at::varchar as made from customers',
      ),
    ).toEqual([{ name: 'Acme Inc', people: 1, made: '2021-03-04 05:06:07' }])
  })
})

describe('svc-server import --format segment', () => {
  it('goes through a running server, and knows people and accounts', async () => {
    const server = await openServer()
    const { url } = await server.listen({ port: 0, host: '127.0.0.1' })
    const through = ['--url', url, '--api-key', apiKey]
    const { code, out } = await importLines('segment', segment, ...through)
    expect([code, out]).toEqual([1, 'Imported 4, refused 1.'])
    expect((await importLines('segment', segment, '--restart', ...through)).out).toBe(
      'Imported 4, refused 1.',
    )

    const links = await runCommand(directory, 'identity', 'links', 'peter@initech.example', ...through)
    expect(links.out).toMatch(/applied +\S*peter@initech.example\S* +=|= +\S*peter@initech.example/)
    if (isOnFiles)
      await expect(runCommand(directory, 'identity', 'links', 'peter@initech.example')).rejects.toThrow(
        'Or ask it: --url <its address> --api-key <a key with the grant people:export>.',
      )

    const peter = { email: 'peter@initech.example', id: '97980cfea0067' }
    expect(await query(server, whoDidWhat)).toEqual([
      { event_name: 'pageview', at: '2019-06-21 16:33:26.158', ...peter },
      { event_name: 'identify', at: '2019-06-21 16:34:00', ...peter },
      { event_name: 'Report Filed', at: '2019-06-22 08:00:00', ...peter },
      { event_name: 'identify', at: '2019-06-22 08:00:01', ...peter },
    ])
    expect(
      await query(
        server,
        `select name, attribution_channel as channel, traits, created_at::varchar as made from customers`,
      ),
    ).toEqual([
      {
        name: 'Initech',
        channel: 'email',
        traits: expect.stringContaining('329') as string,
        made: '2018-01-02 03:04:05',
      },
    ])
  })

  it.each([
    [
      'segment',
      {
        type: 'track',
        event: 'Demo watched',
        messageId: 'm-1',
        anonymousId: device,
        timestamp: '2024-06-01T00:00:00Z',
      },
      {
        type: 'identify',
        messageId: 'm-2',
        anonymousId: device,
        userId: 'u-1',
        traits: { email: 'kim@globex.example' },
        timestamp: '2024-06-01T00:01:00Z',
      },
    ],
    [
      'posthog',
      {
        uuid: '018f2f5e-7c1a-7d43-9a3b-0123456789ac',
        event: 'Demo watched',
        distinct_id: device,
        properties: { $device_id: device },
        timestamp: '2024-06-01T00:00:00Z',
      },
      {
        uuid: '018f2f5e-7c1a-7d43-9a3b-0123456789ad',
        event: '$identify',
        distinct_id: 'u-1',
        properties: { $anon_distinct_id: device, $set: { email: 'kim@globex.example' } },
        timestamp: '2024-06-01T00:01:00Z',
      },
    ],
  ])('%s: what a visitor did before they were known becomes theirs', async (format, before, identify) => {
    expect((await importLines(format, [before, identify])).out).toBe('Imported 2, refused 0.')
    const [seen] = await query(await openServer(), `${whoDidWhat} limit 1`)
    expect(seen).toMatchObject({ event_name: 'Demo watched', email: 'kim@globex.example', id: 'u-1' })
  })

  it('brings many people through a running server in few requests, whatever its rate', async () => {
    const server = await openServer()
    const asked: string[] = []
    const { url } = await server.listen({ port: 0, host: '127.0.0.1' })
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((...args) => {
      asked.push(String(args[0] instanceof Request ? args[0].url : args[0]))
      return real(...args)
    })
    const lines = Array.from({ length: 2_500 }, (_, index) => ({
      type: 'track',
      event: 'Signed up',
      messageId: `m-${index}`,
      userId: `u-${index}`,
      timestamp: '2024-06-01T00:00:00Z',
    }))
    const { code, out } = await importLines('segment', lines, '--url', url, '--api-key', apiKey)
    vi.restoreAllMocks()
    expect([code, out]).toEqual([0, 'Imported 2500, refused 0.'])
    expect(asked).toEqual(Array(3).fill(`${url}/api/events`))
    const sql = 'select count(*)::int as events, count(distinct user_id)::int as people from activity'
    await vi.waitFor(async () => expect(await query(server, sql)).toEqual([{ events: 2_500, people: 2_500 }]))
  })

  it('refuses a format that it doesn’t know', async () => {
    await expect(importLines('mixpanel', [])).rejects.toThrow(
      '--format takes records, posthog, segment; it is "mixpanel".',
    )
  })
})
