import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { bundledLicencesOfPage } from '../../scripts/packages/licences.mjs'

/** Where the server runs that `npx vite` shows; with a key of it in `SVC_API_KEY` nobody needs to sign in. */
const { SVC_BASE_URL: target = 'http://127.0.0.1:8787', SVC_API_KEY: key } = process.env
const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` }

export default defineConfig({
  // The SDK from its source.
  resolve: { conditions: ['customer-intel-source', ...defaultClientConditions] },
  plugins: [react(), bundledLicencesOfPage()],
  define: { __SDK_VERSION__: JSON.stringify('console') },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssMinify: true,
    chunkSizeWarningLimit: 700,
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': { target, headers } } },
})
