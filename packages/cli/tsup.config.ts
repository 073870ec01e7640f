import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { bundledLicences } from '../../scripts/packages/licences.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  clean: true,
  // The SDK and what it needs: little is left to install, and little to load. The parser of the command line is
  // published without its licence, so it can't be bundled.
  noExternal: [/^@customer-intel\//, 'ky'],
  // Installed by whoever wants it.
  external: ['@napi-rs/keyring'],
  esbuildOptions(options) {
    // What is published as modules, too, can be bundled in parts.
    options.mainFields = ['module', 'main']
    // The SDK from its source, and what a condition of one's own would leave out.
    options.conditions = ['customer-intel-source', 'module']
    // Lines and names are enough to find a place: the sources would double what is installed.
    options.sourcesContent = false
  },
  splitting: true,
  sourcemap: true,
  esbuildPlugins: [bundledLicences()],
  define: { __CLI_VERSION__: JSON.stringify(version), __SDK_VERSION__: JSON.stringify(version) },
})
