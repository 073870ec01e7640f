import { describe, expect, it } from 'vitest'
import { decodeText, encodingOf } from '../../../src/integrations/mail/decode-text.ts'
import { joinFlowed } from '../../../src/integrations/mail/flowed-text.ts'
import { decodeHeader, parameterOf } from '../../../src/integrations/mail/header-words.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

/** Bytes and characters of the WHATWG's indexes (encoding.spec.whatwg.org), by label. */
const table: [label: string, hex: string, text: string][] = [
  ['iso-8859-1', '53 f8 72 65 6e 20 80 92 9f 81', 'Søren €’Ÿ\u0081'],
  ['us-ascii', 'fc', 'ü'],
  ['windows-1252', '80 85 93 94 96 99', '€…“”–™'],
  ['iso-8859-2', 'b1 e6 ea', 'ąćę'],
  ['iso-8859-5', 'bf e0 d8 d2 d5 e2', 'Привет'],
  ['iso-8859-6', 'e5 d1 cd c8 c7', 'مرحبا'],
  ['iso-8859-7', 'e3 e5 e9 dc', 'γειά'],
  ['iso-8859-8-i', 'f9 ec e5 ed', 'שלום'],
  ['iso-8859-9', 'fd fe f0', 'ışğ'],
  ['iso-8859-15', 'a4 a6 bd', '€Šœ'],
  ['iso-8859-16', 'de fe', 'Țț'],
  ['windows-1250', '8a 9e e8', 'Šžč'],
  ['windows-1251', 'cf f0 e8 e2 e5 f2 88', 'Привет€'],
  ['windows-1253', 'a2 b6', 'Ά¶'],
  ['windows-1255', 'd4 e0 fa', 'װאת'],
  ['windows-1256', '81 98 c8', 'پکب'],
  ['windows-1257', 'e0 e8', 'ąč'],
  ['windows-1258', 'd2 fe', '\u0309₫'],
  ['windows-874', 'ca c7 d1 ca 80', 'สวัส€'],
  ['koi8-r', 'f0 d2 c9 d7 c5 d4', 'Привет'],
  ['koi8-u', 'a4 a6 ae be', 'єіўЎ'],
  ['ibm866', '8f e0 a8', 'При'],
  ['macintosh', '8a 9f db', 'äü€'],
  ['shift_jis', '93 fa 96 7b 81 5f b1 87 40', '日本＼ｱ①'],
  ['euc-jp', 'c6 fc cb dc ad a1', '日本①'],
  ['iso-2022-jp', '1b 24 42 46 7c 4b 5c 1b 28 42 21', '日本!'],
  ['gbk', 'd6 d0 ce c4 80', '中文€'],
  ['gb2312', 'd6 d0 ce c4', '中文'],
  ['gb18030', '81 30 84 36 94 39 fc 36', '\u00A5😀'],
  ['big5', 'a4 a4 a4 e5 88 62', '中文Ê̄'],
  ['big5-hkscs', '9c 71', '𠀡'],
  ['euc-kr', 'c7 d1 b1 db 8c 63', '한글똠'],
  ['ks_c_5601-1987', 'c7 d1', '한'],
  ['utf-16le', '53 00 f8 00', 'Sø'],
  ['utf-16be', '00 53 00 f8', 'Sø'],
]

