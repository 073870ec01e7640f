import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  clean: true,
  // Everything that a command needs is in the package: nothing is left to install, and little to load.
  noExternal: [/.*/],
  splitting: true,
  sourcemap: true,
  define: { __CLI_VERSION__: JSON.stringify(version) },
})
