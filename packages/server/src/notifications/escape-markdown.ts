/** What may begin something in Markdown, an address or a mention; a point only inside of a word, as addresses have it. */
const meaningful = /[\\`*_{}[\]<>#~|&@:!]|(?<=\S)[./](?=\S)/g

/**
 * A text as Markdown that shows it and nothing else, on one line: no markup, no mention, no link, nothing that steers a
 * terminal or turns the direction of what stands beside it.
 */
export function escapeMarkdown(text: string): string {
  return flatten(text).replace(meaningful, String.raw`\$&`)
}

/** On one line, with single blanks, without controls and half characters. */
export function flatten(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** The beginning of a text where it is too long, with what says so. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text
    .slice(0, length - 1)
    .replace(/\p{Surrogate}$/u, '')
    .trimEnd()}…`
}
