/** A line of a mail. */
export interface MailLine {
  text: string
  /** Whether it is marked as quoted: by `>` or a border, or surely by the mail program. */
  quoted: false | 'maybe' | 'surely'
  /** Whether the mail program marks everything from here on as quoted. */
  startsQuote?: boolean
  /** Whether the mail program marks it as part of the signature. */
  inSignature?: boolean
}

/** The lines of a plain text: quoted ones begin with `>`. */
export function linesOfText(text: string): MailLine[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => ({ text: line, quoted: /^ {0,3}>(?!:?\s*$)|^>\s*$/.test(line) ? 'maybe' : false }))
}

export function isBlank({ text }: MailLine): boolean {
  return text.trim() === ''
}

/** The text of lines, without blank ones around and without more than one between. */
export function textOfLines(lines: readonly MailLine[]): string {
  return lines
    .map(({ text }) => text.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
