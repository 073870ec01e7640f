import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogueText } from '../generate/catalogue-text.ts'

test('what the command line knows of the contract is what the contract says: else run `pnpm generate`', () => {
  const written = readFileSync(new URL('../src/generated/catalogue.ts', import.meta.url), 'utf8')
  expect(written).toBe(catalogueText())
})
