import type { IngestEvent } from '@customer-intel/contract'
import { expect, it } from 'vitest'
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
