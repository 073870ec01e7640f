import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { patienceMs } from './tests/support/patience.ts'

const contract = fileURLToPath(new URL('./packages/contract/src', import.meta.url))
const support = (name: string) => fileURLToPath(new URL(`./tests/support/${name}.ts`, import.meta.url))
const setupFiles = ['fail-on-console', 'wait-patiently'].map(support)
/** Packages of this workspace are imported from their sources; the others as Vite does it. */
const ssr = { resolve: { conditions: ['customer-intel-source', 'module', 'node', 'development|production'] } }
const resolve = {
  alias: [
    { find: /^@customer-intel\/contract$/, replacement: `${contract}/index.ts` },
    { find: /^@customer-intel\/contract\/(.*)$/, replacement: `${contract}/$1.ts` },
    { find: /^\.\/child-program\.ts$/, replacement: support('built-child-program') },
  ],
}
const ignored = ['**/node_modules/**', '**/dist/**']
const consoleTests = 'packages/console/test/**/*.browser.test.ts'
const node = {
  environment: 'node' as const,
  setupFiles,
  globalSetup: support('build-programs'),
}
/** Folders of the server's tests whose files share workers: to be gone on with, folder by folder. */
const sharing =
  'analytics customers http identity ingest mcp notifications outgoing projection read-models records secrets signals tools work workspaces'
/**
 * Tests whose files share a worker, which loads the source once. The others have a worker each: those that replace modules,
 * what leaves a process behind for a moment (a full disk), and what nobody has tried yet.
 */
const shared = ['contract/test', ...sharing.split(' ').map((folder) => `server/test/${folder}`)].map(
  (folder) => `packages/${folder}/**/!(full-disk).test.ts`,
)
/** For what happens or doesn't: a busy machine with two slow cores takes many times as long as a quiet one. */
const patience = {
  testTimeout: 3 * patienceMs,
  hookTimeout: 3 * patienceMs,
  expect: { poll: { timeout: patienceMs } },
}

export default defineConfig({
  resolve,
  ssr,
  test: {
    // Tests wait for servers and databases more than they work.
    maxWorkers: '100%',
    projects: [
      {
        resolve,
        ssr,
        test: {
          ...node,
          ...patience,
          name: 'shared',
          include: shared,
          setupFiles: [...setupFiles, support('leave-nothing')],
          isolate: false,
        },
      },
      {
        resolve,
        ssr,
        test: {
          ...node,
          ...patience,
          name: 'node',
          include: [
            'packages/{console,contract,server,node-sdk,cli}/test/**/*.test.ts',
            'tests/**/*.test.ts',
          ],
          exclude: [...ignored, ...shared, '**/*.browser.test.ts'],
        },
      },
      {
        resolve,
        ssr,
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
        ssr,
        test: {
          ...node,
          ...patience,
          name: 'browser',
          include: ['{packages,tests}/**/*.browser.test.ts'],
          exclude: [...ignored, consoleTests],
          // One after the other, when the others are through, with the source loaded once.
          fileParallelism: false,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve,
        test: {
          ...node,
          ...patience,
          name: 'console',
          include: [consoleTests],
          globalSetup: [node.globalSetup, support('build-console')],
          // Two at a time: each worker loads the source once, and has one browser for all of its files.
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
