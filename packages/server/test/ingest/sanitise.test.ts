import type { IngestEvent } from '@customer-intel/contract'
import { expect, it } from 'vitest'
import { accept } from '../../src/events/ingest/accept.ts'
import { sanitise } from '../../src/events/ingest/sanitise.ts'

const page = { url: 'https://x.test/', path: '/', timestamp: 1 }

it('drops secrets of forms, properties and traits in any language, by name and by value, and nothing else', () => {
  const fields = {
    wachtwoord: 'a',
    'дата рождения': 'b',
    密碼: 'c',
    note: '4111.1111.1111.1111 12/27 123',
    key: ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_'),
    company: 'Acme',
    order_number: '4111111111111112',
    promo_code: 'SPRING',
    page: 'https://x.test/?geslo=a&tab=2',
  }
  const kept = {
    company: 'Acme',
    order_number: '4111111111111112',
    promo_code: 'SPRING',
    page: 'https://x.test/?geslo=REDACTED&tab=2',
  }
  const events = [
    { ...page, type: 'form', formFields: { ...fields } },
    { ...page, type: 'custom', eventName: 'x', properties: { ...fields, startedAt: 1732188000002 } },
    { ...page, type: 'identify', userId: '1', traits: { ...fields }, customerTraits: { ...fields } },
  ] as unknown as IngestEvent[]
  expect(events.map(sanitise)).toEqual([true, true, true])
  expect(events).toMatchObject([
    { formFields: kept },
    { properties: { ...kept, startedAt: 1732188000002 } },
    { traits: kept, customerTraits: kept },
  ])
  for (const event of events)
    expect(JSON.stringify(event)).not.toMatch(/4111\.|sk_live|wachtwoord|密碼|рождения/)
})

it('keeps what is said about secrets: whether there is one, and how many', () => {
  const kept = {
    tokens_used: 512,
    inputTokens: 1_000,
    prompt_tokens: '128',
    token_count: 3,
    otp_enabled: true,
    otpEnabled: 'yes',
    mfa_code_required: 1,
    hasPassword: false,
    'access key limit': 5,
  }
  const secret = {
    otp: 123_456,
    pin: '1234',
    otp_used: 123_456,
    password_set: 'hunter2',
    cvv: 123,
    token: '512',
    card_number: 4111111111111111,
    tokens: 'abc',
  }
  for (const [type, field] of [
    ['custom', 'properties'],
    ['identify', 'traits'],
  ] as const) {
    const event = { ...page, type, eventName: 'x', [field]: { ...kept, ...secret } } as unknown as IngestEvent
    expect(sanitise(event)).toBe(true)
    expect(event).toMatchObject({ [field]: kept })
    for (const name of Object.keys(secret)) expect(event).not.toHaveProperty([field, name])
  }
})

it('drops secrets of what any event, or the batch, states about a customer or a person', async () => {
  const now = Date.UTC(2026, 5, 1)
  const told = () => ({ plan: 'pro', password: 'a', note: '4111 1111 1111 1111', seats: 3 })
  const result = await accept(
    {
      source: 'server',
      userIdentity: { userId: 'u-1', traits: told() },
      customerIdentity: { customerId: 'c-1', customerTraits: told() },
      events: [{ ...page, timestamp: now, type: 'pageview', customerId: 'c-1', customerTraits: told() }],
    },
    { receivedAt: now, storable: true, createUuid: () => '01890a5d-ac96-774b-bcce-b302099a8057' },
  )
  const kept = { plan: 'pro', seats: 3 }
  expect(result).toMatchObject({ ok: true, isUnchanged: false, errors: [], warnings: [] })
  expect('record' in result && result.record).toEqual(
    expect.objectContaining({
      userIdentity: { userId: 'u-1', traits: kept },
      customerIdentity: { customerId: 'c-1', customerTraits: kept },
      events: [expect.objectContaining({ customerTraits: kept })],
    }),
  )
})

it('keeps properties and traits as large as a body may be, and finds the secret at their end', () => {
  const texts = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`text_${at}`, `order ${at} `.repeat(1_000).slice(0, 9_900)]),
  )
  const counts = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, at) => [`number_of_things_of_this_kind_${at}`, at]),
  )
  const events = [
    { ...page, type: 'custom', eventName: 'x', properties: { ...texts, note: 'card 4111 1111 1111 1111' } },
    { ...page, type: 'identify', userId: '1', traits: { ...counts, password: 'a' } },
  ] as unknown as IngestEvent[]
  expect(events.map(sanitise)).toEqual([true, true])
  expect(events).toEqual([
    { ...page, type: 'custom', eventName: 'x', properties: texts },
    { ...page, type: 'identify', userId: '1', traits: counts },
  ])
})
