import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Erasure, PersonExport } from '@customer-intel/contract'
import { createServer, type CustomerIntelServer } from '../../src/app/app.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { defineOrganization, type NewOrganization } from '../../src/organizations/define-organization.ts'
import { canary, filesWith, fillWithJane, janesEmail, janesEvents } from '../privacy/fill-with-jane.ts'
import { runCommand } from '../support/run-command.ts'
import { isOnFiles, openTestStore } from '../support/test-store.ts'
import { patientReadModels } from '../support/patient-read-models.ts'

let directory: string
let server: CustomerIntelServer
let acme: NewOrganization
let other: NewOrganization
const readOnlyKey = generateApiKey()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-people-'))
  const store = await openTestStore(directory)
  server = createServer({ store, ingestRateLimit: 0, openReadModels: patientReadModels() })
  acme = defineOrganization({ name: 'Acme' })
  acme.document.apiKeys.push(
    toApiKey(readOnlyKey, { name: 'Reader', grants: ['customer_intelligence:read'], now: Date.now() }),
  )
  other = defineOrganization({ name: 'Other' })
  const workspace = await server.workspaces.createOrganization(acme.document.organization, acme.document)
  await server.workspaces.createOrganization(other.document.organization, other.document)
  await fillWithJane(workspace)
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

function call(path: string, body?: object, key = acme.apiKey): Promise<Response> {
  const authorization = `Bearer ${key}`
  return server.fetch(
    new Request(
      `http://localhost/api/people/${path}`,
      body === undefined
        ? { headers: { authorization } }
        : {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          },
    ),
  )
}

test('each route asks for its grant', async () => {
  for (const [path, body] of [
    ['export', { person: janesEmail }],
    ['erase', { person: janesEmail }],
    ['erasures/x', undefined],
  ] as const) {
    const response = await call(path, body, readOnlyKey)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('people:') as string })
  }
})

test('nobody is found who is unknown, or another organization’s', async () => {
  for (const path of ['export', 'erase']) {
    expect((await call(path, { person: 'nobody@acme.com' })).status).toBe(404)
    expect((await call(path, { person: janesEmail }, other.apiKey)).status).toBe(404)
    expect((await call(path, { person: '' })).status).toBe(400)
    expect((await call(path, { person: janesEmail, persons: [] })).status).toBe(400)
  }
  expect((await call('erasures/unknown')).status).toBe(404)
  expect((await call('export', { person: janesEmail, cursor: 'forged' })).status).toBe(400)
})

test('a person is exported in pages, erased, and then nobody', async () => {
  const items: PersonExport['items'] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = (await (await call('export', { person: janesEmail, cursor })).json()) as PersonExport
    items.push(...page.items)
    cursor = page.nextCursor
  }
  expect(items.filter(({ kind }) => kind === 'event')).toHaveLength(janesEvents)

  const begun = await call('erase', { person: janesEmail })
  expect(begun.status).toBe(202)
  const { id, status } = (await begun.json()) as Erasure
  expect(status).toBe('RUNNING')
  expect((await call(`erasures/${id}`, undefined, other.apiKey)).status).toBe(404)
  const look = async () => (await (await call(`erasures/${id}`)).json()) as Erasure
  await expect.poll(look, { interval: 200 }).toMatchObject({ status: 'DONE' })
  const done = await look()
  expect(done.receipt).toMatchObject({
    requestedBy: acme.document.apiKeys[0]!.id,
    events: janesEvents,
    sources: 1,
  })
  expect(JSON.stringify(done)).not.toContain(canary)
  expect((await call('export', { person: janesEmail })).status).toBe(404)
  expect(await filesWith(directory, canary)).toEqual([])
})

test('while a server runs the command goes through it', async () => {
  const organization = await server.workspaces.openWorkspace(acme.document.organization.id)
  await fillWithJane(organization!)
  const { url } = await server.listen({ port: 0 })
  const organizationId = acme.document.organization.id
  // Over a database the command does it itself, whoever else serves from there.
  if (isOnFiles)
    await expect(
      runCommand(directory, 'person', 'erase', janesEmail, '--organization', organizationId),
    ).rejects.toThrow(/--url <its address> --api-key/)
  const through = ['--url', url, '--api-key', acme.apiKey]
  const exported = await runCommand(directory, 'person', 'export', janesEmail, ...through)
  expect(exported.code).toBe(0)
  const kinds = exported.out.split('\n').map((line) => (JSON.parse(line) as { kind: string }).kind)
  expect(kinds.filter((kind) => kind === 'source')).toHaveLength(2)
  const erased = await runCommand(directory, 'person', 'erase', janesEmail, ...through)
  expect(erased.code).toBe(0)
  expect(JSON.parse(erased.out)).toMatchObject({ status: 'DONE' })
  expect(await filesWith(directory, canary)).toEqual([])
  expect(await runCommand(directory, 'person', 'erase', janesEmail, ...through)).toMatchObject({
    code: 1,
    err: expect.stringContaining('404') as string,
  })
})
