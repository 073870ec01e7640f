import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer } from '../../src/app/app.ts'
import { readConfig } from '../../src/app/config.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { openStore, storePlace } from '../../src/program/open-store.ts'
import { type TestPostgres, startPostgres } from '../support/postgres.ts'

let database: TestPostgres
let folder: string
beforeAll(async () => {
  database = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'customer-intel-on-postgres-'))
})
afterAll(async () => {
  await database.dispose()
  rmSync(folder, { recursive: true, force: true })
})

describe('a server on PostgreSQL', () => {
  it('answers a second server, started later on another folder, with what the first one took in', async () => {
    const url = await database.createDatabase()
    const { document, apiKey } = defineOrganization({ name: 'Acme' })
    const configOf = (name: string) => readConfig({ SVC_DATABASE_URL: url, SVC_DATA_DIR: join(folder, name) })
    const start = async (name: string) => createServer({ store: await openStore(configOf(name)) })

    const first = await start('first')
    await first.workspaces.createOrganization(document.organization, document)
    const sent = await first.fetch(
      new Request(`http://localhost/api/i/v1/${document.publicKeys[0]!.key}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          source: 'server',
          events: [
            { type: 'identify', url: 'server://app', path: '/', email: 'jane@acme-shop.com', userId: 'u1' },
          ],
        }),
      }),
    )
    expect(sent.status).toBe(200)
    await first.close()

    const second = await start('second')
    const answer = await second.fetch(
      new Request('http://localhost/api/tools/call', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ tool: 'svc_list_users', input: {} }),
      }),
    )
    expect(await answer.json()).toMatchObject({ items: [{ email: 'jane@acme-shop.com' }] })
    await second.close()
  })

  it('names the place without the password, and refuses an address that is none', () => {
    const config = readConfig({ SVC_DATABASE_URL: 'postgres://me:secret@db.example:5433/intel' })
    expect(storePlace(config)).toBe('PostgreSQL at db.example:5433/intel')
    expect(() => readConfig({ SVC_DATABASE_URL: 'mysql://me:secret@db' })).toThrow(
      /^(?!.*secret).*SVC_DATABASE_URL must be postgres:/s,
    )
  })
})
