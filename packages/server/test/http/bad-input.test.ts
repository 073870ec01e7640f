import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { growth, mostLinearGrowth } from '../../../../tests/support/growth.ts'
import type { Listening } from '../../src/app/listen.ts'
import { sendRaw } from '../support/raw-request.ts'
import { openTestServer, pageview, type TestServer, visitorId } from '../support/test-server.ts'

let test: TestServer
let listening: Listening
beforeAll(async () => {
  test = await openTestServer()
  listening = await test.server.listen({ port: 0 })
})
afterAll(async () => {
  await test.close()
})
afterEach(() => {
  expect(test.logged).toEqual([])
})

const url = (): string => `${listening.url}/api/i/v1/${test.publicKey}/events`

async function post(body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(url(), {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'content-type': 'text/plain', ...headers },
  })
  return {
    status: response.status,
    body: (await response.json()) as { message?: string; errors?: Notes; warnings?: Notes },
  }
}

type Notes = { index: number; message: string }[]

/** One event as text, so that it may hold what no object can. */
const batchOf = (event: string): string => `{"visitorId":"${visitorId}","events":[${event}]}`
const page = '"type":"pageview","url":"https://a.b/","path":"/"'
const custom = '"type":"custom","url":"https://a.b/","path":"/","eventName":"x"'

describe('an event that can’t be taken', () => {
  const cases: [name: string, event: string, field: string][] = [
    ['an unknown field', `{${page},"nonsense":1}`, 'nonsense'],
    ['a URL that is none', '{"type":"pageview","url":"nothing","path":"/"}', 'url'],
    ['a long URL', `{"type":"pageview","path":"/","url":"https://a.b/${'x'.repeat(9_000)}"}`, 'url'],
    [
      'a negative duration',
      '{"type":"engagement","url":"https://a.b/","path":"/","activeTimeMs":-1,"totalTimeMs":1,"sessionId":"0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68"}',
      'activeTimeMs',
    ],
    ['a type that is gone', '{"type":"stage","url":"https://a.b/","path":"/","stage":"engaged"}', 'type'],
    ['no object', '"text"', 'event'],
    ['an array', '[1]', 'type'],
    ['an own field __proto__', `{"__proto__":{${page}}}`, 'type'],
  ]
  it.each(cases)('is named by index and field, and its neighbour goes on: %s', async (_, event, field) => {
    const before = (await test.events()).length
    const { status, body } = await post(batchOf(`{${page}},${event}`))
    expect(status).toBe(207)
    expect(body.errors).toHaveLength(1)
    expect(body.errors?.[0]?.index).toBe(1)
    expect(body.errors?.[0]?.message).toContain('events[1]')
    expect(body.errors?.[0]?.message).toContain(field)
    expect(await test.events()).toHaveLength(before + 1)
  })

  const corrected: [name: string, event: string, field: string][] = [
    ['NUL in a string', `{${page},"title":"a\\u0000b"}`, 'title'],
    ['a lone surrogate', `{${page},"title":"a\\ud800b"}`, 'title'],
    ['NUL in a property’s name', `{${custom},"properties":{"a\\u0000":1}}`, 'properties'],
    ['a lone surrogate in a property', `{${custom},"properties":{"a":"\\udc00"}}`, 'properties.a'],
    ['a nested property', `{${custom},"properties":{"a":{"b":1}}}`, 'properties.a'],
    ['a number beyond all bounds', `{${custom},"properties":{"a":1e999}}`, 'properties.a'],
    [
      'too many properties',
      `{${custom},"properties":{${Array.from({ length: 1_001 }, (_, i) => `"k${i}":1`).join()}}}`,
      'properties',
    ],
    ['a field of another type', `{${page},"formFields":{}}`, 'formFields'],
    ['a wrong type', `{${page},"title":7}`, 'title'],
    ['a timestamp in words', `{${page},"timestamp":"now"}`, 'timestamp'],
    ['a timestamp beyond all bounds', `{${page},"timestamp":1e999}`, 'timestamp'],
    ['a wrong uuid', `{${page},"uuid":"1"}`, 'uuid'],
  ]
  it.each(corrected)(
    'only in an optional field is taken without it, and told: %s',
    async (_, event, field) => {
      const before = (await test.events()).length
      const { status, body } = await post(batchOf(`{${page}},${event}`))
      expect(status).toBe(200)
      expect(body.warnings).toMatchObject([{ index: 1, message: expect.stringContaining(field) as string }])
      expect(await test.events()).toHaveLength(before + 2)
    },
  )

  it('never has its values repeated in the answer', async () => {
    const { body } = await post(batchOf(`{${page},"uuid":"s3cr3t","title":7,"timestamp":"s3cr3t"}`))
    expect(JSON.stringify(body)).not.toContain('s3cr3t')
    expect(JSON.stringify((await post('{"visitorId":"s3cr3t')).body)).not.toContain('s3cr3t')
    expect(JSON.stringify((await post('{"visitorId":s3cr3t}')).body)).not.toContain('s3cr3t')
  })
})

