import { expect, test } from 'vitest'
import { listContractTypes } from './support/contract-types.ts'
import { writeContractText } from './support/contract-text.ts'

test('what the SDK knows of the contract is what the contract says (run with -u after a change)', async () => {
  const file = [
    '// Written by test/contract-text.test.ts from the contract: run it with -u when the contract has changed.',
    'export const contractText = `',
    writeContractText(),
    '`',
    '',
  ].join('\n')
  await expect(file).toMatchFileSnapshot('../src/generated/contract-text.ts')
})

test('every type of an input or an answer can be imported from the SDK (run with -u after a change)', async () => {
  const file = [
    '// Written by test/contract-text.test.ts from the contract: run it with -u when the contract has changed.',
    'export type {',
    ...listContractTypes().map((name) => `  ${name},`),
    "} from '@customer-intel/contract'",
    '',
  ].join('\n')
  await expect(file).toMatchFileSnapshot('../src/generated/types.ts')
})
