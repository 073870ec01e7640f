import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { patienceMs } from './tests/support/patience.ts'

const contract = fileURLToPath(new URL('./packages/contract/src', import.meta.url))
const support = (name: string) => fileURLToPath(new URL(`./tests/support/${name}.ts`, import.meta.url))
const setupFiles = ['fail-on-console', 'wait-patiently', 'leave-nothing'].map(support)
const globalSetup = support('build-programs')
const resolve = {
  alias: [
    { find: /^@customer-intel\/contract$/, replacement: `${contract}/index.ts` },
    { find: /^@customer-intel\/contract\/(.*)$/, replacement: `${contract}/$1.ts` },
    { find: /^\.\/child-program\.ts$/, replacement: support('built-child-program') },
  ],
}
const ignored = ['**/node_modules/**', '**/dist/**']
/** For what happens or doesn't: a busy machine with two slow cores takes many times as long as a quiet one. */
const patience = {
  testTimeout: 3 * patienceMs,
  hookTimeout: 3 * patienceMs,
  expect: { poll: { timeout: patienceMs } },
}

export default defineConfig({
  resolve,
  test: {
    // Tests wait for servers and databases more than they work.
    maxWorkers: '100%',
    projects: [
      {
        resolve,
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/{contract,server,node-sdk,cli}/test/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...ignored, '**/*.browser.test.ts'],
          setupFiles,
          globalSetup,
          ...patience,
        },
      },
      {
        resolve,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['packages/browser-tracker/test/**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.browser.test.ts'],
          setupFiles,
          ...patience,
        },
      },
      {
        resolve,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['{packages,tests}/**/*.browser.test.ts'],
          exclude: ignored,
          setupFiles,
          globalSetup,
          ...patience,
          fileParallelism: false,
        },
      },
    ],
  },
})
