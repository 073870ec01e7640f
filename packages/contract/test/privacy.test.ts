import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, mostLinearGrowth } from '../../../tests/support/growth.ts'
import {
  isSensitiveField,
  isSensitiveName,
  isSensitiveText,
  isSensitiveValue,
  redactEverySecret,
  redactUrl,
} from '../src/privacy.ts'
import { harmlessInAllLanguages, secretsByLanguage } from './secret-names.ts'

/** As long as the longest text that an event may hold. */
const longest = 32_768
const fill = (piece: string, chars: number) => piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars)

/** How much longer `work` takes for a text that is eight times as long. */
const growthOver = (piece: string, work: (text: string) => unknown) =>
  growth(longest, (chars) => {
    const text = fill(piece, chars)
    return () => work(text)
  })

const secretNames = [
  'password',
  'Password',
  'passwd',
  'user_pwd',
  'userPwd',
  'new-password2',
  'confirmpassword',
  'pass',
  'user_pass',
  'passphrase',
  'passcode',
  'contraseña',

  'kennwort',
  'token',
  'accessToken',
  'csrf_token',
  'client_secret',
  'api-key',
  'apiKey',
  'apikey',
  'APIKey',
  'private_key',
  'otp',
  'totp',
  'one_time_code',
  'sms_code',
  'verificationCode',
  'pin',
  'creditCard',
  'credit card',
  'cardnumber',
  'card_no',
  'cc_number',
  'ccnum',
  'cc-exp',
  'cvv',
  'cvv2',
  'cvc',
  'card[cvc]',
  'securityCode',
  'security_answer',
  'ssn',
  'SSN',
  'social_security_number',
  'national_id',
  'passport_number',
  'tax_id',
  'id_number',
  'drivers_license',
  'iban',
  'IBAN',
  'bank_account',
  'routing_number',
  'routingNumber',
  'sort_code',
  'account_number',
  'acctNo',
  'dob',
  'birth_date',
  'date of birth',
  'birthday',
  'Geburtsdatum',
  'user[password]',
  'session_id',
  'g-recaptcha-response',
  'mothers_maiden_name',
  'name_on_card',
  'cc-given-name',
  'exp_month',
  'expiry',
  'national_insurance_number',
]
const harmlessNames = [
  'passenger_name',
  'compass_heading',
  'order_number',
  'name',
  'email',
  'phone',
  'company',
  'message',
  'opinion',
  'shipping_address',
  'postal_code',
  'promo_code',
  'country_code',
  'coupon',
  'secretary_name',
  'discard',
  'gift_card_note',
  'class_name',
  'className',
  'nationality',
  'accept_terms',
  'account_name',
  'account_type',
  'accountant',
  'keyword',
  'key_feature',
  'monkey',
  'ring',
  'bypass',
  'bypass_reason',
  'cc_email',
  'bank_holiday',
  'state_id',
  'vat_number',
  'session_title',
  'seating',
  'spinach',
  'pinterest',
  'license_plate',
  'identity',
  'office',
  'budget',
  'team_size',
  'authors',
  'author',
  'hashtag',
  'swift_experience',
  'sin_gluten',
  'panels',
  'tin_quantity',
  'expected_date',
]

