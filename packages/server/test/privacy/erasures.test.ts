import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeRecord, type LogRecord, type StoredRecord } from '../../src/log/record.ts'
import { defineOrganization } from '../../src/platform/organizations.ts'
import { erasuresOf } from '../../src/privacy/erasures.ts'
import { rebuildReadModels } from '../../src/store/file/duckdb/rebuild.ts'
import { fileStore } from '../../src/store/file/file-store.ts'
import type { Store, Workspace } from '../../src/store/store.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'

vi.setConfig({ testTimeout: 120_000 })

/** In every text of Jane's; in nobody else's. */
const canary = 'canaryjane'
const at = Date.UTC(2026, 5, 1)

let directory: string
let store: Store
let workspace: Workspace

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-erasure-'))
  await openStore()
})
afterEach(async () => {
  await store.close()
  await rm(directory, { recursive: true, force: true })
})

async function openStore(): Promise<void> {
  store = fileStore({ directory, sync: false })
  const [organization] = await store.listOrganizations()
  if (organization !== undefined) workspace = (await store.openWorkspace(organization.id))!
  else {
    const { document } = defineOrganization({ name: 'Acme' })
    workspace = await store.createOrganization(document.organization, document)
  }
}

async function append(...records: LogRecord[]): Promise<void> {
  for (const record of records) await workspace.log.append(encodeRecord(record))
}

const stored = (...records: StoredRecord[]): LogRecord => ({ kind: 'records', receivedAt: at, records })

/** Which files of the data directory hold one of the words, in any case and as a uuid's bytes. */
async function filesWith(...words: string[]): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const text = (await readFile(join(entry.parentPath, entry.name), 'latin1')).toLowerCase()
    if (words.some((word) => text.includes(word.toLowerCase()))) found.push(entry.name)
  }
  return found
}

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  await workspace.readModels.waitFor(workspace.log.durable, 30_000)
  const { rows } = await workspace.readModels.runUntrusted(sql, {
    timeoutMs: 10_000,
    maxRows: 10_000,
    maxBytes: 10_000_000,
  })
  return rows
}

const visitor = '0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10'

/** Jane in every kind of record, together with Bob, and both at home in other places. */
async function fill(): Promise<void> {
  const email = `${canary}@acme.com`
  await append(
    eventsRecord({
      visitorId: visitor,
      events: [
        storedEvent({
          type: 'pageview',
          timestamp: at,
          url: `https://shop.test/?q=${canary}-anonymous`,
          title: `${canary} title`,
        }),
        storedEvent({
          type: 'form',
          timestamp: at + 1,
          email,
          formId: 'f',
          formFields: { message: `${canary} form` },
        }),
        storedEvent({
          type: 'identify',
          timestamp: at + 2,
          userId: 'u-4711',
          email,
          traits: { name: `Jane ${canary}`, motto: `${canary} trait` },
        }),
      ],
    }),
    eventsRecord({
      source: 'server',
      events: [
        storedEvent({
          type: 'custom',
          timestamp: at + 3,
          userId: 'u-4711',
          eventName: 'order',
          properties: { note: `${canary} order` },
        }),
        storedEvent({
          type: 'identify',
          timestamp: at + 4,
          userId: 'u-bob',
          email: 'bob@acme.com',
          traits: { name: 'Bob Roe' },
        }),
        storedEvent({
          type: 'custom',
          timestamp: at + 5,
          userId: 'u-bob',
          eventName: 'invite',
          properties: { invited: email, by: 'Bob' },
        }),
      ],
    }),
    stored(
      { kind: 'member', email: 'sam@seller.test', name: 'Sam' },
      { kind: 'user', email, userId: 'u-4711', name: `Jane ${canary}`, traits: { hobby: `${canary} user` } },
      { kind: 'customer', domain: 'acme.com', name: 'Acme', traits: { champion: email } },
      {
        kind: 'source',
        sourceType: 'CALL',
        sourceId: 'shared',
        occurredAt: at,
        title: `Jane ${canary} and Bob`,
        text: `Jane ${canary}: hello from ${email}. Bob speaks of quarterlyplans.`,
        participants: [
          { email, name: `Jane ${canary}` },
          { email: 'bob@acme.com', name: 'Bob Roe' },
          { email: 'sam@seller.test' },
        ],
        record: { speakers: [`Jane ${canary}`, { contact: 'u-4711' }] },
      },
      {
        kind: 'source',
        sourceType: 'CALL',
        sourceId: 'alone',
        occurredAt: at,
        text: `${canary} alone`,
        participants: [{ email }, { email: 'sam@seller.test' }],
      },
      {
        kind: 'fact',
        factId: 'f-shared',
        origin: 'stated',
        assertion: `Jane ${canary} wants more`,
        customer: { domain: 'acme.com' },
        evidence: [{ sourceType: 'CALL', sourceId: 'shared', quote: `Jane ${canary}: hello` }],
      },
      {
        kind: 'fact',
        factId: 'f-own',
        origin: 'stated',
        assertion: `${canary} fact`,
        customer: { email },
        evidence: [{ sourceType: 'CALL', sourceId: 'alone', quote: canary }],
      },
    ),
    {
      kind: 'identity',
      receivedAt: at,
      decision: 'cut',
      left: 'user:u-4711',
      right: 'email:someone@else.com',
      cause: 'operator',
    },
  )
  await workspace.feedback.append({
    id: 'fb',
    createdAt: '2026-06-01T00:00:00.000Z',
    organizationId: workspace.organization.id,
    apiKeyId: 'key',
    source: 'api',
    body: `Nothing of ${email} is shown, says Jane ${canary}`,
    area: null,
    context: { user: 'u-4711' },
  })
  await workspace.answers.keep({
    id: 'a',
    fingerprint: 'f',
    at: Date.now(),
    status: 200,
    body: `{"email":"${email}"}`,
  })
}

test('everything of a person leaves the data directory, and others stay as they were', async () => {
  await fill()
  const activityOfOthers = `select * from activity where user_email is distinct from '${canary}@acme.com' order by event_id`
  const before = await rows(activityOfOthers)
  expect(before).toHaveLength(2)
  expect((await filesWith(canary)).length).toBeGreaterThan(3)

  const { id } = await erasuresOf(workspace).request('u-4711', 'operator')
  await erasuresOf(workspace).resume()

  const done = await erasuresOf(workspace).find(id)
  expect(done).toMatchObject({
    status: 'DONE',
    receipt: { by: 'operator', events: 4, sources: 1, segments: 1 },
  })
  expect(await rows('select event_name, properties from activity order by occurred_at')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event_name: 'invite', properties: '{"invited":"[erased]","by":"Bob"}' }),
    ]),
  )
  expect(await rows(`select name from users`)).toEqual([{ name: 'Bob Roe' }])
  expect(await workspace.readModels.findPerson(`${canary}@acme.com`)).toBeNull()
  expect(await filesWith(canary, 'u-4711')).toEqual([])

  await store.close()
  expect(await filesWith(canary, 'u-4711')).toEqual([])
  const folder = join(directory, 'organizations', workspace.organization.id)
  await rebuildReadModels(folder)
  expect(await filesWith(canary, 'u-4711')).toEqual([])
  expect(await readdir(folder)).not.toContain('erasures-pending.json')
  await openStore()
  expect((await rows('select count(*) as n from activity'))[0]).toEqual({ n: 3 })
})
