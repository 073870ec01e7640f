import { IngestEnvelopeSchema, IngestEventSchema } from '@customer-intel/contract'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { isPlainBatch, isPlainlyValid } from '../../src/events/ingest/fast-check-event.ts'

const uuid = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'
const traits = { plan: 'pro', seats: 3, trial: false, coupon: null }
const common = {
  uuid,
  timestamp: 1_780_000_000_000,
  referrer: '',
  utm: { source: 'a', ref: 'b' },
  customerId: 'c',
  customerTraits: traits,
}
const page = { url: 'https://acme.com/pricing?a=b', path: '/pricing' }
const person = { email: 'jane@acme.com', userId: 'u', fingerprint: 'f' }

/** Whole and valid events; a sender may leave out what stands under `optional`. */
const wholeEvents = [
  { required: { type: 'pageview', ...page }, optional: { ...common, title: 'Pricing' } },
  {
    required: { type: 'custom', ...page, eventName: 'x' },
    optional: { ...common, ...person, properties: traits },
  },
  { required: { type: 'form', ...page }, optional: { ...common, formId: 'f', formFields: { city: 'Oslo' } } },
  { required: { type: 'identify', ...page }, optional: { ...common, ...person, traits } },
  {
    required: { type: 'engagement', ...page, activeTimeMs: 1.5, totalTimeMs: 0, sessionId: uuid },
    optional: common,
  },
]

/** What a careless or hostile sender puts in the place of a field. */
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 60,
    '',
    ' ',
    '\0',
    '\uD800',
    'é',
    [],
    {},
    [1],
    { a: 1 },
    { a: {} },
  ),
  fc.constantFrom(uuid.toUpperCase(), '00000000-0000-0000-0000-000000000000', 'no-uuid', ` ${uuid}`),
  fc.constantFrom(
    'jane@acme.com',
    ' jane@acme.com ',
    'jane@',
    '.j@a.io',
    'JANE@ACME.IO',
    `${'x'.repeat(320)}@acme.com`,
  ),
  fc.constantFrom(
    'server://x',
    'https:',
    'nothing',
    'https://a.b/\n',
    'mailto:x',
    'stage',
    'calendar',
    'custom',
  ),
  fc
    .constantFrom(500, 501, 1_000, 1_001, 2_000, 2_001, 8_192, 8_193, 32_769)
    .map((length) => 'x'.repeat(length)),
  fc
    .constantFrom(1_000, 1_001)
    .map((count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 'x']))),
  fc
    .constantFrom(
      '__proto__',
      'constructor',
      'a\0',
      '\uDC00',
      'source',
      'email',
      'x'.repeat(500),
      'x'.repeat(501),
    )
    .chain((key) =>
      fc
        .constantFrom('x', 1, null, {}, 'x'.repeat(32_769), '\0', 'jane@acme.com ')
        .map((value) => JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`) as unknown),
    ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.webUrl(),
  fc.double({ noDefaultInfinity: true }),
)

/** A valid object with some optional fields left out, and none to two fields spoilt, unknown ones among them. */
function spoilt(required: object, optional: object, extra: readonly string[]): fc.Arbitrary<object> {
  const names = [...Object.keys(required), ...Object.keys(optional), ...extra]
  return fc
    .record({
      kept: fc.subarray(Object.entries(optional)),
      spoiling: fc.oneof(
        fc.constant([]),
        fc.array(fc.tuple(fc.constantFrom(...names), nasty), { minLength: 1, maxLength: 2 }),
      ),
    })
    .map(({ kept, spoiling }) => ({
      ...required,
      ...Object.fromEntries(kept),
      ...Object.fromEntries(spoiling),
    }))
}

const event = fc
  .constantFrom(...wholeEvents)
  .chain(({ required, optional }) =>
    spoilt(required, optional, ['unknown', 'title', 'email', 'traits', 'sessionId']),
  )

/** As it would have come over the wire. */
const overTheWire = (value: unknown): { value: unknown; storable: boolean } | null => {
  let json: string | undefined
  try {
    json = JSON.stringify(value)
  } catch {
    // Nothing that JSON can say, such as a bigint or a cycle.
    return null
  }
  return json === undefined
    ? null
    : { value: JSON.parse(json) as unknown, storable: !json.includes(String.raw`\u`) }
}

describe('the fast check', () => {
  it('never calls an event valid that the schema refuses or would change', () => {
    let proved = 0
    fc.assert(
      fc.property(event, (sent) => {
        const wire = overTheWire(sent)
        if (wire === null || !isPlainlyValid(wire.value, wire.storable)) return
        proved += 1
        const checked = v.safeParse(IngestEventSchema, wire.value)
        expect(checked.issues?.map((issue) => issue.message)).toBeUndefined()
        expect(checked.output).toEqual(wire.value)
      }),
      { numRuns: 4_000 },
    )
    expect(proved).toBeGreaterThan(1_000)
  })

  it('never calls a batch plain that the schema refuses or would change', () => {
    const batch = spoilt(
      { events: [{}, {}], visitorId: uuid },
      {
        source: 'server',
        fingerprint: 'f',
        sessionId: uuid,
        userIdentity: { ...person, traits },
        customerIdentity: { customerId: 'c', customerTraits: traits },
      },
      ['unknown', 'toString'],
    )
    let proved = 0
    fc.assert(
      fc.property(batch, (sent) => {
        const wire = overTheWire(sent)
        if (wire === null || !isPlainBatch(wire.value, wire.storable)) return
        proved += 1
        const checked = v.safeParse(IngestEnvelopeSchema, wire.value)
        expect(checked.issues?.map((issue) => issue.message)).toBeUndefined()
        expect(checked.output).toEqual({ source: 'client', ...wire.value })
      }),
      { numRuns: 4_000 },
    )
    expect(proved).toBeGreaterThan(1_000)
  })

  it('proves the common events, so that they don’t cost a look at the schema', () => {
    const common = wholeEvents.map(({ required, optional }) => ({ ...required, ...optional }))
    expect(common.filter((sent) => !isPlainlyValid(sent, true))).toEqual([])
  })
})
