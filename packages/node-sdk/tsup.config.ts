import { readFileSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** Of ky, what reports the progress of transfers is left out: the SDK reads every body whole. */
const withoutProgress: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-progress',
  setup(build) {
    build.onLoad({ filter: /[\\/]ky[\\/]distribution[\\/]utils[\\/]body\.js$/ }, () => ({
      contents: `
        export const getBodySize = () => 0
        export const streamRequest = (request) => request
        export const streamResponse = (response) => response
      `,
    }))
  },
}

export default defineConfig({
  entry: ['src/index.ts', 'src/track.ts', 'src/spool.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  minify: true,
  esbuildPlugins: [withoutProgress],
  define: { __SDK_VERSION__: JSON.stringify(version) },
  // The private contract, and ky: nothing is left to install.
  noExternal: [/^@customer-intel\/contract/, 'ky'],
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
})
