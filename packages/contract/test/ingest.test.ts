import { describe, expect, it } from 'vitest'
import {
  IngestEnvelopeSchema,
  IngestEventSchema,
  IngestFailureSchema,
  IngestPartialSchema,
  IngestPayloadSchema,
  IngestSuccessSchema,
  limits,
  validate,
} from '../src/index.ts'

const uuid = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'
const page = { url: 'https://acme.com/pricing?plan=team', path: '/pricing' }
const custom = { type: 'custom', ...page, eventName: 'report_exported' }

const valid: [string, Record<string, unknown>][] = [
  ['a page view with nothing but its page', { type: 'pageview', ...page }],
  [
    'a page view with a title, a referrer and utm',
    {
      type: 'pageview',
      ...page,
      title: 'Pricing',
      referrer: '',
      utm: { source: 'news', ref: 'x', id: 'extra' },
    },
  ],
  [
    'a custom event with flat properties',
    { ...custom, properties: { format: 'csv', rows: 12, big: true, gone: null } },
  ],
  [
    'a custom event of a server',
    {
      ...custom,
      url: 'server://jane doe@acme.com',
      email: 'jane@acme.com',
      userId: 'u-17',
      fingerprint: 'f',
      customerId: 'c',
    },
  ],
  ['a form', { type: 'form', ...page, formId: 'signup', formFields: { email: 'jane@acme.com' } }],
  [
    'an identify event by e-mail',
    { type: 'identify', ...page, email: 'jane@acme.com', traits: { name: 'Jane', seats: 3 } },
  ],
  [
    'an identify event by userId',
    { type: 'identify', ...page, userId: 'u-17', customerId: 'acme', customerTraits: { plan: 'team' } },
  ],
  ['engagement', { type: 'engagement', ...page, activeTimeMs: 0, totalTimeMs: 1200.5, sessionId: uuid }],
  [
    'a booking',
    {
      type: 'calendar',
      ...page,
      provider: 'scheduling-a',
      eventType: 'Demo',
      startTime: '2026-06-01T10:00:00+02:00',
      endTime: '2026-06-01T10:30',
      duration: 30,
      isRecurring: false,
      inviteeEmail: 'jane@acme.com',
      inviteeName: 'Jane',
    },
  ],
  ['an impossible timestamp, which the server clamps', { ...custom, timestamp: -1 }],
  ['a uuid in upper case', { ...custom, uuid: uuid.toUpperCase() }],
  ['the all-zero uuid', { ...custom, uuid: '00000000-0000-0000-0000-000000000000' }],
  ['the all-f uuid', { ...custom, uuid: 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF' }],
]

const invalid: [string, unknown, string, string][] = [
  ['no object', 5, '', 'an object'],
  ['null', null, '', 'not null'],
  ['an array', [], 'type', 'required'],
  ['no type', { ...page }, 'type', 'required'],
  ['a type of older days', { ...page, type: 'stage' }, 'type', 'must be one of'],
  ['no url', { type: 'pageview', path: '/' }, 'url', 'required'],
  ['a url that is none', { type: 'pageview', url: 'pricing', path: '/' }, 'url', 'whole URL'],
  [
    'a url that is too long',
    { type: 'pageview', url: `https://a/${'x'.repeat(9_000)}`, path: '/' },
    'url',
    '8192',
  ],
  ['no path', { type: 'pageview', url: page.url }, 'path', 'required'],
  ['a timestamp as text', { ...custom, timestamp: '1' }, 'timestamp', 'a number'],
  ['an infinite timestamp', { ...custom, timestamp: Infinity }, 'timestamp', 'finite'],
  ['a uuid that is none', { ...custom, uuid: 'x' }, 'uuid', 'a uuid'],
  [
    'a uuid of an unknown version',
    { ...custom, uuid: '0197a6f0-7d3c-9b1e-9a55-3f0d2c1b4a68' },
    'uuid',
    'a uuid',
  ],
  ['an unknown key', { ...custom, eventname: 'x' }, 'eventname', 'not a known field'],
  ['another type’s key', { type: 'pageview', ...page, eventName: 'x' }, 'eventName', 'not a known field'],
  ['an empty event name', { ...custom, eventName: '' }, 'eventName', 'not be empty'],
  ['a NUL in a text', { ...custom, eventName: 'a\0b' }, 'eventName', 'NUL'],
  ['a lone surrogate in a text', { ...custom, eventName: 'a\ud800' }, 'eventName', 'surrogates'],
  ['a NUL in a property', { ...custom, properties: { a: '\0' } }, 'properties.a', 'NUL'],
  ['a nested property', { ...custom, properties: { a: { b: 1 } } }, 'properties.a', 'flatten'],
  ['a list as property', { ...custom, properties: { a: [1] } }, 'properties.a', 'flatten'],
  ['a list as properties', { ...custom, properties: [1] }, 'properties', 'an object'],
  ['a number as form field', { type: 'form', ...page, formFields: { a: 1 } }, 'formFields.a', 'a string'],
  ['an identify event that names nobody', { type: 'identify', ...page }, 'email', 'needs one of the two'],
  [
    'an identify event with a blank userId',
    { type: 'identify', ...page, userId: '  ' },
    'email',
    'needs one of the two',
  ],
  [
    'an e-mail address that is none',
    { type: 'identify', ...page, email: 'jane@acme' },
    'email',
    'an e-mail address',
  ],
  [
    'an e-mail address with two dots',
    { type: 'identify', ...page, email: 'ja..ne@acme.com' },
    'email',
    'an e-mail address',
  ],
  [
    'negative engagement',
    { type: 'engagement', ...page, activeTimeMs: -1, totalTimeMs: 1, sessionId: uuid },
    'activeTimeMs',
    'at least 0',
  ],
  [
    'engagement without a session',
    { type: 'engagement', ...page, activeTimeMs: 1, totalTimeMs: 1 },
    'sessionId',
    'required',
  ],
  ['an unknown scheduler', { type: 'calendar', ...page, provider: 'x' }, 'provider', 'must be one of'],
  [
    'a booking on a day that does not exist',
    { type: 'calendar', ...page, provider: 'unknown', startTime: '2026-02-30' },
    'startTime',
    'day that exists',
  ],
  ['a list as utm', { ...custom, utm: [] }, 'utm', 'not an array'],
  ['an empty customerId', { ...custom, customerId: '' }, 'customerId', 'not be empty'],
]

describe('an event', () => {
  it.each(valid)('may be %s', (_name, event) => {
    expect(validate(IngestEventSchema, event)).toMatchObject({ ok: true })
  })

  it.each(invalid)('is refused for %s, and the message names the field', (_name, event, field, message) => {
    const result = validate(IngestEventSchema, event)
    if (result.ok) expect.unreachable('was accepted')
    const issue = result.issues[0]
    expect(issue?.path.join('.')).toBe(field)
    expect(issue?.message).toContain(message)
    expect(issue?.message.startsWith(field === '' ? 'The body' : field)).toBe(true)
  })

  it('comes out with uuids in lower case and e-mail addresses trimmed', () => {
    const event = { type: 'identify', ...page, uuid: uuid.toUpperCase(), email: ' Jane@Acme.com ' }
    expect(validate(IngestEventSchema, event)).toEqual({
      ok: true,
      value: { ...event, uuid, email: 'Jane@Acme.com' },
    })
  })

  it('takes as many keys in a map as the limit says, and not one more', () => {
    const map = (keys: number) =>
      Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, index]))
    expect(validate(IngestEventSchema, { ...custom, properties: map(limits.ingest.mapKeys) }).ok).toBe(true)
    const result = validate(IngestEventSchema, { ...custom, properties: map(limits.ingest.mapKeys + 1) })
    expect(result).toEqual({
      ok: false,
      issues: [{ path: ['properties'], message: 'properties must have at most 1000 keys; it has 1001.' }],
    })
  })

  it('keeps a property called __proto__ as a property, and reaches no prototype', () => {
    const event: unknown = JSON.parse(
      `{"type":"custom","url":"https://a.com/","path":"/","eventName":"x","properties":{"__proto__":"p","constructor":"c"}}`,
    )
    const result = validate(IngestEventSchema, event)
    if (!result.ok || result.value.type !== 'custom') expect.unreachable('was refused')
    expect(JSON.stringify(result.value.properties)).toBe('{"__proto__":"p","constructor":"c"}')
    expect(Object.getPrototypeOf(result.value.properties)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['p']).toBeUndefined()
  })

  it('is refused for a key called __proto__ of its own', () => {
    const event: unknown = JSON.parse(
      '{"type":"pageview","url":"https://a.com/","path":"/","__proto__":{"x":1}}',
    )
    expect(validate(IngestEventSchema, event)).toMatchObject({ ok: false, issues: [{ path: ['__proto__'] }] })
  })

  it('with 100,000 unknown keys costs one short message', () => {
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]))
    const result = validate(IngestEventSchema, { ...custom, ...keys })
    expect(JSON.stringify(result).length).toBeLessThan(200)
  })
})

