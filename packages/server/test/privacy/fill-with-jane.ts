import { feedbackOf } from '../../src/organizations/feedback/feedback.ts'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { encodeRecord, type LogRecord, type StoredRecord } from '../../src/kernel/log/record.ts'
import type { Workspace } from '../../src/kernel/workspace/workspace.ts'
import { eventsRecord, storedEvent } from '../support/projected.ts'

/** In every text of Jane's, and in nobody else's. */
export const canary = 'canaryjane'
export const janesEmail = `${canary}@acme.com`
export const janesUserId = 'u-4711'
const sharedVisitor = '0b0c5a52-3a76-4e6b-8d0a-3a1c5b7e9f10'
const at = Date.UTC(2026, 5, 1)

export async function append({ log }: Workspace, ...records: LogRecord[]): Promise<void> {
  for (const record of records) await log.append(encodeRecord(record))
}

const stored = (...records: StoredRecord[]): LogRecord => ({ kind: 'records', receivedAt: at, records })

/** Jane in every kind of record, together with Bob, at whose device she was as well; feedback and an answer of hers. */
export async function fillWithJane(workspace: Workspace): Promise<void> {
  const email = janesEmail
  const name = `Jane ${canary}`
  await append(
    workspace,
    eventsRecord({
      visitorId: sharedVisitor,
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
          formFields: { note: `${canary} form` },
        }),
        storedEvent({
          type: 'identify',
          timestamp: at + 2,
          userId: janesUserId,
          email,
          traits: { name, motto: `${canary} trait` },
        }),
        storedEvent({
          type: 'custom',
          timestamp: at + 60_000,
          userId: 'u-bob',
          eventName: 'on-shared-device',
        }),
      ],
    }),
    eventsRecord({
      source: 'server',
      events: [
        storedEvent({
          type: 'custom',
          timestamp: at + 3,
          userId: janesUserId,
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
      { kind: 'user', email, userId: janesUserId, name, traits: { hobby: `${canary} user` } },
      { kind: 'customer', domain: 'acme.com', name: 'Acme', traits: { champion: email } },
      {
        kind: 'source',
        sourceType: 'CALL',
        sourceId: 'shared',
        occurredAt: at,
        title: `${name} and Bob`,
        text: `${name}: hello from ${email}. Bob speaks of quarterlyplans.`,
        participants: [
          { email, name },
          { email: 'bob@acme.com', name: 'Bob Roe' },
          { email: 'sam@seller.test' },
        ],
        record: { speakers: [name, { contact: janesUserId }] },
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
        assertion: `${name} wants more`,
        customer: { domain: 'acme.com' },
        evidence: [{ sourceType: 'CALL', sourceId: 'shared', quote: `${name}: hello` }],
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
      left: `user:${janesUserId}`,
      right: 'email:someone@else.com',
      cause: 'operator',
    },
  )
  await feedbackOf(workspace).append({
    id: 'fb',
    createdAt: '2026-06-01T00:00:00.000Z',
    organizationId: workspace.organization.id,
    apiKeyId: 'key',
    source: 'api',
    body: `Nothing of ${email} is shown, says ${name}`,
    area: null,
    context: { user: janesUserId },
  })
  const record = { fingerprint: 'f', status: 200, body: JSON.stringify({ email }) }
  await workspace.claims.settle('a', JSON.stringify(record), { ttlMs: 60 * 60_000 })
}

/** How many events of Jane's there are after that, and what is left of others. */
export const janesEvents = 4
export const eventsOfOthers = ['identify', 'invite', 'on-shared-device']

/** Which files below a directory hold one of the words, in any case. */
export async function filesWith(directory: string, ...words: string[]): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const text = (await readFile(join(entry.parentPath, entry.name), 'latin1')).toLowerCase()
    if (words.some((word) => text.includes(word.toLowerCase()))) found.push(entry.name)
  }
  return found
}

/** Which tables of a closed database hold one of the words: blocks of a file may be compressed. */
export async function tablesWith(path: string, ...words: string[]): Promise<string[]> {
  const database = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })
  const connection = await database.connect()
  const found: string[] = []
  try {
    const tables = await connection.runAndReadAll(
      `select table_name from information_schema.tables where table_type = 'BASE TABLE'`,
    )
    for (const table of tables.getColumnsJson()[0] as string[]) {
      const rows = await connection.runAndReadAll(`select * from ${table}`)
      const text = JSON.stringify(rows.getRowsJson()).toLowerCase()
      if (words.some((word) => text.includes(word.toLowerCase()))) found.push(table)
    }
  } finally {
    connection.closeSync()
    database.closeSync()
  }
  return found
}
