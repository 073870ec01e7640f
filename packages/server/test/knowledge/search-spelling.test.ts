import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SourceSearchResult } from '@customer-intel/contract'
import { openProjected, type Projected } from '../support/projected.ts'
import { createSource, findProjected, searchProjected } from '../support/search-projected.ts'

const texts: Readonly<Record<string, string>> = {
  cpp: 'Their engineers write plugins in C++ and want examples.',
  csharp: 'The backend is C#, running on .NET 8.',
  plainC: 'The firmware is written in C, net of some assembler.',
  rnd: 'The R&D people decide about it in March.',
  road: 'Their office is in Mill Road, near the river.',
  carrier: 'AT&T blocks our messages.',
  hyphenMail: 'Every e-mail to the distributors comes back.',
  plainMail: 'One email in ten is opened.',
  hyphenSignUp: 'The sign-up rate doubled.',
  plainSignUp: 'We count a signup twice.',
  blankSignUp: 'Nobody can sign up since yesterday.',
  signed: 'She will sign the paper when the lift is up again.',
  hyphenCode: 'Order AB-1234 has not arrived.',
  blankCode: 'Order CD 1234 has not arrived.',
  plainCode: 'Order EF1234 has not arrived.',
  name: 'Maura O’Brien takes over.',
  version: 'Broken since release 4.12.3 of the app.',
  lettered: 'It works again with v2.5.1 on our phones.',
  dashed: 'We wait for release-7.3-beta since June.',
  thousand: 'They start with 1,000 seats.',
  million: 'The table has 2 500 000 rows.',
  swiss: 'Der Betrag von CHF 3’750.50 ist falsch.',
  euro: 'You charged €99.90 for it.',
  short: 'It grows by 12k a day.',
  arabicDigits: 'الفاتورة رقم ٤٥١٢ غير صحيحة.',
  munich: 'My number is +49 (0)89 1234-5678, best before noon.',
  york: 'Reach me at (212) 555-0147 until six.',
  iban: 'Please transfer to DE89 3704 0044 0532 0130 00 from now on.',
  date: 'The move is planned for 2026-09-01.',
  yo: 'Ещё один вопрос: приём заявок идёт плохо.',
  polish: 'Paczka do Łodzi nie dotarła, żółty kontener wrócił.',
  turkish: 'Fatura adresi ISPARTA için yanlış ve eksik.',
  danish: 'Søren fra København ønsker et møde om prisen før sommerferien.',
  german: 'Frau Müller möchte die Verlängerung verschieben, weil die Prüfung läuft.',
  swiss2: 'Herr Weiss moechte die Strasse sperren, weil die Pruefung laeuft.',
  arabic: 'لم تصل الفَاتُورَة حتى الآن.',
  greek: 'Το τιμολόγιο δεν έχει φτάσει ακόμα.',
  vietnamese: 'Chúng tôi chưa nhận được hóa đơn.',
  ukrainian: 'На об’єкті немає зв’язку.',
  hebrew: 'לא קיבלנו את הַחֶשְׁבּוֹנִית.',
  french: 'La réunion de jeudi est annulée par la cliente.',
  decomposed: 'Le café fermé et le déjeuner offert.'.normalize('NFD'),
  korean: '계약을 취소하고 싶습니다.'.normalize('NFD'),
  it: 'Their IT must approve, and then it is installed.',
  who: 'The WHO asks, and who would not answer.',
  us: 'They open an office in the U.S. in May.',
  toBe: 'It will turn out to be the right tool.',
  notYet: 'Has it been approved? Not yet.',
  shouting: 'THEY SAID THAT IT IS FOR US.',
  japanese: '来月の請求書について質問があります。',
  thai: 'ฉันต้องการยกเลิกการสมัคร',
  hindi: 'मुझे अपनी सदस्यता रद्द करनी है।',
  tamil: 'எனக்கு விலைப்பட்டியல் வரவில்லை.',
  burmese: 'ကျွန်တော် ငွေတောင်းခံလွှာ မရသေးပါ။',
}

