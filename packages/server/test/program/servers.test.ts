import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFirstOrganization } from '../../src/program/first-organization.ts'
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import { openWorkspaces } from '../../src/workspaces/open-workspaces.ts'
import { runSql, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startServerProcess } from '../support/server-process.ts'

let database: TestPostgres
let folder: string
const running = new Set<ChildProcess>()
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database.dispose())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'customer-intel-servers-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** A server process with a folder of its own. */
const startNode = (name: string, environment: Record<string, string>) =>
  startServerProcess({ SVC_DATA_DIR: join(folder, name), ...environment }, running)

const organizationsIn = async (url: string) =>
  (await runSql(url, 'select distinct organization from customer_intel.documents')).rowCount

describe('three servers that start at once on an empty database', () => {
  it('make one organization, whose keys all of them serve', async () => {
    const url = await database.createDatabase()
    const names = ['first', 'second', 'third']
    const nodes = await Promise.all(names.map((name) => startNode(name, { SVC_DATABASE_URL: url })))
    expect(await organizationsIn(url)).toBe(1)
    expect(new Set(nodes.map(({ publicKey }) => publicKey)).size).toBe(1)
    // Only one of them can show the key, which is kept as a hash.
    const apiKeys = nodes.map(({ apiKey }) => apiKey).filter((apiKey) => apiKey !== '')
    expect(apiKeys).toHaveLength(1)
    for (const node of nodes) {
      const headers = { authorization: `Bearer ${apiKeys[0]}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ tool: 'svc_schema', input: {} })
      expect((await fetch(`${node.url}/api/tools/call`, { method: 'POST', headers, body })).status).toBe(200)
    }
  })
  it('make one organization when all of them have seen that there is none', async () => {
    const url = await database.createDatabase()
    const presets = { initialApiKey: null, initialPublicKey: null, apiKey: null }
    const nodes = [1, 2, 3].map(() => openWorkspaces({ store: postgresStore({ url }), onProblem: () => {} }))
    try {
      for (const node of nodes) expect(await node.listOrganizations()).toEqual([])
      const firsts = await Promise.all(nodes.map((node) => openFirstOrganization(node, presets)))
      expect(await organizationsIn(url)).toBe(1)
      expect(new Set(firsts.map(({ publicKey }) => publicKey)).size).toBe(1)
      expect(firsts.filter(({ newApiKey }) => newApiKey !== null)).toHaveLength(1)
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
    }
  })
})