const batch = { events: [{ anything: true }], visitorId: uuid }

describe('a payload', () => {
  it('has source client when it names none', () => {
    expect(validate(IngestEnvelopeSchema, batch)).toEqual({ ok: true, value: { ...batch, source: 'client' } })
  })

  it('of a server needs no visitor', () => {
    expect(validate(IngestEnvelopeSchema, { events: [1], source: 'server' }).ok).toBe(true)
  })

  it('ignores unknown keys at the top level', () => {
    expect(validate(IngestEnvelopeSchema, { ...batch, sentAt: 1 }).ok).toBe(true)
  })

  it('may hold 100 events', () => {
    expect(validate(IngestEnvelopeSchema, { ...batch, events: Array(100).fill(0) }).ok).toBe(true)
  })

  it.each([
    ['101 events', { ...batch, events: Array(101).fill(0) }, 'events'],
    ['no events', { ...batch, events: [] }, 'events'],
    ['events missing', { visitorId: uuid }, 'events'],
    ['events that are no list', { ...batch, events: {} }, 'events'],
    ['no visitor from a client', { events: [1] }, 'visitorId'],
    ['a visitor that is no uuid', { ...batch, visitorId: 'v' }, 'visitorId'],
    ['an unknown source', { ...batch, source: 'robot' }, 'source'],
    [
      'an unknown key of the identity',
      { ...batch, userIdentity: { customerId: 'c' } },
      'userIdentity.customerId',
    ],
    ['a nested trait', { ...batch, userIdentity: { traits: { a: {} } } }, 'userIdentity.traits.a'],
    ['an unknown key of the account', { ...batch, customerIdentity: { id: 'c' } }, 'customerIdentity.id'],
    ['a list instead of an object', [], ''],
    ['text instead of an object', 'events', ''],
    ['a list as identity', { ...batch, userIdentity: [] }, 'userIdentity'],
  ])('is refused for %s', (_name, payload, field) => {
    const result = validate(IngestEnvelopeSchema, payload)
    if (result.ok) expect.unreachable('was accepted')
    expect(result.issues.map((issue) => issue.path.join('.'))).toContain(field)
  })

  it('is checked whole by the schema that the document shows', () => {
    expect(validate(IngestPayloadSchema, { ...batch, events: [custom] }).ok).toBe(true)
    expect(validate(IngestPayloadSchema, batch)).toMatchObject({
      ok: false,
      issues: [
        { path: ['events', 0, 'type'], message: expect.stringContaining('events[0].type is required') },
      ],
    })
  })
})

describe('an answer', () => {
  it('is one of the three of the specification', () => {
    expect(validate(IngestSuccessSchema, { success: true, processed: 3 }).ok).toBe(true)
    expect(
      validate(IngestPartialSchema, { success: false, processed: 1, errors: [{ index: 1, message: 'x' }] })
        .ok,
    ).toBe(true)
    const failure = {
      success: false,
      processed: 0,
      message: 'x',
      errors: [{ index: -1, path: ['events', 0], message: 'x' }],
    }
    expect(validate(IngestFailureSchema, failure).ok).toBe(true)
    expect(validate(IngestSuccessSchema, { success: true, processed: -1 }).ok).toBe(false)
  })
})
