import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, test } from 'vitest'
import { bare, documentedCommands, notRun } from '../scripts/first-hour/documented.mjs'
import { commandsOf, readBlocks } from '../scripts/first-hour/markdown.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const documented = documentedCommands(root)

it('a command that the first hour leaves out is there, and what is said to show it too', () => {
  for (const [file, which, reason] of notRun) {
    const found = documented.filter((entry) => entry.file === file && which.test(bare(entry.command)))
    expect(found, `${file} ${which}`).not.toEqual([])
    for (const [path] of reason.matchAll(/packages\/[\w/.-]*\w/g))
      expect(existsSync(`${root}/${path}`), path).toBe(true)
  }
})

it('documents write commands in blocks of sh, where they are found', () => {
  const files = new Set(documented.map(({ file }) => file))
  expect(files.size).toBeGreaterThan(15)
  for (const file of files)
    for (const language of ['bash', 'shell', 'console', 'zsh'])
      expect(readBlocks(`${root}/${file}`, language), `${file}: ${language}`).toEqual([])
})

test('a command goes on as long as a shell would ask for more', () => {
  const block = "# who\nask 'a\nb' # it's\ncurl \\\n  -d \"x\"\ncat <<EOF\n1\nEOF\nlast"
  expect(commandsOf(block)).toEqual([
    { name: 'who', command: "ask 'a\nb' # it's" },
    { name: 'who', command: 'curl \\\n  -d "x"' },
    { name: 'who', command: 'cat <<EOF\n1\nEOF' },
    { name: 'who', command: 'last' },
  ])
})
