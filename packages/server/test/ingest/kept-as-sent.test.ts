import { IngestEventSchema } from '@customer-intel/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accept } from '../../src/events/ingest/accept.ts'
import { decodeRecord, encodeRecord, isSpelledOddly } from '../../src/kernel/log/record.ts'
import { createLogEraser } from '../../src/privacy/erase-from-log.ts'
import { jane } from '../privacy/person-jane.ts'
import { spelledJson } from '../support/spelled-json.ts'
import { openTestServer, visitorId } from '../support/test-server.ts'
import { validInput } from '../support/valid-input.ts'

const seed = Number(process.env['SVC_TEST_SEED'] ?? Date.now() % 1_000_000)
const now = Date.UTC(2026, 5, 1)
const hidden = 'hidden@else.example'

const minusZero = fc.nat({ max: 9 }).map((chance) => (chance === 0 ? -0 : chance))
const common = fc.record({
  type: fc.constant('custom'),
  url: fc.constant('https://acme.com/'),
  path: fc.constant('/'),
  eventName: fc.constantFrom('opened', 'Größe 😀', '/'),
  properties: fc.dictionary(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
    fc.oneof(
      fc.string(),
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      minusZero,
    ),
    { maxKeys: 5, noNullPrototype: true },
  ),
})
const any = validInput(IngestEventSchema)
const size = { minLength: 1, maxLength: 5 }
const envelope = fc.constantFrom<object>({}, {}, { source: 'client', fingerprint: 'f' }, { unknown: 'field' })
const batch = fc
  .tuple(envelope, fc.oneof(fc.array(common, size), fc.array(fc.oneof(common, any), size)))
  .map(([around, events]) => ({
    visitorId,
    ...around,
    events: events.map((each, index) => ({
      timestamp: now - index,
      ...(each as object),
      uuid: `0197a6f0-7d3c-7b1e-9a55-${String(index).padStart(12, '0')}`,
    })),
  }))
const body = batch.chain((value) => spelledJson(value, hidden)).filter(({ length }) => length < 60_000)
/** With bytes that aren't UTF-8 in a text. */
const spoil = (utf8: Buffer) =>
  Buffer.from(utf8.toString('latin1').replaceAll('opened', `op${'\u0080'.repeat(30)}ned`), 'latin1')
const bytes = fc.oneof(
  { weight: 8, arbitrary: body.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: body.map((text) => Buffer.from(`\ufeff${text}`)) },
  { weight: 1, arbitrary: body.map((text) => spoil(Buffer.from(text))) },
)

/** What the log would hold if nothing were kept as sent. */
async function encodedAgain(sent: Buffer) {
  const payload = JSON.parse(sent.toString('utf8').replace(/^\ufeff/, '')) as unknown
  const accepted = await accept(payload, { receivedAt: now, createUuid: () => 'none', storable: false })
  if (!accepted.ok) throw new Error(JSON.stringify(accepted.issues))
  return accepted.record === null ? null : decodeRecord(encodeRecord(accepted.record))
}

test('a batch reads the same however its JSON was spelled, and an erasure takes what only its bytes say', async () => {
  const stored: Uint8Array[] = []
  const server = await openTestServer({ clock: () => now })
  const append = server.workspace.log.append.bind(server.workspace.log)
  server.workspace.log.append = (payload, options) => {
    stored.push(payload)
    return append(payload, options)
  }
  let kept = 0
  let hiding = 0
  try {
    await fc.assert(
      fc.asyncProperty(bytes, async (sent) => {
        stored.length = 0
        const response = await server.ingest(sent)
        expect([200, 207], await response.text()).toContain(response.status)
        const expected = await encodedAgain(sent)
        const [payload] = stored
        if (payload === undefined) {
          expect(expected).toBeNull()
          return
        }
        expect(decodeRecord(payload)).toEqual(expected)
        if (Buffer.from(payload).includes('"sent"')) {
          kept += 1
          // Else whoever searches the bytes for a uuid wouldn't find it.
          expect(Buffer.from(payload).includes(String.raw`\u`)).toBe(false)
        }
        if (Buffer.from(payload).includes(hidden)) hiding += 1
        const erased = createLogEraser(jane()).payload(encodeRecord(expected!))
        const left = createLogEraser(jane()).payload(payload)
        expect(left && decodeRecord(left)).toEqual(erased && decodeRecord(erased))
        if (left === null) return
        expect(Buffer.from(left).includes(hidden)).toBe(false)
        expect(isSpelledOddly(left)).toBe(false)
        expect(left.length).toBeLessThanOrEqual(payload.length)
      }),
      { numRuns: 1_000, seed },
    )
  } finally {
    await server.close()
  }
  // Else nothing was tried.
  expect(kept).toBeGreaterThan(50)
  expect(hiding).toBeGreaterThan(20)
})
