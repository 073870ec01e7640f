import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint')

/** A copy of the packages' real source under the workspace's own lint configuration; each probe is one file more in it. */
let tree: string
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'import-rules-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  for (const name of ['contract', 'browser-tracker', 'node-sdk', 'cli', 'server'])
    cpSync(join(root, 'packages', name, 'src'), join(tree, 'packages', name, 'src'), { recursive: true })
})
afterAll(() => rmSync(tree, { recursive: true }))

/** What lint says of a file in a folder that is there; without a name, of a new one. */
function lint(path: string, source: string): string[] {
  const file = path.endsWith('.ts') ? path : `${path}/probe.ts`
  expect(existsSync(dirname(join(tree, file))), `the folder of ${file}`).toBe(true)
  const before = existsSync(join(tree, file)) ? readFileSync(join(tree, file)) : null
  writeFileSync(join(tree, file), source)
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', file], {
    cwd: tree,
    encoding: 'utf8',
  })
  if (before === null) rmSync(join(tree, file))
  else writeFileSync(join(tree, file), before)
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] }
  return diagnostics.map((diagnostic) => diagnostic.code).filter((code) => !code.startsWith('import'))
}

const importing = (specifier: string) => `import { thing } from '${specifier}'\n\nexport const it = thing\n`
const server = 'packages/server/src'
const file = '/store/file/file-store.ts'

/** A specifier that leads from a folder of the server's source to one of its files, which is there. */
function to(target: string, folder: string): string {
  const path = target.startsWith('/') ? join(tree, server, target) : null
  if (path === null) return target
  expect(existsSync(path), target).toBe(true)
  const specifier = relative(join(tree, dirname(`${folder}/x`)), path)
  return specifier.startsWith('.') ? specifier : `./${specifier}`
}

describe('lint keeps the direction http → domain → ports, and drivers know ports alone', () => {
  it.each([
    ['tools', '/http/reply.ts'],
    ['tools', file],
    ['tools', '/mcp/mcp-server.ts'],
    ['customers', '/mcp/mcp-server.ts'],
    ['mcp', file],
    ['mcp', '/app.ts'],
    ['customers', '/http/reply.ts'],
    ['customers', '@duckdb/node-api'],
    ['analytics', '/app.ts'],
    ['ingest', file],
    ['http', '/store/postgres/postgres-store.ts'],
    ['identity', 'node:fs/promises'],
    ['program', file],
    ['program', '/store/memory/memory-store.ts'],
    ['workspaces', file],
    ['workspaces', '/http/reply.ts'],
    ['usage', file],
    ['signals', file],
    ['signals', '/http/reply.ts'],
    ['privacy', file],
    ['metrics', file],
    ['explain', file],
    ['explain', '/http/reply.ts'],
    ['merge-suggestions', '/http/reply.ts'],
    ['metrics', '/http/reply.ts'],
    ['usage', '/http/reply.ts'],
    ['read-models', file],
    ['log', '/ingest/accept.ts'],
    ['log', file],
    ['store', file],
    ['store', '/workspaces/workspace.ts'],
    ['store/file', '/ingest/accept.ts'],
    ['store/file', '/workspaces/workspace.ts'],
    ['store/file', '/log/record.ts'],
    ['store/file', '/store/postgres/postgres-store.ts'],
    ['store/file', '@customer-intel/contract'],
    ['store/file/log', '/read-models/read-models.ts'],
    ['store/memory', file],
    ['store/memory', '/workspaces/workspace.ts'],
    ['store/postgres', file],
    ['store/postgres', '/workspaces/workspace.ts'],
    ['store-suite', file],
    ['store-suite', '/projection/projector.ts'],
  ])('%s may not import %s', (folder, target) => {
    const at = `${server}/${folder}`
    expect(lint(at, importing(to(target, at)))).toEqual(['eslint(no-restricted-imports)'])
  })

  it.each([
    ['packages/contract/src', 'node:crypto'],
    ['packages/browser-tracker/src', 'valibot'],
    ['packages/cli/src', '../../server/src/app.ts'],
    ['packages/cli/src', '@customer-intel/contract'],
    ['packages/node-sdk/src', '../../server/src/app.ts'],
  ])('%s may not import %s', (folder, specifier) => {
    expect(lint(folder, importing(specifier))).toEqual(['eslint(no-restricted-imports)'])
  })

  it.each([
    ['tools', '/store/ports.ts'],
    ['http', '/ingest/accept.ts'],
    ['ingest', '/log/record.ts'],
    ['store/file', '/store/ports.ts'],
    ['store/file', '/errors.ts'],
    ['store/file', '/durable-files.ts'],
    ['store/file', 'lowdb'],
    ['store/postgres', 'pg'],
    ['store-suite', '/store/ports.ts'],
    ['workspaces', '/read-models/read-models.ts'],
    ['program/open-store.ts', file],
    ['index.ts', file],
    ['main.ts', '/errors.ts'],
  ])('%s may import %s', (folder, target) => {
    const at = `${server}/${folder}`
    expect(lint(at, importing(to(target, at.endsWith('.ts') ? dirname(at) : at)))).toEqual([])
  })

  it('lets only config.ts read the environment', () => {
    const reading = 'export const port = process.env.PORT\n'
    expect(lint(`${server}/http`, reading)).toEqual(['node(no-process-env)'])
    expect(lint(`${server}/config.ts`, reading)).toEqual([])
  })
})
