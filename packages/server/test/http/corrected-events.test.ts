// What senders of other languages and with wrong clocks write, and what is stored of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredEvent } from '../../src/kernel/log/record.ts'
import { openTestServer, type TestServer, visitorId } from '../support/test-server.ts'

const hour = 3_600_000
const page = { type: 'pageview', url: 'https://acme.com/', path: '/' }
let now = Date.UTC(2026, 5, 1, 12)
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ clock: () => now })
})
afterAll(() => server.close())

interface Taken {
  status: number
  answer: { processed: number; warnings?: { index: number; message: string }[]; errors?: unknown[] }
  events: StoredEvent[]
}

/** Sends a body, and resolves with the answer and what the log holds of it. */
async function take(body: unknown, headers?: Record<string, string>): Promise<Taken> {
  const before = (await server.events()).length
  const response = await server.ingest(body, { ...(headers && { headers }) })
  const answer = (await response.json()) as Taken['answer']
  return { status: response.status, answer, events: (await server.events()).slice(before) }
}

const client = (...events: object[]) => ({
  visitorId,
  events: events.map((event) => ({ ...page, ...event })),
})

describe('A wrong optional field', () => {
  it('is as if absent where it is null, in the event, its utm and the batch', async () => {
    const nothing = { referrer: null, utm: null, title: null, timestamp: null, uuid: null, customerId: null }
    const { status, answer, events } = await take({
      ...client(nothing, { utm: { source: 'x', medium: null } }),
      fingerprint: null,
      sessionId: null,
      source: null,
      userIdentity: { email: null, userId: 'u-1', traits: null },
      customerIdentity: null,
    })
    expect({ status, answer }).toEqual({ status: 200, answer: { success: true, processed: 2 } })
    expect(events[0]).toEqual({ ...page, timestamp: now, uuid: expect.any(String) })
    expect(events[1]).toMatchObject({ utm: { source: 'x' } })
    expect((await server.records()).at(-1)).toMatchObject({
      source: 'client',
      userIdentity: { userId: 'u-1' },
    })
  })

  it.each([
    ['an id that is a number', { userId: 42 }, { userId: '42' }, 'userId was a number'],
    [
      'half an emoji',
      { properties: { note: 'Great \ud83d' } },
      { properties: { note: 'Great \ufffd' } },
      'note',
    ],
    ['a NUL', { properties: { 'a\u0000': 'a\u0000b' } }, { properties: { 'a\ufffd': 'a\ufffdb' } }, 'NUL'],
    [
      'a nested value',
      { properties: { a: { b: 1 }, c: 2 } },
      { properties: { c: 2 } },
      'properties.a was skipped',
    ],
    ['no address', { email: 'jane at acme' }, {}, 'email was skipped: email must be an e-mail address'],
    ['a list for a text', { referrer: ['x'] }, {}, 'referrer was skipped'],
    [
      'a number in utm',
      { utm: { source: 7, medium: {} } },
      { utm: { source: '7' } },
      'utm.medium was skipped',
    ],
    ['no uuid', { uuid: 'x-1' }, {}, 'uuid was skipped'],
    ['no map', { properties: 'none' }, {}, 'properties was skipped'],
  ])('costs itself alone, and a warning names it: %s', async (_, wrong, stored, warning) => {
    const custom = { type: 'custom', eventName: 'saved', userId: 'u-1' }
    const { status, answer, events } = await take(client(custom, { ...custom, ...wrong }))
    expect(status).toBe(200)
    expect(answer).toEqual({
      success: true,
      processed: 2,
      warnings: [{ index: 1, message: expect.stringContaining(warning) }],
    })
    const whole = { ...page, ...custom, timestamp: now, uuid: expect.any(String) }
    expect(events[1]).toEqual({ ...whole, ...stored })
  })

  it('of a form is kept as text where it has one', async () => {
    const { events } = await take(client({ type: 'form', formFields: { seats: 5, terms: true, x: {} } }))
    expect(events[0]?.formFields).toEqual({ seats: '5', terms: 'true' })
  })

  it('of a form that is null is not given, without a warning', async () => {
    const { answer, events } = await take(client({ type: 'form', formFields: { a: null, b: 'x' } }))
    expect(answer).toEqual({ success: true, processed: 1 })
    expect(events[0]?.formFields).toEqual({ b: 'x' })
  })

  it.each(['1e400', '-1E+999', '-1e400'])('that is no number, %s, is named and left out', async (huge) => {
    const event = { type: 'custom', eventName: 'saved', userId: 'u-1', properties: { sum: 0.5, seats: 3 } }
    const { answer, events } = await take(JSON.stringify(client(event)).replace('0.5', huge))
    expect(answer).toMatchObject({
      processed: 1,
      warnings: [
        { index: 0, message: expect.stringContaining('properties.sum was skipped: it is too large') },
      ],
    })
    expect(events[0]?.properties).toEqual({ seats: 3 })
  })

  it('around the events costs no event', async () => {
    const { answer } = await take({
      ...client({}),
      sessionId: 'tab-1',
      userIdentity: { email: 'x', userId: 7 },
    })
    expect(answer).toMatchObject({ processed: 1, warnings: [{ index: -1 }] })
    const record = (await server.records()).at(-1)!
    expect(record.userIdentity).toEqual({ userId: '7' })
    expect(record).not.toHaveProperty('sessionId')
  })

  it.each([
    ['a missing url', { url: undefined }, 'url'],
    ['an unknown type', { type: 'pagevew' }, 'type'],
    ['a field that no event has', { refferer: 'x' }, 'refferer'],
    ['nobody to identify', { type: 'identify', email: 'nobody' }, 'email must be an e-mail address'],
  ])('is no excuse for %s', async (_, wrong, message) => {
    const { status, answer } = await take(client({ ...wrong, title: null }))
    expect(status).toBe(207)
    expect(answer.errors).toEqual([{ index: 0, message: expect.stringContaining(message) }])
  })
})

