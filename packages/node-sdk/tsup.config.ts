import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { defineConfig } from 'tsup'
import { bundledLicences } from '../../scripts/packages/licences.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

export default defineConfig(({ outDir = 'dist' }) => ({
  entry: ['src/index.ts', 'src/track.ts', 'src/spool.ts', 'src/csv.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  sourcemap: true,
  define: { __SDK_VERSION__: JSON.stringify(version) },
  // The private contract, ky and the parsers: nothing is left to install, and an edge runtime needs no module loader.
  noExternal: [/^@customer-intel\/contract/, 'ky', /^eventsource-parser/, /^csv-parse/],
  esbuildPlugins: [bundledLicences()],
  async onSuccess() {
    // Nearly all of it is a parser with streams of its own, which nobody reads here.
    for (const name of readdirSync(outDir).filter((file) => /^csv\.c?js$/.test(file))) {
      const file = join(outDir, name)
      const { code } = transformSync(readFileSync(file, 'utf8'), { minify: true, target: 'es2022' })
      writeFileSync(file, code.replace(/\/\/# sourceMappingURL=.*\n?$/, ''))
      rmSync(`${file}.map`)
    }
  },
  dts: { compilerOptions: { ignoreDeprecations: '6.0', stripInternal: true } },
}))
