/** Characters that can start markup, an address or a mention; `.` and `/` only inside words, as in addresses. */
const meaningful = /[\\`*_{}[\]<>#~|&@:!]|(?<=\S)[./](?=\S)/g

/**
 * Escapes a text as Markdown that shows just this text on one line: no markup, no mention, no link, no terminal control,
 * no change of text direction.
 */
export function escapeMarkdown(text: string): string {
  return flatten(text).replace(meaningful, String.raw`\$&`)
}

/** On one line, with single spaces, without control characters and lone surrogates. */
export function flatten(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
