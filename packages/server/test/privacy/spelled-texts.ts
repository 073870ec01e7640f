/** An address in the spellings that an erasure recognises. */
export function spellingsOf(email: string): string[] {
  const each = (spell: (character: string) => string) => [...email].map(spell).join('')
  const hex = (character: string, length: number) =>
    character.charCodeAt(0).toString(16).padStart(length, '0')
  const at = (spelling: string) => email.replace('@', spelling)
  return [
    email,
    email.toUpperCase(),
    at('%40'),
    each((character) => `%${hex(character, 2)}`),
    each((character) => `%${hex(character, 2).toUpperCase()}`),
    at('%2540'),
    at('%25252540').replaceAll('.', '%25252E'),
    at(String.raw`\u0040`),
    each((character) => String.raw`\u${hex(character, 4)}`),
    at(String.raw`\\u0040`),
    at(String.raw`\x40`),
    at('&#64;'),
    at('&#x40;').replaceAll('.', '&period;'),
    at('&commat;'),
    at('&amp;#064;'),
  ]
}

/** What may stand around an address. */
export const places: readonly [before: string, after: string][] = [
  ['', ''],
  ['/u/-', '-'],
  ['/u/-', '-/settings'],
  ['/u/', '-settings.html'],
  ['/avatars/', '.png'],
  ['https://x.test/?to=', '&n=1'],
  ['https://x.test/?next=%2Fu%2F', '%26n=1'],
  ['https://x.test/?next=%252Fu%252F-', '%2526n=1'],
  [String.raw`{\"to\":\"`, String.raw`\"}`],
  [String.raw`{\"url\":\"https:\\/\\/x\\/`, String.raw`\"}`],
  [String.raw`first\n`, String.raw`\nnext`],
  [String.raw`\u003c`, String.raw`\u003e`],
  ['mailto:', '. Then'],
  ['&lt;', '&gt;'],
]