describe('isSensitiveName', () => {
  it.each(secretNames)('drops %s', (name) => expect(isSensitiveName(name)).toBe(true))
  it.each(harmlessNames)('keeps %s', (name) => expect(isSensitiveName(name)).toBe(false))
  it('knows passwords, and more, in at least 25 languages before anything leaves a browser', () => {
    const known = Object.entries(secretsByLanguage).filter(([, { everywhere }]) => everywhere)
    expect(known.length).toBeGreaterThanOrEqual(25)
    const missed = known.flatMap(([language, { everywhere }]) =>
      everywhere!
        .split(', ')
        .filter((name) => !isSensitiveName(name))
        .map((name) => `${language}: ${name}`),
    )
    expect(missed).toEqual([])
  })
  it('knows still more on the server, and takes no harmless name of any language for one', () => {
    const missed = Object.entries(secretsByLanguage).flatMap(([language, { everywhere, server }]) =>
      [everywhere, server]
        .flatMap((names) => names?.split(', ') ?? [])
        .filter((name) => !isSensitiveField(name, 'x'))
        .map((name) => `${language}: ${name}`),
    )
    expect(missed).toEqual([])
    expect(harmlessInAllLanguages.split(', ').filter((name) => isSensitiveField(name, 'x'))).toEqual([])
  })
  it.each(['verif', 'driv', 'aA', '_', 'a1'])('takes time in proportion to a name of %j', async (piece) => {
    expect(await growthOver(piece, isSensitiveName)).toBeLessThan(mostLinearGrowth)
  })
})

