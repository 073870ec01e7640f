import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readContractTypes } from './contract-types.ts'
import { renderOperations } from './operations.ts'
import { renderResources, renderTools } from './resources.ts'
import { renderTypes } from './types.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const formatter = `${root}node_modules/.bin/oxfmt`

/** The files of `src/generated`, by name, as the contract has them. */
export function generateFiles(): Record<string, string> {
  const types = readContractTypes()
  return {
    'operations.ts': format(renderOperations()),
    'resources.ts': format(renderResources(types)),
    'tools.ts': format(renderTools(types)),
    'types.ts': format(renderTypes(types)),
  }
}

function format(code: string): string {
  return execFileSync(formatter, ['--stdin-filepath=generated.ts'], {
    input: code,
    encoding: 'utf8',
    cwd: root,
  })
}
