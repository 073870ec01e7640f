import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { bundledLicences } from '../../scripts/packages/licences.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

export default defineConfig({
  entry: ['src/index.ts', 'src/track.ts', 'src/spool.ts', 'src/csv.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  sourcemap: true,
  define: { __SDK_VERSION__: JSON.stringify(version) },
  // The private contract, ky and the parser of streams: nothing is left to install, and an edge runtime needs no module loader.
  noExternal: [/^@customer-intel\/contract/, 'ky', /^eventsource-parser/],
  esbuildPlugins: [bundledLicences()],
  dts: { compilerOptions: { ignoreDeprecations: '6.0', stripInternal: true } },
})
