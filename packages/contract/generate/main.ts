// `pnpm generate`: writes what follows from the schemas, `src/generated`; with `--check` says whether that has been done.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderTexts } from './render-texts.ts'
import { renderTypes } from './render-types.ts'

const folder = fileURLToPath(new URL('../src/generated/', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))

for (const [name, render] of [
  ['types.ts', renderTypes],
  // Reads the docstrings of those types.
  ['type-texts.ts', renderTexts],
] as const) {
  const file = `${folder}${name}`
  const code = execFileSync(`${root}node_modules/.bin/oxfmt`, [`--stdin-filepath=${name}`], {
    input: await render(),
    encoding: 'utf8',
    cwd: root,
  })
  if (existsSync(file) && readFileSync(file, 'utf8') === code) continue
  if (process.argv.includes('--check')) {
    console.error(`The schemas say something else than src/generated/${name}: run pnpm generate.`)
    process.exit(1)
  }
  writeFileSync(file, code)
}
