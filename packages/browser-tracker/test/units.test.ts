import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { isEmail } from '../src/clean.ts'
import { describePage } from '../src/page/page.ts'
import { readCookie, writeCookie } from '../src/storage/cookie.ts'
import { listKeys, load, remove, setMemoryOnly, store } from '../src/storage/storage.ts'
import { createUuid, isUuid } from '../src/uuid.ts'

describe('uuids', () => {
  it('are different, ordered within a millisecond, and of version 7', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const uuids = Array.from({ length: 1000 }, createUuid)
    vi.useRealTimers()
    expect(new Set(uuids).size).toBe(1000)
    expect(uuids.toSorted()).toEqual(uuids)
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(isUuid(uuids[0]!)).toBe(true)
  })
})

describe('the path of a page', () => {
  it.each([
    ['https://x.test', '/'],
    ['https://x.test/a/b?c=1#d', '/a/b'],
    ['https://x.test/#/route', '/route'],
    ['https://x.test/#/route?tab=1', '/route'],
    ['https://x.test/app/index.html#/route', '/route'],
    ['https://x.test/app#/route', '/app'],
    ['https://x.test/#part', '/'],
    ['file:///C:/app/index.html#settings', '/settings'],
    ['file:///C:/app/index.html', '/C:/app/index.html'],
    ['about:srcdoc', '/srcdoc'],
  ])('of %s is %s', (address, path) => expect(describePage(address).path).toBe(path))

  it('always begins with a slash', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
        expect(describePage(address).path).toMatch(/^\//)
      }),
    )
  })

  it('stays within what the service takes', () => {
    const page = describePage(`https://x.test/?utm_source=${'s'.repeat(5000)}&q=${'q'.repeat(20_000)}`)
    expect(page.url.length).toBeLessThanOrEqual(8192)
    expect(page.utm!.source!.length).toBeLessThanOrEqual(1000)
  })
})

describe('storage', () => {
  it('holds what it is given, whether the disk takes it, refuses it, or is full by turns', () => {
    const command = fc.record({
      key: fc.constantFrom('svc_a', 'svc_b', 'svc_c'),
      value: fc.constantFrom('', '1', '2'),
      works: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(command), (commands) => {
        localStorage.clear()
        setMemoryOnly(false)
        for (const key of listKeys('svc_')) remove(key)
        const model = new Map<string, string>()
        for (const { key, value, works } of commands) {
          const spy = vi.spyOn(Storage.prototype, 'setItem')
          if (!works)
            spy.mockImplementation(() => {
              throw new DOMException('full', 'QuotaExceededError')
            })
          store(key, value)
          spy.mockRestore()
          if (value) model.set(key, value)
          else model.delete(key)
          expect(load(key) || '').toBe(model.get(key) ?? '')
          expect([...new Set(listKeys('svc_'))]).toEqual([...model.keys()].sort())
        }
      }),
    )
  })
})

describe('cookies', () => {
  it('are written, read and deleted, and one name doesn’t stand for another', () => {
    writeCookie('svc_visitor_id', 'one')
    expect(readCookie('svc_visitor_id')).toBe('one')
    expect(readCookie('visitor_id')).toBeUndefined()
    writeCookie('svc_visitor_id', '')
    expect(readCookie('svc_visitor_id')).toBeFalsy()
  })
})

describe('e-mail addresses', () => {
  it.each([
    'a@b.co',
    'first.last+tag@sub.example.com',
    "o'neil@x.ie",
    'a_b-c@x-y.museum',
    'max@müller.example',
    'info@пример.рф',
    'a@xn--e1afmkfd.xn--p1ai',
  ])('%s is one', (text) => expect(isEmail(text)).toBe(true))
  it.each(['', 'a', 'a@b', '.a@b.co', 'a..b@c.co', 'a b@c.co', 'a@b.c', 'a!b@c.co', '@b.co'])(
    '%s is none',
    (text) => expect(isEmail(text)).toBe(false),
  )
})