describe('an odd event that can be taken', () => {
  it.each([
    ['a number beyond 2^53', `{${custom},"properties":{"a":9007199254740993}}`],
    ['keys __proto__ and constructor', `{${custom},"properties":{"__proto__":"x","constructor":"y"}}`],
    ['escapes of harmless letters', `{${page},"title":"\\u00e9\\ud83d\\ude00"}`],
    ['a field given twice', `{${page},"title":"a","title":"b"}`],
    ['timestamp 0', `{${page},"timestamp":0}`],
    ['timestamp -1', `{${page},"timestamp":-1}`],
    ['timestamp 1e308', `{${page},"timestamp":1e308}`],
  ])('is taken: %s', async (_, event) => {
    expect(await post(batchOf(event))).toMatchObject({ status: 200, body: { processed: 1 } })
  })
})

describe('a body that is no batch', () => {
  it.each([
    ['truncated JSON', JSON.stringify(pageview()).slice(0, -5)],
    ['nothing', ''],
    ['a word', 'hello'],
    ['null', 'null'],
    ['a number', '7'],
    ['a string', '"x"'],
    ['an array', '[]'],
    ['10,000 levels of arrays', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['500,000 events', `{"visitorId":"${visitorId}","events":[${'0,'.repeat(499_999)}0]}`],
    [
      '101 events',
      `{"visitorId":"${visitorId}","events":[${Array.from({ length: 101 }, () => `{${page}}`).join()}]}`,
    ],
    ['events that are none', `{"visitorId":"${visitorId}","events":{"length":1}}`],
    ['a raw NUL', `{"visitorId":"${visitorId}\0","events":[]}`],
    ['broken UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['UTF-16', Buffer.from(JSON.stringify(pageview()), 'utf16le')],
  ])('is a 400 that says why: %s', async (_, body) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/JSON|events|visitorId|must be an object/)
  })

  it('may hide 10,000 levels in one event: that property alone is skipped', async () => {
    const { status, body } = await post(
      batchOf(`{${page}},{${custom},"properties":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`),
    )
    expect(status).toBe(200)
    expect(body.warnings).toMatchObject([{ index: 1 }])
  })

  it('may have thousands of fields of its own beside the events: they are dropped', async () => {
    const fields = Array.from({ length: 40_000 }, (_, index) => `"k${index}":0`).join()
    expect((await post(`{${fields},${batchOf(`{${page}}`).slice(1)}`)).status).toBe(200)
    expect((await test.records()).at(-1)).not.toHaveProperty('k1')
  })

  it('above 64 KB may hold one odd event, and lists of its own: that event alone is judged', async () => {
    const numbers = `{${custom},"properties":{"a":[${'0,'.repeat(100_000)}0]}}`
    const fields = Array.from({ length: 10_001 }, (_, index) => `"k${index}":0`).join()
    for (const odd of [numbers, `{${custom},"properties":{${fields}}}`]) {
      const before = (await test.records()).length
      expect([200, 207]).toContain((await post(batchOf(`{${page}},${odd}`))).status)
      expect((await test.records()).length).toBeGreaterThan(before)
    }
    const beside = `{"own":[${'{"item":0},'.repeat(6_000)}{}],${batchOf(`{${page}}`).slice(1)}`
    expect((await post(beside)).status).toBe(200)
    const many = await post(batchOf(`{${page}}`.concat(',{"type":"a","eventName":"b"}'.repeat(5_001))))
    expect(many).toMatchObject({ status: 400, body: { message: expect.stringMatching(/100/) as string } })
  })

  it('is refused with 100,000 fields, wherever they are', async () => {
    const fields = Array.from({ length: 100_000 }, (_, index) => `"${index}":0`).join()
    expect(await post(`{${fields}}`)).toMatchObject({ status: 400 })
    const answer = await post(batchOf(`{${custom},"properties":{${fields}}}`))
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('fields') } })
  })

  it('is a 413 when it is a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000))
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBe(413)
  })
})

