// Whatever a name or a text holds: it is shown, and does nothing.
import fc from 'fast-check'
import { lexer, type Token } from 'marked'
import { expect, test } from 'vitest'
import { processorMs } from '../../../../tests/support/growth.ts'
import { escapeMarkdown, flatten } from '../../src/acting/notifications/escape-markdown.ts'
import { readMarkdown } from '../../src/acting/notifications/read-markdown.ts'
import { renderChat } from '../../src/acting/notifications/render-chat.ts'
import { renderPlain } from '../../src/acting/notifications/render-plain.ts'

const pieces = [
  '*',
  '_',
  '~',
  '`',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '!',
  '#',
  '|',
  '&',
  '&amp;',
  '&lt;',
  '\\',
  '@here',
  '<!channel>',
  '<@U012AB3CD>',
  '<https://evil.example|click>',
  '[click](https://evil.example)',
  'https://evil.example',
  'www.evil.example',
  'someone@evil.example',
  'mailto:a@b.example',
  ':wave:',
  '\n',
  '\r\n# ',
  '\n- ',
  '\n> ',
  '\n```\n',
  '1. ',
  ' ',
  'Acme',
  '\u202e',
  '\u200b',
  '\ud800',
  '<script>',
]
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

/** Every token of a text, at whatever depth. */
function* tokensOf(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token
    if ('tokens' in token && token.tokens) yield* tokensOf(token.tokens)
    if ('items' in token) yield* tokensOf((token as { items: Token[] }).items)
  }
}

test('an escaped name stays one text: no markup, no link, and the same letters', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const markdown = `Why: ${escapeMarkdown(name)} is quiet`
      const kinds = [...tokensOf(lexer(markdown))].map(({ type }) => type)
      expect(kinds.filter((type) => !['paragraph', 'text', 'escape'].includes(type))).toEqual([])
      expect(renderPlain(markdown)).toBe(`Why: ${flatten(name)} is quiet`)
    }),
    { numRuns: 3_000 },
  )
})

test('in chat every text is literal, whatever stands in it', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, text, subject) => {
      const message = renderChat({ title, text, subject })
      const said = JSON.stringify(message.blocks)
      // No element but these: a link, a mention or a user is an element of its own type.
      const types = new Set([...said.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type))
      for (const type of types)
        expect([
          'header',
          'context',
          'plain_text',
          'rich_text',
          'rich_text_section',
          'rich_text_list',
          'rich_text_quote',
          'rich_text_preformatted',
          'text',
        ]).toContain(type)
      expect(message.text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/)
      expect(message).toMatchObject({ parse: 'none', link_names: false, mrkdwn: false })
    }),
    { numRuns: 2_000 },
  )
})

test('what the sender formats is formatted', () => {
  const { blocks } = renderChat({
    title: 'Acme & Söhne',
    text: '# Renewal\n\nThey **renew** in _May_, see [the deal](https://crm.example/1).\n\n- one\n  1. `two`\n\n> quoted\n\n```\ncode\n```',
    severity: 'high',
  })
  expect(blocks).toMatchObject([
    { type: 'header', text: { text: 'Acme & Söhne' } },
    {
      elements: [
        { type: 'rich_text_section', elements: [{ text: 'Renewal', style: { bold: true } }, { text: '\n' }] },
        {
          elements: [
            { text: 'They ' },
            { text: 'renew', style: { bold: true } },
            { text: ' in ' },
            { text: 'May', style: { italic: true } },
            { text: ', see ' },
            { text: 'the deal' },
            { text: ' (https://crm.example/1)' },
            { text: '.' },
            { text: '\n' },
          ],
        },
        { type: 'rich_text_list', style: 'bullet', indent: 0 },
        { type: 'rich_text_list', style: 'ordered', indent: 1, elements: [{ elements: [{ text: 'two' }] }] },
        { type: 'rich_text_quote', elements: [{ text: 'quoted' }] },
        { type: 'rich_text_preformatted', elements: [{ text: 'code' }] },
      ],
    },
    { type: 'context', elements: [{ text: 'high' }] },
  ])
})

