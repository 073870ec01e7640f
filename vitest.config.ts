import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const contract = fileURLToPath(new URL('./packages/contract/src', import.meta.url))
const alias = [
  { find: /^@customer-intel\/contract$/, replacement: `${contract}/index.ts` },
  { find: /^@customer-intel\/contract\/(.*)$/, replacement: `${contract}/$1.ts` },
]

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/{contract,server,node-sdk}/test/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['packages/browser-tracker/test/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'browser',
          environment: 'node',
          include: ['{packages,tests}/**/*.browser.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
