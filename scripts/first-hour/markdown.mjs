import { readFileSync } from 'node:fs'

/**
 * The fenced blocks of a Markdown file in one language, in order, each with the heading that it stands under.
 *
 * @param {string} path
 * @param {string} language `sh`, `html`
 * @returns {{ heading: string, text: string }[]}
 */
export function readBlocks(path, language) {
  const blocks = []
  let heading = ''
  let open = null
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const fence = /^```(\w*)/.exec(line)
    if (open !== null && fence) {
      if (open.language === language) blocks.push({ heading: open.heading, text: open.lines.join('\n') })
      open = null
    } else if (open !== null) open.lines.push(line)
    else if (fence) open = { language: fence[1], heading, lines: [] }
    else if (/^#+ /.test(line)) heading = line.replace(/^#+ /, '')
  }
  return blocks
}

/**
 * The one block that holds a text. Throws when there is none, or several: then the document and this check have parted.
 *
 * @param {string} path
 * @param {string} language
 * @param {string} text
 */
export function blockWith(path, language, text) {
  const found = readBlocks(path, language).filter((block) => block.text.includes(text))
  if (found.length === 1) return found[0].text
  throw new Error(`${path} has ${found.length} ${language} blocks with ${JSON.stringify(text)}, not one`)
}

/** A block's commands: lines that end in `\`, or stand inside of quotes or a here-document, belong together; comments name what follows. */
export function commandsOf(block) {
  const commands = []
  let name = ''
  let lines = []
  for (const line of block.split('\n')) {
    if (lines.length === 0 && line.trim() === '') continue
    if (lines.length === 0 && line.startsWith('#')) {
      name = line.replace(/^#+\s*/, '')
      continue
    }
    lines.push(line)
    if (isOpen(lines.join('\n'))) continue
    commands.push({ name, command: lines.join('\n') })
    lines = []
  }
  return commands
}

/** Whether a shell would ask for another line. */
function isOpen(text) {
  if (text.endsWith('\\')) return true
  const [, end] = /<<(\w+)/.exec(text) ?? []
  if (end !== undefined) return !text.endsWith(`\n${end}`)
  // Without what is quoted whole, and without comments, whose apostrophes quote nothing.
  const bare = text.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"/g, '').replace(/\s#\s.*$/gm, '')
  return /['"]/.test(bare)
}
