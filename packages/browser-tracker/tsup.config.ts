import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'

const shared: Options = {
  target: 'es2019',
  // The contract has no package of its own to install: what is used of it goes into ours.
  noExternal: [/^@customer-intel\/contract/],
}

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts', react: 'src/react.ts', vue: 'src/vue.ts' },
    format: ['esm', 'cjs'],
    // One tracker, whichever entry it comes through.
    splitting: true,
    treeshake: true,
    sourcemap: true,
    dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
    external: ['react', 'vue'],
    async onSuccess() {
      // Components with hooks run in the browser: React's server components have to be told. Bundlers drop the directive.
      for (const file of ['dist/react.js', 'dist/react.cjs'])
        writeFileSync(file, `'use client';${readFileSync(file, 'utf8')}`)
    },
  },
  {
    ...shared,
    entry: { svc: 'src/script.ts' },
    format: 'iife',
    minify: 'terser',
    terserOptions: {
      ecma: 2019,
      // Nothing of the script's becomes a global of the page.
      toplevel: false,
      compress: { passes: 2, unsafe_arrows: true, pure_getters: true, lhs_constants: false },
      // A copy may be served without saying its encoding.
      format: { ascii_only: true },
    },
    esbuildOptions(options) {
      options.minifySyntax = true
      // No "use strict" in front: nothing here means something else without it.
      options.tsconfig = undefined
      options.tsconfigRaw = { compilerOptions: { alwaysStrict: false } }
    },
    outExtension: () => ({ js: '.js' }),
    async onSuccess() {
      // What a page pins the script to: `<script src="…/svc-<version>.js" integrity="…" crossorigin="anonymous">`.
      const digest = createHash('sha384').update(readFileSync('dist/svc.js')).digest('base64')
      writeFileSync('dist/svc.js.integrity', `sha384-${digest}\n`)
    },
  },
])
