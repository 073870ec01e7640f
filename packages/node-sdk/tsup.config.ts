import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { leanKy } from './build/lean-ky.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** Fields of objects that neither callers nor a spool get to see, nor any that the platform knows. */
const internalFields =
  /^(?:afterMs|generation|isCommand|isIdempotent|isOptional|isReadOnly|isRepeatable|onSettled|putBack|refused|retryAfter|takeAll|timeoutError)$/

export default defineConfig({
  entry: ['src/index.ts', 'src/track.ts', 'src/spool.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  minify: 'terser',
  terserOptions: {
    ecma: 2020,
    module: true,
    compress: { passes: 4, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
  },
  esbuildPlugins: [leanKy],
  esbuildOptions(options) {
    // Besides terser, for the names of private members.
    options.minify = true
    options.mangleProps = internalFields
  },
  define: { __SDK_VERSION__: JSON.stringify(version) },
  // The private contract, and ky: nothing is left to install.
  noExternal: [/^@customer-intel\/contract/, 'ky'],
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
})