describe('Digits and letters', () => {
  it('of numbers beyond 2^53 and long fractions stay, as text', async () => {
    const properties =
      '{"order":1234567890123456789,"small":-9007199254740993,"even":9007199254740992,"exact":100000000000000000000,"share":0.12345678901234567890,"third":0.3333333333333333,"text":"1234567890123456789 \\" :12345678901234567890"}'
    const body = `{"visitorId":"${visitorId}","events":[{"type":"custom","eventName":"paid","url":"https://acme.com/","path":"/","uuid":"0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68","timestamp":${now},"properties":${properties}}]}`
    const { events } = await take(body)
    expect(events[0]?.properties).toEqual({
      order: '1234567890123456789',
      small: '-9007199254740993',
      even: 9007199254740992,
      exact: 100000000000000000000,
      share: '0.12345678901234567890',
      third: 0.3333333333333333,
      text: '1234567890123456789 " :12345678901234567890',
    })
  })

  it('are read in the charset that the body says, and an unknown one is refused', async () => {
    const text = JSON.stringify(client({ title: 'Größe' }))
    const { events } = await take(Buffer.from(text, 'latin1'), {
      'content-type': 'application/json; charset=ISO-8859-1',
    })
    expect(events[0]?.title).toBe('Größe')
    const { status, answer } = await take(text, { 'content-type': 'text/plain;charset=klingon' })
    expect({ status, answer }).toMatchObject({
      status: 415,
      answer: { message: expect.stringContaining('UTF-8') },
    })
  })
})

describe('The time of an event', () => {
  const at = async (event: { timestamp: unknown }, batch: object = {}) => {
    const { answer, events } = await take({ ...client(event), ...batch })
    return { time: events[0]?.timestamp, told: answer.warnings?.[0]?.message }
  }

  it.each([
    ['seconds', 1_780_000_000, 1_780_000_000_000, 'not in milliseconds'],
    ['microseconds', 1_780_000_000_000_000, 1_780_000_000_000, 'not in milliseconds'],
    ['nanoseconds', '1780000000000000000', 1_780_000_000_000, undefined],
    ['text', '2026-05-01T12:00:00+02:00', Date.UTC(2026, 4, 1, 10), undefined],
    ['the year 1999', Date.UTC(1999, 1), undefined, 'before the year 2000'],
    ['next year', Date.UTC(2027, 1), undefined, 'in the future'],
    ['no time', 'yesterday', undefined, 'timestamp was skipped'],
  ])('is understood, or told as replaced: %s', async (_, timestamp, time, told) => {
    expect(await at({ timestamp })).toEqual({
      time: time ?? now,
      told: told === undefined ? undefined : expect.stringContaining(told),
    })
  })

  it.each([
    ['five hours ahead', 5 * hour],
    ['three days behind', -72 * hour],
    ['two years behind', -2 * 365 * 24 * hour],
  ])('is corrected by a device clock that is %s, and offline time stays', async (_, wrong) => {
    const sentAt = now + wrong
    expect((await at({ timestamp: sentAt - 1_000 }, { sentAt })).time).toBe(now - 1_000)
    expect((await at({ timestamp: sentAt - 24 * hour }, { sentAt })).time).toBe(now - 24 * hour)
  })

  it('is as sent by a clock that is right, and never after its receipt', async () => {
    const sentAt = now - 900
    expect(await at({ timestamp: sentAt - 24 * hour }, { sentAt })).toEqual({ time: now - 900 - 24 * hour })
    expect(await at({ timestamp: now + 30_000 }, { sentAt: now + 30_000 })).toEqual({ time: now })
    expect((await at({ timestamp: now + 5 * hour })).time).toBe(now)
    expect((await at({ timestamp: now + 5 * hour }, { sentAt: 'soon' })).time).toBe(now)
  })
})
