import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../../../docs/tracker-delivery.md', import.meta.url))

const introduction = `# What the tracker delivers

Written by the tracker's browser tests, which drive a real Chromium (and Firefox, where it is installed, through the
most important of these situations) against the real server, with a proxy between them that misbehaves:
\`SVC_WRITE_RESULTS=1 npx vitest run --project browser packages/browser-tracker\`.
`

/** Puts a section in place of the one of the same title, when results are to be written. */
export const writeResults = (title: string, text: string): void => {
  if (!process.env['SVC_WRITE_RESULTS']) return
  const sections = (existsSync(file) ? readFileSync(file, 'utf8') : '').split(/^## /m).slice(1)
  const others = sections
    .filter((section) => !section.startsWith(`${title}\n`))
    .map((section) => section.trim())
  const all = [...others, `${title}\n\n${text.trim()}`].sort()
  writeFileSync(file, `${introduction}\n${all.map((section) => `## ${section}\n`).join('\n')}`)
}
