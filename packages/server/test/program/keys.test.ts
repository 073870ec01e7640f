import { spawn } from 'node:child_process'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { allGrants, readOnlyGrants } from '@customer-intel/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashApiKey } from '../../src/organizations/api-keys.ts'
import type { WorkspaceDocument } from '../../src/kernel/workspace/workspace-document.ts'
import { runCommand } from '../support/run-command.ts'
import { openTestServer, pageview, type TestServer } from '../support/test-server.ts'
import { isOnFiles, storeSettings } from '../support/test-store.ts'

let test: TestServer
let now: number
beforeEach(async () => {
  now = Date.now()
  test = await openTestServer({ clock: () => now })
})
afterEach(async () => {
  await test.close()
})

const keys = (...argv: string[]) => runCommand(test.directory, 'keys', ...argv)
const keyIn = ({ out }: { out: string }) => /API key +(ok_\S+)/.exec(out)?.[1] ?? ''
const idIn = ({ out }: { out: string }) => /Id +(\S+)/.exec(out)?.[1] ?? ''

function call(method: string, path: string, key: string, body?: unknown): Promise<Response> {
  return test.server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

async function validate(key: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await call('POST', '/api/validate-api-key', key)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const workspacePath = () =>
  join(test.directory, 'organizations', test.workspace.organization.id, 'workspace.json')

const documents = () => test.store.organization(test.workspace.organization.id).documents

/** The workspace as it is stored. */
async function stored(): Promise<WorkspaceDocument> {
  if (isOnFiles) return JSON.parse(await readFile(workspacePath(), 'utf8')) as WorkspaceDocument
  const { value } = (await documents().read('workspace'))!
  return value as WorkspaceDocument
}

/** As a person edits it by hand, or another server does. */
async function edit(change: (document: WorkspaceDocument) => void): Promise<void> {
  const document = await stored()
  change(document)
  if (isOnFiles) await writeFile(workspacePath(), JSON.stringify(document))
  else
    await documents().write('workspace', document, {
      expected: (await documents().read('workspace'))!.version,
    })
}

describe('svc-server keys issue', () => {
  it('makes a key that works at once beside a running server, shown once and kept as its hash', async () => {
    expect((await validate(test.apiKey)).status).toBe(200)
    const issued = await keys('issue', '--name', 'Dashboards')
    expect(issued.code).toBe(0)
    const key = keyIn(issued)
    const { status, body } = await validate(key)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      organizationId: test.workspace.organization.id,
      apiKey: { id: idIn(issued), name: 'Dashboards', prefix: key.slice(0, 9), keyType: 'api' },
    })
    expect(JSON.stringify(await stored())).not.toContain(key)
    expect((await keys('list')).out).not.toContain(key)
  })

  it('makes keys that work at once, however long nobody asked for an unknown one', async () => {
    for (let turn = 0; turn < 4; turn++) {
      expect((await validate(`ok_${'x'.repeat(43)}`)).status).toBe(401)
      // Longer than the rest between two looks at the disk.
      await setTimeout(80)
      expect((await validate(keyIn(await keys('issue', '--name', `turn ${turn}`)))).status).toBe(200)
    }
  })

  it('gives the grants of a preset, read-only by default, or those that are listed', async () => {
    const grantsOf = async (...argv: string[]) => {
      const { body } = await validate(keyIn(await keys('issue', '--name', 'x', ...argv)))
      return (body['authorization'] as { grants: string[] }).grants
    }
    expect(await grantsOf()).toEqual(readOnlyGrants)
    expect(await grantsOf('--grants', 'full')).toEqual(allGrants)
    const some = await grantsOf('--grants', 'analytics:read, activation:read', '--type', 'ci')
    expect(some).toEqual(['analytics:read', 'activation:read'])
    const key = keyIn(await keys('issue', '--name', 'x', '--grants', 'analytics:read'))
    expect((await call('GET', '/api/settings', key)).status).toBe(403)
  })

  it.each([
    [['issue'], 'needs a name: --name <name>'],
    [['issue', '--name', ' '], 'needs a name: --name <name>'],
    [['issue', '--name', 'x', '--grants', 'everything'], 'read-only, full, or a list of: customer_intel'],
    [['issue', '--name', 'x', '--grants', ''], 'Unknown: ""'],
    [['issue', '--name', 'x', '--type', 'robot'], '--type takes api, cli, mcp, ci'],
    [['issue', '--name', 'x', '--grace', '1h'], "Unknown option '--grace'"],
    [['revoke', 'nobody'], 'There is no key "nobody"'],
    [['rotate', 'Default key', '--grace', '100d'], '--grace takes a time such as 30m, 24h or 7d'],
    [['rotate', 'Default key', '--grace', 'soon'], '--grace takes a time'],
    [['rotate'], '"keys rotate" takes <key>'],
    [['burn', 'x'], '"keys" needs one of: keys issue'],
  ])('refuses %j, names the remedy, and changes nothing', async (argv, message) => {
    const before = await stored()
    await expect(keys(...argv)).rejects.toThrow(message)
    expect(await stored()).toEqual(before)
  })

  it('asks which organization, where there are several', async () => {
    await runCommand(test.directory, 'organization', 'create', '--name', 'Globex')
    const unclear = await keys('issue', '--name', 'x')
    expect(unclear.code).toBe(1)
    expect(unclear.err).toMatch(/--organization <id or slug>.*\(acme\)/)
    expect((await keys('issue', '--name', 'x', '--organization', 'globex')).code).toBe(0)
    expect((await keys('list', '--organization', 'acme')).out).not.toContain('"x"')
  })
})

