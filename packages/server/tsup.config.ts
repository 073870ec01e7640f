import { copyFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    main: 'src/main.ts',
    // The parent starts this file as a process of its own: it has to stand beside `main.js` under this name.
    'duckdb-child': 'src/store/file/duckdb/child.ts',
  },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  clean: true,
  // The private contract has no package of its own to install: it goes into ours.
  noExternal: [/^@customer-intel\/contract/],
  dts: { entry: { index: 'src/index.ts' }, compilerOptions: { ignoreDeprecations: '6.0' } },
  async onSuccess() {
    // The tracker's script, served at /svc.js also where only this package is installed.
    await copyFile('../browser-tracker/dist/svc.js', 'dist/svc.js')
  },
})