let projected: Projected
beforeAll(async () => {
  projected = await openProjected()
  const sources = Object.entries(texts).map(([id, text]) => createSource(id, text))
  await projected.apply([{ kind: 'records', receivedAt: Date.UTC(2026, 1), records: sources }])
})
afterAll(() => projected.close())

const first = async (query: string, count: number) =>
  (await findProjected(projected, query)).slice(0, count).toSorted()

describe('A search finds', () => {
  test.each<[string, string[]]>([
    ['C++', ['cpp']],
    ['c#', ['csharp']],
    ['.NET', ['csharp']],
    ['R&D', ['rnd']],
    ['r & d', ['rnd']],
    ['AT&T', ['carrier']],
    ['att', ['carrier']],
  ])('%s with the sign that belongs to it', async (query, expected) => {
    expect(await first(query, 1)).toEqual(expected)
  })

  test.each(['C++', 'C#', 'R&D'])('%s in nothing without the sign', async (query) => {
    expect(await findProjected(projected, query)).toHaveLength(1)
  })

  test.each<[string, string[]]>([
    ['email', ['hyphenMail', 'plainMail']],
    ['e-mail', ['hyphenMail', 'plainMail']],
    ['signup', ['blankSignUp', 'hyphenSignUp', 'plainSignUp']],
    ['sign-up', ['blankSignUp', 'hyphenSignUp', 'plainSignUp', 'signed']],
    ['sign up', ['blankSignUp', 'hyphenSignUp', 'plainSignUp', 'signed']],
    ['obrien', ['name']],
    ["o'brien", ['name']],
  ])('%s written as one word, as two, or with a mark', async (query, expected) => {
    expect((await findProjected(projected, query)).toSorted()).toEqual(expected)
  })

  test.each<[string, string]>([
    ['AB1234', 'hyphenCode'],
    ['ab 1234', 'hyphenCode'],
    ['AB-1234', 'hyphenCode'],
    ['CD1234', 'blankCode'],
    ['CD-1234', 'blankCode'],
    ['EF-1234', 'plainCode'],
    ['ef 1234', 'plainCode'],
  ])('the code %s', async (query, expected) => {
    expect(await first(query, 1)).toEqual([expected])
  })

  test.each<[string, string]>([
    ['1000', 'thousand'],
    ['1.000', 'thousand'],
    ['1 000 seats', 'thousand'],
    ['1’000', 'thousand'],
    ['2500000', 'million'],
    ['2,500,000', 'million'],
    ['2.5M', 'million'],
    ['4.12.3', 'version'],
    ['v4.12.3', 'version'],
    ['2.5.1', 'lettered'],
    ['v2.5.1', 'lettered'],
    ['V2.5.1', 'lettered'],
    ['v7.3', 'dashed'],
    ['7.3', 'dashed'],
    ['3750.5', 'swiss'],
    ['3.750,50', 'swiss'],
    ['99,90', 'euro'],
    ['99.9', 'euro'],
    ['12000', 'short'],
    ['4512', 'arabicDigits'],
    ['٤٥١٢', 'arabicDigits'],
    ['20260901', 'date'],
  ])('the number %s', async (query, expected) => {
    expect(await first(query, 1)).toEqual([expected])
  })

  test.each<[string, string]>([
    ['+498912345678', 'munich'],
    ['00498912345678', 'munich'],
    ['08912345678', 'munich'],
    ['089 / 12345678', 'munich'],
    ['2125550147', 'york'],
    ['+1 212-555-0147', 'york'],
    ['DE89370400440532013000', 'iban'],
    ['de89 3704 0044 0532 0130 00', 'iban'],
  ])('the telephone or account number %s', async (query, expected) => {
    expect(await first(query, 1)).toEqual([expected])
  })

  test.each<[string, string[]]>([
    ['еще', ['yo']],
    ['прием', ['yo']],
    ['приём', ['yo']],
    ['lodzi', ['polish']],
    ['Łodzi żółty', ['polish']],
    ['isparta', ['turkish']],
    ['kobenhavn', ['danish']],
    ['soeren', ['danish']],
    ['mueller', ['german']],
    ['Muller', ['german']],
    ['Verlaengerung', ['german']],
    ['Weiß', ['swiss2']],
    ['Straße', ['swiss2']],
    ['Prüfung', ['german', 'swiss2']],
    ['pruefung', ['german', 'swiss2']],
    ['الفاتورة', ['arabic', 'arabicDigits']],
    ['τιμολογιο', ['greek']],
    ['ΤΙΜΟΛΟΓΙΟ', ['greek']],
    ['hoa don', ['vietnamese']],
    ["об'єкт", ['ukrainian']],
    ['החשבונית', ['hebrew']],
    ['annulee', ['french']],
    ['annulée', ['french']],
    ['cafe dejeuner', ['decomposed']],
    ['déjeuner', ['decomposed']],
    ['계약', ['korean']],
    ['ยกเลิก', ['thai']],
    ['"ยกเลิก"', ['thai']],
    ['रद्द', ['hindi']],
    ['"रद्द करनी"', ['hindi']],
    ['விலைப்பட்டியல்', ['tamil']],
    ['ငွေတောင်းခံလွှာ', ['burmese']],
  ])('%s with and without its marks', async (query, expected) => {
    expect((await findProjected(projected, query)).toSorted()).toEqual(expected)
  })

  test.each<[string, string[]]>([
    ['IT', ['it']],
    ['WHO', ['who']],
    ['US', ['us']],
    ['"to be"', ['toBe']],
    ['not yet', ['notYet']],
    ['"Not yet"', ['notYet']],
    ['"請求書"', ['japanese']],
  ])('%s, though words like these are everywhere', async (query, expected) => {
    expect(await findProjected(projected, query)).toEqual(expected)
  })

  test.each<[string, string]>([
    ['enginers', 'cpp'],
    ['negineers', 'cpp'],
    ['xngineers', 'cpp'],
    ['distirbutors', 'hyphenMail'],
    ['distributros', 'hyphenMail'],
    ['dstributers', 'hyphenMail'],
    ['Verlängreung', 'german'],
    ['вопорс', 'yo'],
    ['зопрос', 'yo'],
    ['τιμολγοιο', 'greek'],
  ])('what %s was meant to be', async (query, expected) => {
    expect(await first(query, 1)).toEqual([expected])
  })
})