describe('svc-server keys list', () => {
  it('tells when and how often each key was used, as it was last stored', async () => {
    await validate(test.apiKey)
    await validate(test.apiKey)
    await test.server.close()
    const { out } = await keys('list', '--json')
    expect(JSON.parse(out)).toMatchObject({
      name: 'Default key',
      state: 'active',
      totalRequests: 2,
      lastUsedAt: new Date(now).toISOString(),
    })
    expect((await keys('list')).out).toMatch(/active {2}full {2}"Default key".*2 requests, last/)
  })
})

describe('an API key that is no longer good', () => {
  it('is a 401 on the very next request once it was revoked beside the running server', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const issued = await keys('issue', '--name', `turn ${turn}`, '--grants', 'full')
      const key = keyIn(issued)
      expect((await validate(key)).status).toBe(200)
      expect((await keys('revoke', idIn(issued))).code).toBe(0)
      expect(await validate(key)).toEqual({
        status: 401,
        body: { valid: false, error: 'Invalid credentials' },
      })
      expect((await call('GET', '/api/settings', key)).status).toBe(401)
    }
    expect((await keys('list')).out).toContain('revoked')
    await expect(keys('rotate', 'turn 0')).rejects.toThrow('not in force any more')
  })

  it('is a 401 on the very next request once it was disabled, or taken out, by hand', async () => {
    const key = keyIn(await keys('issue', '--name', 'by hand'))
    expect((await validate(key)).status).toBe(200)
    await edit(({ apiKeys }) => void (apiKeys.at(-1)!.active = false))
    expect((await validate(key)).status).toBe(401)
    await edit(({ apiKeys }) => void (apiKeys.at(-1)!.active = true))
    expect((await validate(key)).status).toBe(200)
    await edit(({ apiKeys }) => void apiKeys.pop())
    expect((await validate(key)).status).toBe(401)
  })

  it('loses a grant on the very next request', async () => {
    const key = keyIn(await keys('issue', '--name', 'x', '--grants', 'full'))
    expect((await call('GET', '/api/settings', key)).status).toBe(200)
    await edit(({ apiKeys }) => void (apiKeys.at(-1)!.grants = ['analytics:read']))
    expect((await call('GET', '/api/settings', key)).status).toBe(403)
  })
})

describe('svc-server keys rotate', () => {
  it('refuses the old key at once and gives the new one its name and grants', async () => {
    const old = await keys('issue', '--name', 'CI', '--grants', 'analytics:read', '--type', 'ci')
    const rotated = await keys('rotate', 'CI')
    expect((await validate(keyIn(old))).status).toBe(401)
    expect((await validate(keyIn(rotated))).body).toMatchObject({
      authorization: { grants: ['analytics:read'] },
      apiKey: { name: 'CI', keyType: 'ci', totalRequests: 1 },
    })
  })

  it('lets the old key hold for the grace time, and no longer', async () => {
    const old = await keys('issue', '--name', 'CI')
    const rotated = await keys('rotate', idIn(old), '--grace', '24h')
    expect(rotated.out).toMatch(/refused from \d{4}-.*Z on/)
    now = Date.now() + 23 * 3_600_000
    expect((await validate(keyIn(old))).status).toBe(200)
    expect((await validate(keyIn(rotated))).status).toBe(200)
    now = Date.now() + 25 * 3_600_000
    expect((await validate(keyIn(old))).status).toBe(401)
    expect((await validate(keyIn(rotated))).status).toBe(200)
    await expect(keys('revoke', 'CI')).rejects.toThrow('names several keys')
  })
})

