import { defineConfig, type Options } from 'tsup'

const shared: Options = {
  target: 'es2018',
  treeshake: true,
  // The contract has no package of its own to install: what is used of it goes into ours.
  noExternal: [/^@customer-intel\/contract/],
}

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts' },
    format: ['esm', 'cjs'],
    dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
    external: ['react', 'vue'],
  },
  {
    ...shared,
    entry: { svc: 'src/script.ts' },
    format: 'iife',
    minify: 'terser',
    terserOptions: {
      ecma: 2018,
      compress: { passes: 3, unsafe_arrows: true, pure_getters: true },
      format: { comments: false },
    },
    outExtension: () => ({ js: '.js' }),
  },
])
