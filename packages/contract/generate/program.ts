import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The folder of the contract's sources. */
export const sources = fileURLToPath(new URL('../src/', import.meta.url))

/** The contract's sources as TypeScript sees them. */
export function readProgram(files: readonly string[]): ts.Program {
  return ts.createProgram(
    files.map((file) => `${sources}${file}`),
    {
      strict: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      types: [],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
  )
}

/** The sources that people write, by their paths below `src`. */
export function writtenSources(): string[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.startsWith('generated'))
    .sort()
}