describe('a key that a sign-in made', () => {
  /** As the browser login leaves it. */
  const signIn = async (by: string): Promise<void> =>
    edit(({ apiKeys }) => {
      const hash = hashApiKey(`signed in by ${by}`)
      apiKeys.push({ ...apiKeys.at(0)!, id: 'signed-in', name: 'svc on ada-laptop', hash, issuedBy: by })
    })
  const issuedBy = async () => (await stored()).apiKeys.map((key) => [key.name, key.active, key.issuedBy])

  it('goes with the key that approved it', async () => {
    const approver = idIn(await keys('issue', '--name', 'Ada'))
    await signIn(approver)
    const revoked = await keys('revoke', 'Ada')
    expect(revoked.out).toContain('Revoked with it, since sign-ins made them by it:')
    expect(revoked.out).toContain('"svc on ada-laptop"')
    expect((await issuedBy()).slice(1)).toEqual([
      ['Ada', false, undefined],
      ['svc on ada-laptop', false, approver],
    ])
  })

  it('outlives a rotation of the key that approved it, and then goes with the new one', async () => {
    await signIn(idIn(await keys('issue', '--name', 'Ada')))
    const rotated = idIn(await keys('rotate', 'Ada'))
    expect((await issuedBy())[2]).toEqual(['svc on ada-laptop', true, rotated])
    await keys('revoke', rotated)
    expect((await issuedBy())[2]).toEqual(['svc on ada-laptop', false, rotated])
  })
})

describe.skipIf(!isOnFiles)('keys that can’t be read', () => {
  it.each([
    ['half a document', (text: string) => writeFile(workspacePath(), text.slice(0, 50))],
    [
      'a wrong field',
      (text: string) => writeFile(workspacePath(), text.replace('"active": true', '"active": "yes"')),
    ],
    ['no document', () => rm(workspacePath())],
    ['a document that nobody may read', () => chmod(workspacePath(), 0)],
  ])('are a 503 to try again while the file holds %s, and ingest goes on', async (what, breakIt) => {
    if (what.includes('nobody may read') && process.getuid?.() === 0) return
    expect((await validate(test.apiKey)).status).toBe(200)
    const good = await readFile(workspacePath(), 'utf8')
    await breakIt(good)
    const response = await call('POST', '/api/validate-api-key', test.apiKey)
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({
      ok: false,
      commandId: 'api_key.validate',
      error: {
        code: 'transient_failure',
        retryable: true,
        message: expect.stringContaining("doesn't mean that the key was revoked"),
      },
    })
    const tool = await call('POST', '/api/tools/call', test.apiKey, { tool: 'svc_schema' })
    expect(tool.status).toBe(503)
    expect(await tool.json()).toMatchObject({ code: 'UNAVAILABLE', retryable: true })
    expect((await call('GET', '/api/settings', test.apiKey)).status).toBe(503)
    expect((await test.ingest(pageview())).status).toBe(200)
    const health = await test.server.fetch(new Request('http://localhost/health'))
    expect(await health.json()).toMatchObject({
      status: 'degraded',
      reasons: [expect.stringContaining('API keys can’t be checked')],
    })
    await rm(workspacePath(), { force: true })
    await writeFile(workspacePath(), good)
    expect((await validate(test.apiKey)).status).toBe(200)
  })

  it('are one organization’s trouble: another’s key works, and an unknown one can’t be told from theirs', async () => {
    const other = await runCommand(test.directory, 'organization', 'create', '--name', 'Globex')
    const otherKey = keyIn(other)
    expect((await validate(otherKey)).status).toBe(200)
    expect((await validate(`ok_${'x'.repeat(43)}`)).status).toBe(401)
    await writeFile(workspacePath(), '{')
    expect((await validate(otherKey)).status).toBe(200)
    await expect.poll(async () => (await validate(`ok_${'x'.repeat(43)}`)).status).toBe(503)
  })
})

describe('two writers of one workspace.json', () => {
  it('lose no change of each other’s: commands in processes of their own, and the running server', async () => {
    const issues = 6
    const changes = 40
    const commands = Array.from({ length: issues }, (_, index) =>
      runProcess('keys', 'issue', '--name', `process ${index}`),
    )
    let done = false
    const server = (async () => {
      for (let change = 0; change < changes || !done; change++) {
        await test.workspace.updateDocument((document) => {
          document.limits.apiCalls = (document.limits.apiCalls ?? 0) + 1
        })
        if (change >= changes * 50) break
        // Who waits for the lock has to meet it free: on a slow machine it hardly ever would.
        await setTimeout(10)
      }
    })()
    const codes = await Promise.all(commands)
    done = true
    await server
    expect(codes).toEqual(Array.from({ length: issues }, () => 0))
    const document = await stored()
    expect(document.apiKeys.map(({ name }) => name)).toEqual(
      expect.arrayContaining(Array.from({ length: issues }, (_, index) => `process ${index}`)),
    )
    expect(document.limits.apiCalls).toBeGreaterThanOrEqual(changes)
    expect(document.limits).toEqual(test.workspace.document.limits)
  })
})

function runProcess(...argv: string[]): Promise<number | null> {
  const { PATH = '', HOME = '' } = process.env
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
  const child = spawn(process.execPath, [main, ...argv], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH, HOME, ...storeSettings(test.directory) },
    stdio: 'ignore',
  })
  return new Promise((resolve) => child.once('exit', resolve))
}
