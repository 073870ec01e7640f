export interface Table {
  title: string
  /** What was done, in a sentence or two, so that the numbers can be read without the source. */
  about: string
  columns: string[]
  rows: string[][]
  /** What is not as it has to be: the program's exit code is 1 then. */
  failures?: string[]
}

/** The table in Markdown, with its title as a heading. */
export function toMarkdown({ title, about, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = line(columns.map((_, index) => (index === 0 ? '---' : '---:')))
  return [`## ${title}`, '', about, '', line(columns), rule, ...rows.map(line), ''].join('\n')
}

/** Three significant digits: what a measurement on a shared machine can mean. */
export function figure(value: number, unit = ''): string {
  if (!Number.isFinite(value)) return '–'
  const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
  return `${rounded.toLocaleString('en-US')}${unit && ` ${unit}`}`
}