describe('What a search says of a result', () => {
  test.each<[string, string]>([
    ['signup', 'sign up'],
    ['email', 'e-mail'],
    ['08912345678', '1234-5678'],
    ['"to be"', 'turn out to be'],
    ['2,500,000', '2 500 000'],
  ])('%s is quoted as it stands', async (query, quoted) => {
    const { results } = await searchProjected(projected, { query })
    const matches = results.flatMap((result) =>
      (result as SourceSearchResult).matches.map(({ text }) => text),
    )
    expect(matches.join('\n')).toContain(quoted)
    expect(results.every(({ matchCount, weak }) => matchCount > 0 && !weak)).toBe(true)
  })

  test('the words that it has are those of the query', async () => {
    const wordsOf = async (query: string) =>
      (await searchProjected(projected, { query })).results.map(({ matchedWords }) => matchedWords)
    expect(await wordsOf('R&D march')).toEqual([['r&d', 'march']])
    expect(await wordsOf('1.000 seats')).toEqual([['1.000', 'seats']])
    expect(await wordsOf('"to be"')).toEqual([['to', 'be']])
  })

  test('of a long text the part is quoted that has the word in another form', async () => {
    const filler = 'lorem ipsum '.repeat(2_000)
    const own = await openProjected()
    try {
      const text = `${filler} they cancelled their Résiliation by e-mail ${filler}`
      await own.apply([{ kind: 'records', receivedAt: 0, records: [createSource('long', text)] }])
      for (const query of ['cancellation', 'resiliation', 'email', 'cacnelled']) {
        const { results } = await searchProjected(own, { query })
        expect((results[0] as SourceSearchResult).matches[0]!.text).toContain('they cancelled')
      }
    } finally {
      await own.close()
    }
  })
})
