const contextLines = 2

/** What changes between two texts that differ in one place, line by line, as `diff -u` shows it. */
export function showChange(before: string, after: string): string {
  const old = linesOf(before)
  const now = linesOf(after)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const shown = [
    ...old.slice(Math.max(0, start - contextLines), start).map((line) => `  ${line}`),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
    ...now
      .slice(now.length - end)
      .slice(0, contextLines)
      .map((line) => `  ${line}`),
  ]
  return shown.map((line) => `${line}\n`).join('')
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
