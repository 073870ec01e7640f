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
      return `${'  '.repeat(Math.min(passage.depth, 8))}${passage.number === null ? '-' : `${passage.number}.`} ${textOf(passage.runs)}`
    case 'quote':
      return `> ${textOf(passage.runs)}`
    default:
      return textOf(passage.runs)
  }
}

export function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('')
}
