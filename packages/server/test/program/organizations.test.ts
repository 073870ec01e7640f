import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../support/run-command.ts'
import { openTestServer, pageview, type TestServer } from '../support/test-server.ts'
import { isOnFiles } from '../support/test-store.ts'

let test: TestServer
beforeEach(async () => {
  test = await openTestServer()
})
afterEach(async () => {
  await test.close()
})

const run = (...argv: string[]) => runCommand(test.directory, ...argv)
/** A running server looks for changes of public keys each half second. */
const answersSoon = (publicKey: string, status: number) =>
  expect.poll(async () => (await test.ingest(pageview(), { publicKey })).status).toBe(status)

describe('svc-server public-keys', () => {
  it('makes a key that a running server takes events by, and refuses one that was revoked', async () => {
    const issued = await run('public-keys', 'issue')
    const key = /Public key +(pk_\S+)/.exec(issued.out)?.[1] ?? ''
    await answersSoon(key, 200)

    expect((await run('public-keys', 'revoke', key)).code).toBe(0)
    await answersSoon(key, 403)
    expect((await test.ingest(pageview())).status).toBe(200)
    const listed = (await run('public-keys', 'list')).out.split('\n')
    expect(listed[0]).toMatch(`${test.publicKey}  active  since 20`)
    expect(listed[1]).toMatch(`${key}  revoked  since 20`)
  })

  it('says which key it does not know, and when none is left', async () => {
    await expect(run('public-keys', 'revoke', 'pk_nobody')).rejects.toThrow(
      'There is no public key "pk_nobody": public-keys list shows them.',
    )
    const { out } = await run('public-keys', 'revoke', test.publicKey)
    expect(out).toContain('no public key is left')
  })
})

describe('svc-server organization', () => {
  it('rename holds beside a running server, and the organization is found by its new slug', async () => {
    expect((await run('organization', 'rename', 'Globex & Söhne')).out).toBe(
      'Renamed to Globex & Söhne (globex-sohne).',
    )
    const response = await test.server.fetch(
      new Request('http://localhost/api/validate-api-key', {
        method: 'POST',
        headers: { authorization: `Bearer ${test.apiKey}` },
      }),
    )
    expect(await response.json()).toMatchObject({
      organization: { name: 'Globex & Söhne', slug: 'globex-sohne' },
    })
    expect((await run('keys', 'list', '--organization', 'globex-sohne')).code).toBe(0)
  })

  it('delete asks for --yes, and leaves nothing of it but the others', async () => {
    const { id } = test.workspace.organization
    expect((await test.ingest(pageview())).status).toBe(200)
    // Over a database a server may run meanwhile: it refuses the keys within a second.
    if (isOnFiles)
      await expect(run('organization', 'delete', 'acme', '--yes')).rejects.toThrow(
        /Another server|in use|running/i,
      )
    await test.server.close()
    await run('organization', 'create', '--name', 'Globex')

    await expect(run('organization', 'delete', 'acme')).rejects.toThrow('Say --yes to do it.')
    expect((await run('organization', 'list')).out).toContain(id)
    expect((await run('organization', 'delete', 'nobody', '--yes')).code).toBe(1)
    expect((await run('organization', 'delete', 'acme', '--yes')).out).toBe(`Deleted Acme (${id}).`)
    if (isOnFiles) expect(existsSync(join(test.directory, 'organizations', id))).toBe(false)
    expect((await run('organization', 'list')).out).toMatch(/^\S+  Globex  \S+  pk_\S+$/)
  })
})

describe('svc-server rebuild', () => {
  it('has nothing to do for an organization without data, and says so by 0', async () => {
    await test.server.close()
    const { code, out } = await run('rebuild')
    expect([code, out]).toEqual([0, `Rebuilt the read models of ${test.workspace.organization.id}.`])
  })
})
