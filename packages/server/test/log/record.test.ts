import { describe, expect, it } from 'vitest'
import {
  decodeRecord,
  encodeRecord,
  encodeSentBatch,
  isSpelledOddly,
  type LogRecord,
} from '../../src/kernel/log/record.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'

const decode = (record: object) => decodeRecord(encodeRecord(record as LogRecord))
const head = { receivedAt: 1_780_000_000_000.5, source: 'client' }

describe('decodeRecord', () => {
  it('brings the numbers of an older version into what the columns hold', () => {
    const times = [1.5, -1.5, 1e308, 8.64e15]
    expect(
      decode({
        kind: 'events',
        ...head,
        events: times.map((sentTimestamp) => ({ sentTimestamp, timestamp: 2.5 })),
      }),
    ).toEqual({
      kind: 'events',
      receivedAt: 1_780_000_000_000,
      source: 'client',
      events: [1, -1, undefined, 8.64e15].map((sentTimestamp) => ({ sentTimestamp, timestamp: 2 })),
    })
    const record = { mrrCents: 1e300, paidCents: 0.5, activeSubscriptions: 2 ** 40, occurredAt: -1e20 }
    expect(
      decode({ kind: 'records', ...head, records: [record, null, { facts: [{ occurredAt: 1.5 }] }] }),
    ).toMatchObject({
      records: [
        {
          mrrCents: Number.MAX_SAFE_INTEGER,
          paidCents: 0,
          activeSubscriptions: 2 ** 31 - 1,
          occurredAt: -8.64e15,
        },
        null,
        { facts: [{ occurredAt: 1 }] },
      ],
    })
  })

  it('reads texts that the engine can’t keep with U+FFFD in their place, names of fields too', () => {
    const odd = { '\ud800': 'a\0b', text: '\udc00\ud83d\ude00\ud83d', path: String.raw`c:\u0000\ud800` }
    expect(decode({ kind: 'records', ...head, records: [odd] })).toMatchObject({
      records: [{ '\ufffd': 'a\ufffdb', text: '\ufffd😀\ufffd', path: String.raw`c:\u0000\ud800` }],
    })
  })

  it('reads a batch that was kept as sent', () => {
    const batch = { visitorId: 'v', events: [storedEvent({ type: 'pageview', timestamp: 1 })] }
    const record = eventsRecord({ receivedAt: 1, ...batch })
    const payload = encodeSentBatch(Buffer.from(JSON.stringify(batch, null, 1)), record)
    expect(decodeRecord(payload)).toEqual(record)
    expect(isSpelledOddly(payload)).toBe(true)
    expect(isSpelledOddly(encodeSentBatch(Buffer.from(JSON.stringify(batch)), record))).toBe(false)
    expect(isSpelledOddly(encodeRecord(record))).toBe(false)
  })

  it.each([
    ['nonsense', 'The record is not JSON'],
    ['[]', 'The record is not an object'],
    ['{"kind":"events","receivedAt":1}', 'The record’s events are not a list'],
    ['{"kind":"records","receivedAt":1,"records":{}}', 'The record’s records are not a list'],
    ['{"kind":"events","events":[]}', 'The record’s receivedAt is not a time'],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => decodeRecord(Buffer.from(text))).toThrow(message)
  })
})
