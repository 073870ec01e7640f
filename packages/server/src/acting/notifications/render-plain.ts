import { type Passage, readMarkdown, type Run } from './read-markdown.ts'

/** Renders Markdown as plain text: words and lists with their bullets, no markup. Pure. */
export function renderPlain(markdown: string): string {
  return readMarkdown(markdown).map(lineOf).join('\n')
}

function lineOf(passage: Passage): string {
  switch (passage.kind) {
    case 'code':
      return passage.text
    case 'item':
      return `${'  '.repeat(Math.min(passage.depth, 8))}${passage.number === null ? '-' : `${passage.number}.`} ${plainTextOf(passage.runs)}`
    case 'quote':
      return `> ${plainTextOf(passage.runs)}`
    default:
      return plainTextOf(passage.runs)
  }
}

export function plainTextOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('')
}
