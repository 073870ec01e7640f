import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCountryDatabase } from '../../src/app/open-country-database.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { countryDatabase } from '../support/country-database.ts'
import { sendRaw } from '../support/raw-request.ts'
import { openTestServer, pageview, type TestServer } from '../support/test-server.ts'

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
const agents = {
  windows: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
  edge: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/131.0.0.0`,
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  android: `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
  linux: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  tv: `Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0 TV Safari/537.36`,
  crawler: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  program: 'curl/8.5.0',
  person: 'Edith Garland/1.0 of Alder Logistics',
}

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({
    store: memoryStore(),
    countryOf: (sender) => (sender === '127.0.0.1' ? 'NZ' : null),
  })
})
afterAll(() => server.close())

const columns = ['device', 'browser', 'os', 'country']

async function read(path: string): Promise<unknown[][]> {
  const sql = `select ${columns.join(', ')} from activity where path = '${path}' order by occurred_at`
  const { status, body } = await server.ask('POST', '/api/tools/svc_query', { sql, limit: 10_000 })
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined })
  return body.data.map((row: Record<string, unknown>) => columns.map((name) => row[name]))
}

describe('An event', () => {
  test('has the device, browser and system of the request that brought it, also after a rebuild', async () => {
    let timestamp = Date.UTC(2026, 5, 1)
    for (const agent of Object.values(agents)) {
      const batch = pageview({ path: '/agents', timestamp: (timestamp += 1_000) })
      expect((await server.ingest(batch, { headers: { 'user-agent': agent } })).status).toBe(200)
    }
    await server.ingest(pageview({ path: '/agents', timestamp: (timestamp += 1_000) }))
    const expected = [
      ['desktop', 'Chrome', 'Windows', ''],
      ['desktop', 'Microsoft Edge', 'Windows', ''],
      ['mobile', 'Safari', 'iOS', ''],
      ['tablet', 'Safari', 'iOS', ''],
      ['mobile', 'Chrome', 'Android', ''],
      ['desktop', 'Firefox', 'Linux', ''],
      ['desktop', 'Safari', 'macOS', ''],
      ['tv', 'Samsung Internet for Android', 'Tizen', ''],
      ['bot', 'Googlebot', '', ''],
      ['', '', '', ''],
      // Whatever a text says of itself: only names that are known.
      ['', '', '', ''],
      ['', '', '', ''],
    ]
    expect(await read('/agents')).toEqual(expected)
    await server.workspace.readModels.rebuild()
    expect(await read('/agents')).toEqual(expected)
  })

  test('has them whether its batch is stored as sent or written anew, and the log has no user agent', async () => {
    const uuid = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a6'
    const sent = pageview({ path: '/stored', uuid: `${uuid}1`, timestamp: Date.now() - 1_000 })
    const changed = { unknown: 'field', ...pageview({ path: '/stored' }) }
    const before = (await server.records()).length
    for (const batch of [sent, changed])
      expect((await server.ingest(batch, { headers: { 'user-agent': agents.iphone } })).status).toBe(200)
    expect(await read('/stored')).toEqual(Array(2).fill(['mobile', 'Safari', 'iOS', '']))
    const records = (await server.records()).slice(before)
    expect(records).toHaveLength(2)
    expect(JSON.stringify(records)).not.toContain('Mozilla')
  })

  test('of a server has none, whoever carries it, and neither has what comes with an API key', async () => {
    const event = { type: 'pageview', url: 'server://billing', path: '/none', customerId: 'acct-1' }
    const headers = { 'user-agent': agents.windows }
    const key = { authorization: `Bearer ${server.apiKey}` }
    await server.ingest({ source: 'server', events: [event] }, { headers })
    await server.ingest({ source: 'integration', events: [event] }, { headers })
    await server.ingest(pageview({ path: '/none' }), { headers: { ...headers, ...key } })
    expect(await read('/none')).toEqual(Array(3).fill(['', '', '', '']))
  })

  test('states none of it by itself', async () => {
    const batch = { device: 'mobile', country: 'FR', ...pageview({ path: '/stated' }) }
    await server.ingest(batch, { headers: { 'user-agent': agents.linux } })
    expect(await read('/stated')).toEqual([['desktop', 'Firefox', 'Linux', '']])
  })

  test('over a socket has them too, and the country of its sender', async () => {
    const { url } = await server.server.listen({ port: 0 })
    const response = await fetch(`${url}/api/i/v1/${server.publicKey}/events`, {
      method: 'POST',
      headers: { 'user-agent': agents.android },
      body: JSON.stringify(pageview({ path: '/socket' })),
    })
    expect(response.status).toBe(200)
    expect(await read('/socket')).toEqual([['mobile', 'Chrome', 'Android', 'NZ']])
  })

  test('is taken whatever the user agent is, and never has a word of it', async () => {
    const canary = 'Canary'
    const word = fc.constantFrom(
      ...Object.values(agents).flatMap((agent) => agent.split(/(?=[ ;/()])/)),
      canary,
      'Version/',
      'Mobile',
      'bot',
      '\t',
      '\u00ff',
    )
    const text = fc.oneof(
      fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
      fc.tuple(word, fc.nat({ max: 10_000 })).map(([one, length]) => one.repeat(length).slice(0, length)),
      fc.constantFrom(...Object.values(agents)).map((agent) => `${canary}/1 ${agent}`),
      fc.string({ unit: 'binary', maxLength: 300 }).map((any) => `${canary}${any}`),
    )
    const { url } = await server.server.listen({ port: 0 })
    const body = JSON.stringify(pageview({ path: '/attack' }))
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(text, async (agent) => {
        // Bytes, and nothing that would begin another header.
        const bytes = Buffer.from(agent, 'latin1').filter((byte) => byte !== 10 && byte !== 13)
        const answer = await sendRaw(Number(new URL(url).port), [
          `POST /api/i/v1/${server.publicKey}/events HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`,
          Buffer.concat([Buffer.from('user-agent: '), bytes]),
          `\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        ])
        // Node itself refuses control characters in headers.
        const isRefused = [...bytes].some((byte) => (byte < 0x20 && byte !== 9) || byte === 0x7f)
        expect(answer.slice(0, 12)).toBe(isRefused ? 'HTTP/1.1 400' : 'HTTP/1.1 200')
        if (!isRefused) accepted += 1
      }),
      { numRuns: 300 },
    )
    expect(accepted).toBeGreaterThan(150)
    const found = await read('/attack')
    expect(found).toHaveLength(accepted)
    expect(new Set(found.map(([device]) => device)).size).toBeGreaterThan(3)
    for (const [device, browser, os] of found) {
      expect(['', 'desktop', 'mobile', 'tablet', 'tv', 'bot']).toContain(device)
      for (const name of [browser, os]) expect(name).toMatch(/^(?!.*Canary)[\w .-]{0,40}$/)
    }
  })
})

describe('A database of countries', () => {
  const path = () => join(server.directory, 'countries.mmdb')

  test('knows addresses of both kinds, half an IPv6 address, and what providers call a country', async () => {
    await writeFile(
      path(),
      countryDatabase({
        '192.0.2.0/24': { country: { iso_code: 'DE' }, registered_country: { iso_code: 'US' } },
        '198.51.100.0/25': { country_code: 'FR' },
        '2001:db8:1::/48': { country: 'JP' },
        '203.0.113.0/24': { country: { iso_code: 'Nowhere' } },
        '192.88.99.0/24': { registered_country: { iso_code: 'US' } },
      }),
    )
    const countryOf = openCountryDatabase(path())
    const found = [
      '192.0.2.0',
      '192.0.2.255',
      '192.0.3.0',
      '198.51.100.127',
      '198.51.100.128',
      '2001:db8:1:2::3',
      '2001:db8:1:2',
      '2001:db8:2:2',
      '203.0.113.9',
      '192.88.99.1',
      'unix',
      '',
      'example.com',
      '1.2.3',
      '999.0.2.1',
    ].map((sender) => countryOf(sender))
    expect(found).toEqual(
      ['DE', 'DE', null, 'FR', null, 'JP', 'JP', null, null, null].concat(Array(5).fill(null)),
    )
  })

  test('that is missing or something else is named, with the remedy; one that is damaged knows less', async () => {
    expect(() => openCountryDatabase('/nowhere/c.mmdb')).toThrow(
      /^The database of countries \/nowhere\/c.mmdb can't be read \(ENOENT.*\): give a file in MMDB format$/,
    )
    for (const content of ['', 'text', '<html>'.repeat(1_000)]) {
      await writeFile(path(), content)
      expect(() => openCountryDatabase(path())).toThrow(/can't be read .*give a file in MMDB format$/)
    }
    const whole = countryDatabase({ '192.0.2.0/24': { country: { iso_code: 'DE' } } })
    for (let at = 0; at < whole.length - 200; at += 1) {
      const damaged = Buffer.from(whole)
      damaged[at] = damaged[at]! ^ 0xff
      await writeFile(path(), damaged)
      expect([null, 'DE']).toContain(openCountryDatabase(path())('192.0.2.1'))
    }
  })
})
