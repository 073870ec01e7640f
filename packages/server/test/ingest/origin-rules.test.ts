import { describe, expect, it } from 'vitest'
import { createOriginCheck, parseOriginRule } from '../../src/events/ingest/origin-rules.ts'

describe('allowed origins', () => {
  it.each([
    'http://localhost',
    'http://localhost:3000',
    'https://app.localhost:8443',
    'http://127.0.0.1:5173',
    'http://127.9.8.7',
    'http://[::1]:3000',
  ])('are localhost and loopback, any port, where nothing is configured: %s', (origin) => {
    expect(createOriginCheck([])(origin)).toBe(true)
  })

  it.each([
    'https://acme.com',
    'http://localhost.acme.com',
    'http://notlocalhost',
    'http://128.0.0.1',
    'http://127.0.0.1.acme.com',
    'null',
    'file://localhost',
    'localhost',
    '',
  ])('are nobody else then: %s', (origin) => {
    expect(createOriginCheck([])(origin)).toBe(false)
  })

  const cases: [rule: string, origin: string, allowed: boolean][] = [
    ['https://acme.com', 'https://acme.com', true],
    ['https://acme.com/', 'https://acme.com', true],
    ['https://acme.com', 'https://acme.com:443', true],
    ['https://acme.com', 'http://acme.com', false],
    ['https://acme.com', 'https://acme.com:8443', false],
    ['https://acme.com', 'https://www.acme.com', false],
    ['http://acme.com:8080', 'http://acme.com:8080', true],
    ['acme.com', 'https://acme.com', true],
    ['acme.com', 'http://acme.com:8080', true],
    ['acme.com', 'https://www.acme.com', false],
    ['acme.com', 'https://evilacme.com', false],
    ['acme.com', 'https://acme.com.evil.io', false],
    ['acme.com:8080', 'http://acme.com:8080', true],
    ['acme.com:8080', 'http://acme.com', false],
    ['acme.com:443', 'https://acme.com', true],
    ['ACME.com', 'https://acme.com', true],
    ['*.acme.com', 'https://www.acme.com', true],
    ['*.acme.com', 'https://a.b.acme.com', true],
    ['*.acme.com', 'https://acme.com', false],
    ['*.acme.com', 'https://evilacme.com', false],
    ['*.acme.com', 'https://www.acme.com.evil.io', false],
    ['*.acme.com', 'https://www.acme.com@evil.io', false],
    ['münchen.example', 'https://xn--mnchen-3ya.example', true],
    ['null', 'null', true],
    ['acme.com', 'null', false],
  ]
  it.each(cases)('rule %s on %s: %s', (rule, origin, allowed) => {
    expect(createOriginCheck([rule])(origin)).toBe(allowed)
  })

  it.each([
    '*',
    '*.',
    'https://',
    'https://acme.com/path',
    'ftp://acme.com',
    'a b',
    '*.*.com',
    'acme.com/x',
    '',
    '*.[::1]',
  ])('are not described by %s, which is no rule', (rule) => {
    expect(parseOriginRule(rule)).toBeNull()
    expect(createOriginCheck([rule])('https://acme.com')).toBe(false)
  })
})
