// `pnpm generate`: writes what the SDK knows of the contract.
import { writeFileSync } from 'node:fs'
import { generateFiles } from './files.ts'

for (const [name, code] of Object.entries(generateFiles())) {
  writeFileSync(new URL(`../src/generated/${name}`, import.meta.url), code)
}
