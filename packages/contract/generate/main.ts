import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { typeTexts } from '../src/openapi/type-texts.ts'
import { describeTypes } from './describe-types.ts'

/** Writes what the docstrings say into the sources, for `/openapi.json`; `--check` says whether that has been done. */
const file = new URL('../src/openapi/type-texts.ts', import.meta.url)
const told = describeTypes()
if (isDeepStrictEqual(told, typeTexts)) process.exit(0)
if (process.argv.includes('--check')) {
  console.error('The docstrings say something else than src/openapi/type-texts.ts: run npm run generate.')
  process.exit(1)
}
const [head = ''] = readFileSync(file, 'utf8').split('export const')
writeFileSync(
  file,
  `${head}export const typeTexts: Record<string, TypeText> = ${JSON.stringify(told, null, 2)}\n`,
)
