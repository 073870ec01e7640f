import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { linesOfHtml } from '../../../src/integrations/mail/html-lines.ts'
import { linesOfText } from '../../../src/integrations/mail/mail-lines.ts'
import { ownWords } from '../../../src/integrations/mail/own-words.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const cases = read('quoted-mails.md')
  .split(/^## /m)
  .slice(1)
  .map((part) => {
    const [head = '', mail = '', own = ''] = part.split(/^~~~\n/m)
    const [title = '', subject] = head.split('\n')
    return { title, subject: /^Subject: (.*)$/.exec(subject ?? '')?.[1] ?? null, mail, own: own.trim() }
  })
interface MailLanguage {
  language: string
  block: string
  attribution: string
  device: string
}
const languages = JSON.parse(read('mail-languages.json')) as MailLanguage[]

const own = 'Seats: 10\n\nWe would rather pay monthly.'
const ours = 'We think of cancelling your discount.'
const inText = (text: string) => ownWords(linesOfText(text), 'Re: Offer')
const inHtml = (html: string) => ownWords(linesOfHtml(html), 'Re: Offer')
const asHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>\n')

describe('what the author of a mail wrote', () => {
  it.each(cases)('$title', ({ title, subject, mail, own: expected }) => {
    const lines = title.endsWith('(html)') ? linesOfHtml(mail) : linesOfText(mail)
    expect(ownWords(lines, subject)).toBe(expected)
  })

  it.each(languages)('in $language, without a block of labels, quoted lines and the device', (words) => {
    const { block, attribution, device } = words
    expect(inText(`${own}\n\n${block}\n\n${ours}`)).toBe(own)
    expect(inText(`${own}\n${'_'.repeat(32)}\n${block}\n\n${ours}`)).toBe(own)
    expect(inHtml(`<p>${asHtml(own)}</p><div>${asHtml(block)}</div><p>${ours}</p>`)).toBe(own)
    expect(inText(`${own}\n\n${attribution}\n> ${ours}`)).toBe(own)
    expect(inText(`${own}\n\n${attribution}\n\n${ours}`)).toBe(own)
    expect(inText(`${attribution}\n> ${ours}\n\n${own}`)).toBe(own)
    expect(inText(`${own}\n\n${device}`)).toBe(own)
    expect(inText(`${own}\n\n${device}\n\n${attribution}\n> ${ours}`)).toBe(own)
  })
})