describe('a body of a mail', () => {
  it.each(table)('in %s is read by the tables of the WHATWG', (charset, hex, text) => {
    expect(decodeText(bytes(hex), { charset })).toBe(text)
  })

  it('is read by names that mail programs use', () => {
    const names = {
      cp1252: 'windows-1252',
      'x-cp1251': 'windows-1251',
      cp932: 'shift_jis',
      'win-1251': 'windows-1251',
      utf_8: 'utf-8',
      'Latin-1': 'windows-1252',
      "'ISO-8859-2'": 'iso-8859-2',
      ms949: 'euc-kr',
      'x-gbk': 'gbk',
      'ks_c_5601-1987': 'euc-kr',
    }
    for (const [name, encoding] of Object.entries(names))
      expect([name, encodingOf(name)]).toEqual([name, encoding])
  })

  it('says by its bytes what its header leaves open', () => {
    const soren = bytes('53 f8 72 65 6e')
    expect(decodeText(soren, {})).toBe('Søren')
    expect(decodeText(soren, { charset: 'x-unknown' })).toBe('Søren')
    expect(decodeText(Buffer.from('Søren'), { charset: 'iso-8859-1' })).toBe('Søren')
    expect(decodeText(Buffer.from('日本'), { charset: 'iso-2022-jp' })).toBe('日本')
    expect(decodeText(bytes('1b 24 42 46 7c 1b 28 42'), {})).toBe('日')
    expect(decodeText(bytes('1b 24 42 46 7c 1b 28 42'), { charset: 'us-ascii' })).toBe('日')
    expect(decodeText(bytes('f0 d2 c9'), { otherCharset: 'koi8-r' })).toBe('При')
    expect(decodeText(bytes('ff fe 53 00 f8 00'), { charset: 'utf-8' })).toBe('Sø')
    expect(decodeText(Buffer.from('Hello, this is it', 'utf16le'), {})).toBe('Hello, this is it')
    expect(decodeText(bytes('ef bb bf 53 c3 b8'), { charset: 'iso-8859-1' })).toBe('Sø')
  })

  it('in HTML alone says its charset in a meta', () => {
    const read = (html: string) => decodeText(Buffer.from(html, 'latin1'), { isHtml: true })
    expect(read('<meta charset="iso-8859-2"><p>\xB1')).toContain('ą')
    expect(read('<META HTTP-EQUIV=Content-Type CONTENT="text/html; charset=koi8-r"><p>\xF0')).toContain('П')
    expect(read('<?xml version="1.0" encoding="windows-1251"?><p>\xCF')).toContain('П')
    expect(read('<meta charset="utf-16"><p>\xFC')).toContain('\uFFFD')
  })

  it('is never read as UTF-7 or an encoding that the WHATWG bans', () => {
    const text = '+ADw-script+AD4-'
    expect(decodeText(Buffer.from(text), { charset: 'utf-7' })).toBe(text)
    expect(decodeText(Buffer.from('~{<:Ky2;~}'), { charset: 'hz-gb-2312' })).toBe('~{<:Ky2;~}')
  })

  it('takes any bytes under any name', () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i)
    for (const [charset] of table) expect(typeof decodeText(all, { charset })).toBe('string')
  })
})

describe('a header of a mail', () => {
  it.each([
    ['=?UTF-8?B?S8M=?= =?UTF-8?B?tmxu?=', 'Köln'],
    ['=?UTF-8?Q?K=C3?=\r\n =?utf-8?B?tmxu?= is =?iso-8859-1*de?q?sch=F6n_?=', 'Köln is schön '],
    ['=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
    ['=?big5?B?pKSk5Q==?= =?gb2312?B?1tDOxA==?=', '中文中文'],
    ['=?windows-1252?Q?=80_100?=', '€ 100'],
    ['Re: =?x-unknown?Q?S=F8ren?=', 'Re: Søren'],
    ['=?utf-8?Q?broken', '=?utf-8?Q?broken'],
    ['a =?b?c', 'a =?b?c'],
  ])('%s', (header, text) => {
    expect(decodeHeader(header)).toBe(text)
  })

  it('has parameters, encoded and in parts (RFC 2231)', () => {
    expect(parameterOf("text/plain; charset*=us-ascii'en-us'iso-8859-1", 'charset')).toBe('iso-8859-1')
    expect(parameterOf('text/plain; charset*0=iso-; charset*1=8859-2; format=flowed', 'charset')).toBe(
      'iso-8859-2',
    )
    expect(parameterOf('text/html; x="a;charset=no"; CHARSET = "utf-8"', 'charset')).toBe('utf-8')
    expect(
      parameterOf("attachment; filename*0*=utf-8''%C3; filename*1*=%BCber; filename*2=.pdf", 'filename'),
    ).toBe('über.pdf')
    expect(parameterOf("attachment; filename*=iso-8859-1'de'gr%FC%DFe.txt", 'filename')).toBe('grüße.txt')
    expect(parameterOf('attachment; filename="=?utf-8?Q?gr=C3=BC=C3=9Fe?=.txt"', 'filename')).toBe(
      'grüße.txt',
    )
    expect(parameterOf('attachment', 'filename')).toBe(null)
  })
})

describe('format=flowed', () => {
  it('joins the lines of a paragraph, and keeps quotes and the signature apart', () => {
    const text =
      'We would \nrather pay \nmonthly.\n\n> Offer \n> ours\n>> deep \n> less\n From us\n-- \nJane '
    expect(joinFlowed(text, false)).toBe(
      'We would rather pay monthly.\n\n> Offer ours\n>> deep \n> less\nFrom us\n-- \nJane ',
    )
    expect(joinFlowed('日本 \n語', true)).toBe('日本語')
    expect(joinFlowed('a \n\nb', false)).toBe('a \n\nb')
  })
})