describe('a request that lies', () => {
  const head = (headers: string): string =>
    `POST /api/i/v1/${test.publicKey}/events HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n${headers}\r\n\r\n`
  const body = JSON.stringify(pageview())

  it('about a longer body: the events are not taken', async () => {
    const before = (await test.events()).length
    await sendRaw(listening.port, [head(`Content-Length: ${body.length + 10}`), body], { halfClose: true })
    expect(await test.events()).toHaveLength(before)
  })

  it('about a shorter body: it is cut there, and is no JSON', async () => {
    const answer = await sendRaw(listening.port, [
      head(`Content-Length: ${body.length - 10}\r\nConnection: close`),
      body,
    ])
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('about more than 1 MB to come: it is refused before it comes', async () => {
    const answer = await sendRaw(listening.port, [head('Content-Length: 99999999\r\nConnection: close'), '{'])
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('with a negative or a double length, or two encodings of it: it is refused', async () => {
    for (const headers of [
      'Content-Length: -1',
      'Content-Length: 1\r\nContent-Length: 2',
      `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`,
    ]) {
      expect(await sendRaw(listening.port, [head(headers), body], { halfClose: true })).toMatch(
        /^HTTP\/1\.1 400 /,
      )
    }
  })

  it('with chunks beyond 1 MB: it is refused while they come', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const answer = await sendRaw(listening.port, [
      head('Transfer-Encoding: chunked\r\nConnection: close'),
      ...Array.from({ length: 40 }, () => chunk),
      '0\r\n\r\n',
    ])
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('with headers beyond all bounds: it is refused', async () => {
    expect(await sendRaw(listening.port, [head(`X: ${'x'.repeat(100_000)}`)], { halfClose: true })).toMatch(
      /^HTTP\/1\.1 431 /,
    )
  })
})

describe('whatever comes', () => {
  const batch = (events: string[]): string => `{"visitorId":"${visitorId}","events":[${events.join()}]}`
  const list = (count: number, item: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => item(index))
  const form = (fields: number, value: string) =>
    batchOf(
      `{"type":"form","url":"https://a.b/","path":"/","formFields":{${list(fields, (index) => `"f${index}":"${value}"`).join()}}}`,
    )
  const pageviews = (address: string) =>
    batch(list(100, () => `{"type":"pageview","path":"/","url":"https://a.b/${address}"}`))

  it.each<[what: string, size: number, body: (size: number) => string]>([
    ['events that are none', 500_000, (size) => batch(list(size, () => '0'))],
    ['fields', 90_000, (size) => `{${list(size, (index) => `"k${index}":0`).join()}}`],
    ['parameters in the query of each event', 2_000, (size) => pageviews(`?${'a=b&'.repeat(size)}`)],
    ['digits in form fields', 8_000, (size) => form(30, '1 2-'.repeat(size))],
    ['what looks like accounts in form fields', 3_200, (size) => form(30, 'GB82 WEST '.repeat(size))],
    ['what looks like tokens in form fields', 2_500, (size) => form(30, 'eyJabcdefgh-'.repeat(size))],
    ['what looks like tokens in addresses', 650, (size) => pageviews('eyJabcdefgh-'.repeat(size))],
    ['digits in addresses', 2_000, (size) => pageviews(`?a=${'1 2-'.repeat(size)}`)],
    [
      'wrong properties in each event',
      100,
      (size) =>
        batch(
          list(
            100,
            () =>
              `{"type":"custom","properties":{${list(size, (index) => `"${'k'.repeat(80)}${index}":{}`).join()}}}`,
          ),
        ),
    ],
    ['levels', 1_000_000, (size) => '['.repeat(size)],
  ])('costs in proportion to how much it is, no more: %s', async (_what, size, body) => {
    const grown = await growth(size, (share) => {
      const text = body(share)
      return async () => expect((await post(text)).status).toBeLessThan(500)
    })
    expect(grown).toBeLessThan(mostLinearGrowth)
  })
})
