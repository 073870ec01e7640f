import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type CustomerIntelServer } from '../../src/app/app.ts'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import type { Store } from '../../src/kernel/store/ports.ts'
import { generateApiKey } from '../../src/organizations/api-keys.ts'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import { connectTo, startPostgres, type TestPostgres } from '../support/postgres.ts'

const count = 300
const organizations = Array.from({ length: count }, (_, index) =>
  defineOrganization({ name: `Acme ${index}` }),
)

let database: TestPostgres
let folder: string
beforeAll(async () => {
  database = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'customer-intel-keys-'))
})
afterAll(async () => {
  await database.dispose()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Counts how often a store is asked for organizations by their keys, and for documents. */
function counted(store: Store): Store & { lookUps: number; reads: number } {
  const counting: Store & { lookUps: number; reads: number } = {
    ...store,
    lookUps: 0,
    reads: 0,
    ...(store.findByKeys && {
      findByKeys(keys) {
        counting.lookUps += 1
        return store.findByKeys!(keys)
      },
    }),
    organization(organizationId) {
      const ports = store.organization(organizationId)
      const read = ports.documents.read.bind(ports.documents) as (...args: unknown[]) => Promise<never>
      const counted = (...args: unknown[]) => {
        counting.reads += 1
        return read(...args)
      }
      return { ...ports, documents: { ...ports.documents, read: counted } }
    },
  }
  return counting
}

const withServer = async (store: Store, work: (server: CustomerIntelServer) => Promise<void>) => {
  const server = createServer({ store, ingestRateLimit: 0 })
  try {
    await work(server)
  } finally {
    await server.close()
  }
}

const ingest = (server: CustomerIntelServer, publicKey: string) =>
  server.fetch(
    new Request(`http://localhost/api/i/v1/${publicKey}/events`, {
      method: 'POST',
      body: JSON.stringify({
        source: 'server',
        events: [{ type: 'identify', url: 'server://app', path: '/', email: 'jane@acme-shop.com' }],
      }),
    }),
  )

const ask = (server: CustomerIntelServer, apiKey: string) =>
  server.fetch(
    new Request('http://localhost/api/settings', { headers: { authorization: `Bearer ${apiKey}` } }),
  )

describe('keys that nobody has, among hundreds of organizations in PostgreSQL', () => {
  let url: string
  beforeAll(async () => {
    url = await database.createDatabase()
    const store = postgresStore({ url })
    await store.open()
    await store.close()
    const client = await connectTo(url)
    await client.query(
      `insert into customer_intel.documents (organization, name, version, value)
        select * from unnest($1::text[], array_fill('workspace'::text, array[cardinality($1)]), $2::text[], $3::text[])`,
      [
        organizations.map(({ document }) => document.organization.id),
        organizations.map(() => randomUUID()),
        organizations.map(({ document }) => JSON.stringify(document)),
      ],
    )
    await client.end()
  })

  it('cost one look-up together, before anything else was asked, and none for a second after', async () => {
    const store = counted(postgresStore({ url }))
    await withServer(store, async (server) => {
      const apiKeys = Array.from({ length: 8 }, generateApiKey)
      expect((await ingest(server, 'pk_of_nobody')).status).toBe(403)
      expect(store.lookUps).toBe(1)
      const answers = await Promise.all(apiKeys.map((apiKey) => ask(server, apiKey)))
      expect(answers.map(({ status }) => status)).toEqual(apiKeys.map(() => 401))
      // The first one alone, and those that came meanwhile.
      expect(store.lookUps).toBeLessThanOrEqual(3)
      const before = store.lookUps
      await Promise.all(apiKeys.map((apiKey) => ask(server, apiKey)))
      expect(store.lookUps).toBe(before)
      const known = organizations[count - 1]!
      expect((await ask(server, known.apiKey)).status).toBe(200)
      expect((await ingest(server, known.publicKey)).status).toBe(200)
    })
  })

  it('work at once where they are made, and within a second on another server that has refused them', async () => {
    const [here, there] = [postgresStore({ url }), postgresStore({ url })]
    const made: NewOrganization = defineOrganization({ name: 'Globex' })
    await withServer(here, (maker) =>
      withServer(there, async (other) => {
        for (const server of [maker, other]) expect((await ask(server, made.apiKey)).status).toBe(401)
        await maker.workspaces.createOrganization(made.document.organization, made.document)
        expect((await ask(maker, made.apiKey)).status).toBe(200)
        expect((await ingest(maker, made.publicKey)).status).toBe(200)
        const madeAt = performance.now()
        let askedAt = madeAt
        while ((await ask(other, made.apiKey)).status !== 200) {
          expect(askedAt - madeAt).toBeLessThan(1_000)
          askedAt = performance.now()
        }
      }),
    )
  })

  it('of one address are 429 after thirty within ten seconds, and keys that work are answered from there', async () => {
    const store = counted(postgresStore({ url }))
    await withServer(store, async (server) => {
      const { url: address } = await server.listen({ port: 0 })
      const known = organizations[1]!
      const validate = async (apiKey: string, from: string) => {
        const headers = { authorization: `Bearer ${apiKey}`, 'x-forwarded-for': `10.0.0.1, ${from}` }
        const answer = await fetch(`${address}/api/settings`, { headers })
        return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
      }
      expect(await validate(known.apiKey, '203.0.113.7')).toMatchObject({ status: 200 })
      for (let turn = 0; turn < 30; turn++)
        expect((await validate(generateApiKey(), '203.0.113.7')).status).toBe(401)
      expect(await validate(generateApiKey(), '203.0.113.7')).toEqual({
        status: 429,
        retryAfter: expect.stringMatching(/^\d+$/) as string,
      })
      const sent = await fetch(`${address}/api/i/v1/pk_of_nobody/events`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '203.0.113.7' },
        body: '{}',
      })
      expect(sent.status).toBe(429)
      expect((await validate(generateApiKey(), '203.0.113.8')).status).toBe(401)
      expect((await validate(known.apiKey, '203.0.113.7')).status).toBe(200)
    })
  })

  it('can not hide behind an organization whose configuration can not be read', async () => {
    const broken = defineOrganization({ name: 'Broken' })
    const client = await connectTo(url)
    const text = JSON.stringify(broken.document).replace('"tracking"', '"trucking"')
    await client.query(`insert into customer_intel.documents values ($1, 'workspace', 'v', $2)`, [
      broken.document.organization.id,
      text,
    ])
    const store = postgresStore({ url, onProblem: () => {} })
    const quiet = () => undefined
    const server = createServer({ store, logger: { warn: quiet, error: quiet } })
    try {
      expect((await ask(server, broken.apiKey)).status).toBe(503)
      expect((await ask(server, generateApiKey())).status).toBe(401)
    } finally {
      await server.close()
      await client.query('delete from customer_intel.documents where organization = $1', [
        broken.document.organization.id,
      ])
      await client.end()
    }
  })
})

it('keys that nobody has are 401 soon, among hundreds of organizations in a folder', async () => {
  for (const { document } of organizations) {
    const directory = join(folder, 'organizations', document.organization.id)
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'workspace.json'), JSON.stringify(document))
  }
  const store = counted(fileStore({ directory: folder, sync: false }))
  await withServer(store, async (server) => {
    expect((await ask(server, organizations[0]!.apiKey)).status).toBe(200)
    const before = store.reads
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(server, generateApiKey())))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 401))
    // All of them share a scan, beside what runs in the background.
    expect(store.reads - before).toBeLessThan(4 * count)
  })
})