test('plain text has the words and no markup', () => {
  expect(renderPlain('**Bold** [x](https://y.example)\n\n- a\n- b\n\n| h | i |\n|---|---|\n| 1 | 2 |')).toBe(
    'Bold x (https://y.example)\n- a\n- b\nh | i\n1 | 2',
  )
})

/** Rows that lack most of their cells, which the parser adds. */
const wideTable = `|${'a|'.repeat(2_000)}\n|${'-|'.repeat(2_000)}\n${'|\n'.repeat(1_000)}`

test.each([
  '*a_',
  '[',
  '> ',
  '- ',
  '1. ',
  'a**b_c~~',
  '<',
  '![',
  '[](',
  '`a',
  'a|',
  '|-',
  '&',
  '\\*',
  '[a]: b\n',
  '|\n',
  '|a|b|\n|-|-|\n',
  wideTable,
])('a text made to be slow is rendered within 100 ms: %.20s', async (unit) => {
  const slow = unit.repeat(Math.ceil(100_000 / unit.length))
  let shortest = Infinity
  for (let time = 0; time < 5 && shortest > 100; time++) {
    // Another start each time, since the same text is parsed once.
    const text = `${time}\n\n${slow}`
    shortest = Math.min(shortest, await processorMs(() => renderChat({ title: 'Slow', text })))
  }
  expect(shortest).toBeLessThan(100)
})

test('a message is parsed once, whatever number of destinations and attempts it has', () => {
  const parsed = readMarkdown('They **renew** in May.')
  expect(readMarkdown('They **renew** in May.')).toBe(parsed)
})

test('what stands in blocks nested too deep is shown as it was written', () => {
  const text = `${'> '.repeat(60)}they renew`
  expect(renderPlain(text)).toBe(text)
  expect(renderPlain(`${'> '.repeat(20)}they renew`)).toBe('> they renew')
})

test('lists, quotes, headings and tables keep their places in each other', () => {
  expect(
    readMarkdown(
      '3. # head\n4. one\n\n   two\n   - > quoted\n\n> - in\n>\n> | a | b |\n> |---|---|\n> | 1 | |',
    ),
  ).toEqual([
    { kind: 'item', depth: 0, number: 3, runs: [] },
    { kind: 'heading', runs: [{ text: 'head' }] },
    { kind: 'item', depth: 0, number: 4, runs: [{ text: 'one' }] },
    { kind: 'paragraph', runs: [{ text: 'two' }] },
    { kind: 'item', depth: 1, number: null, runs: [] },
    { kind: 'quote', runs: [{ text: 'quoted' }] },
    { kind: 'item', depth: 0, number: null, runs: [{ text: 'in' }] },
    { kind: 'quote', runs: [{ text: 'a' }, { text: ' | ' }, { text: 'b' }] },
    { kind: 'quote', runs: [{ text: '1' }, { text: ' | ' }] },
  ])
})

test('inside a line styles add up, links show their address, images their description', () => {
  expect(
    readMarkdown(
      '**a _b_ ~~c~~** [d **e**](https://x.example/ü) <https://x.example> ![f](g.png) ![](h.png) `i`\\\nj & &amp; <b>',
    ),
  ).toEqual([
    {
      kind: 'paragraph',
      runs: [
        { text: 'a ', bold: true },
        { text: 'b', bold: true, italic: true },
        { text: ' ', bold: true },
        { text: 'c', bold: true, strike: true },
        { text: ' ' },
        { text: 'd ' },
        { text: 'e', bold: true },
        { text: ' (https://x.example/ü)' },
        { text: ' ' },
        { text: 'https://x.example' },
        { text: ' ' },
        { text: 'f' },
        { text: ' ' },
        { text: 'h.png' },
        { text: ' ' },
        { text: 'i', code: true },
        { text: '\n' },
        { text: 'j & & <b>' },
      ],
    },
  ])
})