describe('isSensitiveValue', () => {
  it.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '5555-5555-5555-4444',
    '378282246310005',
    'my card: 4242 4242 4242 4242, thanks',
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'gb29 nwbk 6016 1331 9268 19',
    'pay to BE68 5390 0754 7034.',
    '123-45-6789',
    'ssn 123-45-6789',
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln`,
    '4111.1111.1111.1111',
    '4111/1111/1111/1111',
    '4111  1111  1111  1111',
    '4111\u20091111\u20091111\u20091111',
    '4111 – 1111 – 1111 – 1111',
    '4111\r\n1111\r\n1111\r\n1111',
    '3782.822463.10005',
    '4111 1111 1111 1111 12/27 123',
    '4111111111111111 12/27 123',
    'card 4111-1111-1111-1111 exp 12/27, code 123',
    'DE89-3704-0044-0532-0130-00',
    ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_'),
    ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_'),
    'AKIAIOSFODNN7EXAMPLE',
    ['xoxb', '123456789012', 'abcdefghijkl'].join('-'),
    'Authorization: Bearer abcdef0123456789',
    '-----BEGIN RSA PRIVATE KEY-----',
  ])('drops %s', (value) => expect(isSensitiveValue(value)).toBe(true))
  it.each([
    '4111111111111112',
    '123456789',
    '123456',
    '+4915123456789',
    '+49 151 2345 6789 0',
    '2026-11-21',
    'DE89370400440532013001',
    '10117 Berlin',
    '192.168.0.1',
    '1732188000002',
    'hello world',
    'We use Bearer authentication, and Bearer OAuth2',
    '',
    'AB12 cylinder heads and more words',
    '1-800-555-0199',
    'v1.2.3, 10.000,50 and 2026.11.21',
    'Please bring the ring bearer a present',
    'a private key question',
    'ghp is a project',
    '4111.1111.1111.1112',
  ])('keeps %s', (value) => expect(isSensitiveValue(value)).toBe(false))
  it('finds every Luhn-valid number of 13 to 19 digits, spaced as people space them', () => {
    const arbitraryCard = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
      .map((digits) => {
        const sum = digits.reduceRight((total, digit, at) => {
          const weighed = digit * ((digits.length - at) % 2 ? 2 : 1)
          return total + (weighed > 9 ? weighed - 9 : weighed)
        }, 0)
        return [...digits, (10 - (sum % 10)) % 10].join('')
      })
    fc.assert(
      fc.property(arbitraryCard, fc.constantFrom('', ' ', '-'), (card, gap) => {
        expect(isSensitiveValue(card.replace(/(.{4})(?=.)/g, `$1${gap}`))).toBe(true)
      }),
    )
  })
  it.each([
    '1',
    '1-',
    '1 1',
    'AA11',
    'AA11 ',
    'eyJ',
    'eyJ-',
    'eyJaaaaaaaa',
    'eyJaaaaaaaa.',
    ' ',
    'a',
    '1111.',
    '1111 - ',
    'AA11-',
    'sk_live_',
    'Bearer ',
  ])('takes time in proportion to a value of %j', async (piece) => {
    expect(await growthOver(piece, isSensitiveValue)).toBeLessThan(mostLinearGrowth)
  })
})

describe('isSensitiveText', () => {
  const random = '4eC39HqLyjWDarjtT1zdp7dc'
  // Written in parts, so that nothing takes them for leaked ones.
  const tokens: [string, string][] = [
    ['rk_', `live_${random}`],
    ['sk_', `test_${random}`],
    ['whsec', `_${random}`],
    ['shp', `at_${random}`],
    ['github_', `pat_11ABCDEFG0${random}`],
    ['gl', `pat-${random}`],
    ['npm', `_${random}abcdef0123`],
    ['ASIA', 'IOSFODNN7EXAMPLE'],
    ['AIza', `SyD-9tSrke72${random}`],
    ['ya29', `.a0AfH6SMB${random}`],
    ['sk-', `proj-${random}`],
    ['sk-', `ant-api03-${random}`],
    ['sk-', random],
    ['hf', `_${'abcdefghijklmnopq'.repeat(2)}`],
    ['SG', `.ngeVfQFYQlKU0ufo8x5d1A.${random}`],
    ['xapp', `-1-A0123-${random}`],
    ['key-', '3ax6xnjp29jd6fds4gc373sgvjxteol0'],
    ['-----BEGIN PGP PRIVATE ', 'KEY BLOCK-----'],
    ['bearer ', random],
    ['Authorization: ', 'Basic dXNlcjpwYXNzd29yZA=='],
  ]
  it.each(tokens)('finds a token that begins with %s', (begin, rest) => {
    expect(isSensitiveText(`it is ${begin}${rest}, thanks`)).toBe(true)
  })
  it.each(['４１１１ １１１１ １１１１ １１１１', '4111 1111\u200b1111 1111', '4111 1111 1111\r\n1111'])(
    'finds the card %j',
    (value) => expect(isSensitiveText(value)).toBe(true),
  )
  it.each([
    'npm_config_registry_is_wrong_in_2026',
    'sk-learn and task-1234567890123456',
    'ASIAPACIFIC2026REPORT',
    'the bearer of 1234567890 news',
    'the header Authorization: Basic credentials, or bearer authentication',
    'SG. 12345678901234567',
    'key-account-manager-2026-berlin',
    'Gro\u00dfe Bestellung 1234567890123, 日本語の文章です',
  ])('finds none in %s', (value) => expect(isSensitiveText(value)).toBe(false))
  it.each([
    'sk-',
    'sk-sk-',
    'SG.',
    'key-',
    'bearer ',
    'Bearer a',
    'authorization: a',
    'authorization: a ',
    'hf_a',
    '\u200b',
    '１',
  ])('takes time in proportion to a text of %j', async (piece) => {
    expect(await growthOver(piece, isSensitiveText)).toBeLessThan(mostLinearGrowth)
  })
})

describe('redactEverySecret', () => {
  it.each([
    ['https://x.test/?geslo=a&page=2', 'https://x.test/?geslo=REDACTED&page=2'],
    [
      'https://x.test/?%EB%B9%84%EB%B0%80%EB%B2%88%ED%98%B8=a',
      'https://x.test/?%EB%B9%84%EB%B0%80%EB%B2%88%ED%98%B8=REDACTED',
    ],
    [
      'https://x.test/?clave=a&b=c#toegangscode=1',
      'https://x.test/?clave=REDACTED&b=c#toegangscode=REDACTED',
    ],
    ['https://x.test/?token=a&q=b', 'https://x.test/?token=REDACTED&q=b'],
    ['https://x.test/?q=caf%C3%A9+au+lait&a=b=c', 'https://x.test/?q=caf%C3%A9+au+lait&a=b=c'],
  ])('%s', (url, expected) => {
    expect(redactEverySecret(url)).toBe(expected)
    expect(redactEverySecret(expected)).toBe(expected)
  })
  it.each(['?a=', '&a=b', '#', '&geslo=a'])('takes time in proportion to an address of %j', async (piece) => {
    expect(await growthOver(piece, redactEverySecret)).toBeLessThan(mostLinearGrowth)
  })
})

describe('isSensitiveField', () => {
  it('drops by name or by value', () => {
    expect(isSensitiveField('pin', '1')).toBe(true)
    expect(isSensitiveField('note', '4111111111111111')).toBe(true)
    expect(isSensitiveField('order_number', '4111111111111112')).toBe(false)
  })
})

describe('redactUrl', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  it.each([
    ['https://x.test/?token=abc&page=2', 'https://x.test/?token=REDACTED&page=2'],
    ['https://x.test/?page=2&api_key=k#a', 'https://x.test/?page=2&api_key=REDACTED#a'],
    ['https://x.test/cb?code=1&tab=2', 'https://x.test/cb?code=REDACTED&tab=2'],
    ['https://x.test/#access_token=abc&type=x', 'https://x.test/#access_token=REDACTED&type=x'],
    ['https://x.test/#/reset?token=abc', 'https://x.test/#/reset?token=REDACTED'],
    [`https://x.test/?q=${jwt}`, 'https://x.test/?q=REDACTED'],
    [`https://x.test/verify/${jwt}/go`, 'https://x.test/verify/REDACTED/go'],
    ['https://x.test/?k=9f86d081884c7d659a2feaa0c55ad015', 'https://x.test/?k=REDACTED'],
    ['https://x.test/?who=a%40b.test', 'https://x.test/?who=REDACTED'],
    ['https://x.test/?n=4111+1111+1111+1111', 'https://x.test/?n=REDACTED'],
    ['https://x.test/?user%5Bpassword%5D=x', 'https://x.test/?user%5Bpassword%5D=REDACTED'],
    ['https://x.test/?next=%2Fhome%3Ftoken%3Dabc', 'https://x.test/?next=REDACTED'],
    ['https://bob:hunter2@x.test/', 'https://bob@x.test/'],
    ['/relative?secret=1', '/relative?secret=REDACTED'],
  ])('%s becomes %s', (url, expected) => expect(redactUrl(url)).toBe(expected))
  it.each([
    'https://x.test/?utm_campaign=spring_2026&page=2',
    'https://x.test/?gclid=EAIaIQobChMI9f3kx1234567890abcd',
    'https://x.test/?order=550e8400-e29b-41d4-a716-446655440000',
    'https://x.test/blog?slug=my-long-post-title-2026-part-2-of-3',
    'https://x.test/?next=%2Fhome%3Ftab%3D2',
    'server://alice@example.test',
    'https://x.test/@alice',
    '',
    '?',
    'not a url',
    'https://x.test/?bad=%E0%A4%A&q=hello+world',
    'https://x.test/?token=',
  ])('%s stays', (url) => expect(redactUrl(url)).toBe(url))
  it('changes nothing the second time, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
        fc.constantFrom('', '?token=', '&key=', '#code='),
        fc.string(),
        (url, key, value) => {
          const once = redactUrl(url + key + value)
          expect(redactUrl(once)).toBe(once)
        },
      ),
    )
  })
  it.each(['?a=', '@', 'a@', 'a.', '://', ':', '#', '%', 'eyJ-', 'eyJaaaaaaaa.', 'a1', '&a=b'])(
    'takes time in proportion to an address of %j, nested or not',
    async (piece) => {
      const nested = (text: string) => redactUrl(`?a=${encodeURIComponent(encodeURIComponent(text))}`)
      const asPath = (text: string) => redactUrl(`https://x.test/${text}`)
      const asValue = (text: string) => redactUrl(`https://x.test/?q=${text}`)
      for (const work of [redactUrl, asPath, asValue, nested])
        expect(await growthOver(piece, work)).toBeLessThan(mostLinearGrowth)
    },
  )
})
