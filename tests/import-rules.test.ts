import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint')

/** A tree of the same shape under the workspace's own lint configuration, where each file does one thing. */
let tree: string
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'import-rules-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
})
afterAll(() => rmSync(tree, { recursive: true }))

function lint(file: string, source: string): string[] {
  const path = join(tree, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', file], {
    cwd: tree,
    encoding: 'utf8',
  })
  rmSync(path)
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] }
  return diagnostics.map((diagnostic) => diagnostic.code)
}

const importing = (specifier: string) => `import { thing } from '${specifier}'\n\nexport const it = thing\n`
const server = 'packages/server/src'

describe('lint keeps the direction http → domain → store and log interfaces', () => {
  it.each([
    ['a tool', 'http', `${server}/tools/get-customer.ts`, '../http/respond.ts'],
    ['a tool', 'mcp', `${server}/tools/get-customer.ts`, '../mcp/server.ts'],
    ['a tool', 'a driver', `${server}/tools/get-customer.ts`, '../store/file/file-store.ts'],
    ['a domain folder', 'http', `${server}/customers/timeline.ts`, '../http/respond.ts'],
    ['a domain folder', 'a database', `${server}/customers/timeline.ts`, '@duckdb/node-api'],
    ['a domain folder', 'app.ts', `${server}/analytics/query.ts`, '../app.ts'],
    ['ingest', 'automations', `${server}/ingest/accept.ts`, '../automations/match.ts'],
    ['ingest', 'a log driver', `${server}/ingest/accept.ts`, '../store/file/log/file-log.ts'],
    ['http', 'a driver', `${server}/http/route.ts`, '../store/postgres/postgres-store.ts'],
    ['the identity core', 'the file system', `${server}/identity/merge.ts`, 'node:fs/promises'],
    ['a log driver', 'ingest', `${server}/store/file/log/file-log.ts`, '../../ingest/accept.ts'],
    ['a log interface', 'its driver', `${server}/log/log.ts`, './file/file-log.ts'],
    ['a store interface', 'its driver', `${server}/store/store.ts`, './file/file-store.ts'],
    ['the store suite', 'a driver', `${server}/store-suite/log-cases.ts`, '../store/file/file-store.ts'],
    ['the store suite', 'the domain', `${server}/store-suite/log-cases.ts`, '../projection/projector.ts'],
    ['the file driver', 'the postgres driver', `${server}/store/file/file-store.ts`, '../postgres/pool.ts'],
    ['the postgres driver', 'the file driver', `${server}/log/postgres/log.ts`, '../file/frame.ts'],
    [
      'the database process',
      'the rest of knowledge',
      `${server}/read-models/child.ts`,
      '../knowledge/to-fact.ts',
    ],
    ['the contract', 'Node', 'packages/contract/src/limits.ts', 'node:crypto'],
    ['the tracker', 'valibot', 'packages/browser-tracker/src/queue.ts', 'valibot'],
    ['the SDK', 'the server', 'packages/node-sdk/src/client.ts', '../../server/src/app.ts'],
  ])('%s may not import %s', (_who, _what, file, specifier) => {
    expect(lint(file, importing(specifier))).toEqual(['eslint(no-restricted-imports)'])
  })

  it.each([
    [`${server}/tools/get-customer.ts`, '../customers/timeline.ts'],
    [`${server}/http/route.ts`, '../ingest/accept.ts'],
    [`${server}/ingest/accept.ts`, '../store/ports.ts'],
    [`${server}/store/file/file-store.ts`, '../store.ts'],
    [`${server}/store/file/file-store.ts`, 'lowdb'],
    [`${server}/store-suite/log-cases.ts`, '../store/ports.ts'],
    [`${server}/main.ts`, './app.ts'],
    ['packages/node-sdk/src/client.ts', '@customer-intel/contract'],
  ])('%s may import %s', (file, specifier) => {
    expect(lint(file, importing(specifier))).toEqual([])
  })

  it('lets only config.ts read the environment', () => {
    const reading = 'export const port = process.env.PORT\n'
    expect(lint(`${server}/http/listen.ts`, reading)).toEqual(['node(no-process-env)'])
    expect(lint(`${server}/config.ts`, reading)).toEqual([])
  })
})
