import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, platform, totalmem } from 'node:os'
import type { Table } from './table.ts'
import { toMarkdown } from './table.ts'

/** Puts the tables into the page, each in the place of the one with the same title; the others stay. */
export function updateResultsPage(path: string, tables: readonly Table[]): void {
  const page = existsSync(path) ? readFileSync(path, 'utf8') : introduction
  const sections = `${page.trimEnd()}\n\n`.split(/^(?=## )/m)
  for (const table of tables) {
    const text = `${toMarkdown(table)}\nMeasured on ${machine()}.\n\n`
    const index = sections.findIndex((section) => section.startsWith(`## ${table.title}\n`))
    if (index === -1) sections.push(text)
    else sections[index] = text
  }
  writeFileSync(path, `${sections.join('').trimEnd()}\n`)
}

export function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} cores, ${memory} GB of memory, ${platform()}, Node ${process.versions.node}`
}

const introduction = `# Benchmarks

\`pnpm bench\` measures everything on this page; \`pnpm bench ingest\` one part; \`--write\` puts the results here.
Server, query process and load generator share the machine. Data comes from a seeded generator and through the real
Ingest API, reads through the real tool gateway.

`
