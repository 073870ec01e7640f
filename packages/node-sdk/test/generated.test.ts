import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { generateFiles } from '../generate/files.ts'

const folder = fileURLToPath(new URL('../src/generated/', import.meta.url))

test('what the SDK knows of the contract is what the contract says: else run `pnpm generate`', () => {
  const files = generateFiles()
  const written = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(`${folder}${name}`, 'utf8')]),
  )
  expect(written).toEqual(files)
})
