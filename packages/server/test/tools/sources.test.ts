import { tools } from '@customer-intel/contract'
import type { ListSourcesInput, ListSourcesOutput, Source } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourceKey } from '../../src/kernel/log/record-key.ts'
import { insertRows } from '../support/insert-rows.ts'
import { openToolWorkspace, type ToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace

const people = [
  { email: 'Jane@acme.com', name: 'Jane Doe', role: 'host' },
  { email: 'ann@ours.com', name: 'Ann' },
  { email: 'bob@mail.ours.com' },
  { email: 'cy@gmail.com' },
  { name: 'Somebody' },
]

beforeAll(async () => {
  workspace = await openToolWorkspace()
  const { database } = workspace
  await insertRows(database, 'accounts', [
    { customer_id: 'cus_1', name: 'Acme', domain: 'acme.com' },
    { customer_id: 'cus_2', name: 'Globex' },
  ])
  await insertRows(database, 'member_records', [
    { member_id: 'm_1', email: 'Ann@ours.com', name: 'Ann' },
    { member_id: 'm_2', email: 'dan@gmail.com', name: 'Dan' },
  ])
  await insertRows(database, 'subjects', [
    { subject: 1, customer_id: 'cus_1' },
    { subject: 2, customer_id: 'cus_2' },
    { subject: 3, customer_id: null },
  ])
  await insertRows(database, 'contacts', [
    { user_id: 'u_jane', customer_id: 'cus_1', email: 'jane@acme.com', external_user_id: 'jane-17' },
  ])
  await insertRows(database, 'contact_keys', [{ person_key: 'email:jane@acme.com', user_id: 'u_jane' }])
  const source = (type: string, id: string, day: number, rest: object) => ({
    source_key: `${type}:${id}`,
    source_type: type,
    source_id: id,
    occurred_at: `2026-06-0${day} 10:00:00`,
    subject: 1,
    ...rest,
  })
  await insertRows(database, 'sources', [
    source('CALL', 'c-1', 1, {
      title: 'Renewal',
      content: 'We will renew.',
      summary: 'They renew',
      permalink: 'https://calls.example/1',
      provider: 'calls-a',
      participants: JSON.stringify(people),
      record: '{"durationMinutes":30}',
    }),
    source('CALL', 'c-2', 2, { record: '{"transcript":[{"says":"hello"}]}' }),
    source('CALL', 'c-3', 3, { subject: 2 }),
    source('EMAIL', 'e-1', 4, {
      provider: 'mail-a',
      content: 'Dear Jane',
      record: JSON.stringify({ text: 'x' }),
    }),
    source('OPPORTUNITY', 'o-1', 5, { subject: 3, record: JSON.stringify({ notes: 'n'.repeat(20_000) }) }),
    source('CHAT', 't-1', 6, {
      record: JSON.stringify({ replies: Array.from({ length: 120 }, (_, at) => ({ text: `reply ${at}` })) }),
    }),
  ])
  await insertRows(database, 'source_participants', [
    { source_key: 'CALL:c-1', email: 'jane@acme.com', domain: 'acme.com', name: 'Jane Doe' },
    { source_key: 'EMAIL:e-1', email: 'jane@acme.com', domain: 'acme.com', name: null },
    { source_key: 'CALL:c-3', email: null, domain: null, name: 'JANE_50%' },
  ])
})

afterAll(() => workspace.close())

const get = (input: object) => workspace.call<Source>('svc_get_source', input)
const list = (input: ListSourcesInput = {}) => workspace.call<ListSourcesOutput>('svc_list_sources', input)
const ids = async (input: ListSourcesInput) => (await list(input)).items.map(({ sourceId }) => sourceId)

describe('svc_get_source', () => {
  test('answers with the whole source, its text in its record', async () => {
    const source = await get({ sourceType: 'call', sourceId: 'c-1' })
    expect(v.parse(tools.svc_get_source.output, source)).toMatchObject({
      sourceType: 'CALL',
      sourceId: 'c-1',
      occurredAt: '2026-06-01T10:00:00.000Z',
      title: 'Renewal',
      summary: 'They renew',
      permalink: 'https://calls.example/1',
      provider: 'calls-a',
      customer: { id: 'cus_1', name: 'Acme', domain: 'acme.com' },
      record: { durationMinutes: 30, text: 'We will renew.' },
    })
  })

  test('says who took part, who of them is known, and who works here', async () => {
    const { participants } = await get({ sourceType: 'CALL', sourceId: 'c-1' })
    expect(participants).toEqual([
      {
        email: 'Jane@acme.com',
        name: 'Jane Doe',
        role: 'host',
        affiliation: 'external',
        resolvedUserId: 'u_jane',
      },
      {
        email: 'ann@ours.com',
        name: 'Ann',
        role: 'participant',
        affiliation: 'internal',
        resolvedUserId: null,
      },
      // Of a member's company, though no member; a member's free-mail domain makes nobody a colleague.
      {
        email: 'bob@mail.ours.com',
        name: null,
        role: 'participant',
        affiliation: 'internal',
        resolvedUserId: null,
      },
      {
        email: 'cy@gmail.com',
        name: null,
        role: 'participant',
        affiliation: 'external',
        resolvedUserId: null,
      },
      { email: null, name: 'Somebody', role: 'participant', affiliation: 'unknown', resolvedUserId: null },
    ])
  })

  test('takes an alias of the type, and a source that belongs to no customer', async () => {
    const source = await get({ sourceType: 'CRM_OPPORTUNITY', sourceId: 'o-1' })
    expect(source).toMatchObject({ sourceType: 'OPPORTUNITY', customer: null })
    expect(source.record.notes).toHaveLength(20_000)
  })

  test('pages through the replies of a chat', async () => {
    const first = await get({ sourceType: 'CHAT', sourceId: 't-1' })
    expect(first.record.replies).toHaveLength(50)
    const pagination = first.record.pagination as { hasMore: boolean; nextCursor: string; total: number }
    expect(pagination).toMatchObject({ hasMore: true, total: 120 })
    const second = await get({
      sourceType: 'CHAT',
      sourceId: 't-1',
      limit: 100,
      cursor: pagination.nextCursor,
    })
    expect(second.record.replies).toHaveLength(70)
    expect((second.record.replies as unknown[])[0]).toEqual({ text: 'reply 50' })
    expect(second.record.pagination).toEqual({ hasMore: false, nextCursor: null, total: 120 })
  })

  test('knows no source of another name or type, and no forged cursor', async () => {
    await expect(get({ sourceType: 'EMAIL', sourceId: 'c-1' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const source of [
      { sourceType: 'CHAT', sourceId: 't-1' },
      { sourceType: 'CALL', sourceId: 'c-1' },
    ] as const)
      await expect(get({ ...source, cursor: 'abc' })).rejects.toMatchObject({
        code: 'INVALID_TOOL_INPUT',
        issues: [{ path: ['cursor'] }],
      })
  })
})

describe('svc_list_sources', () => {
  test('lists all, newest first, without their texts and longest records', async () => {
    const { items, pagination } = v.parse(tools.svc_list_sources.output, await list())
    expect(items.map(({ sourceId }) => sourceId)).toEqual(['t-1', 'o-1', 'e-1', 'c-3', 'c-2', 'c-1'])
    expect(pagination).toEqual({ hasMore: false, nextCursor: null, total: 6 })
    expect(items[1]!.record).toEqual({})
    expect(items[5]).toMatchObject({ participants: { length: 5 }, record: { durationMinutes: 30 } })
    expect(items[5]!.record).not.toHaveProperty('text')
  })

  test('pages without gaps or repetitions', async () => {
    const first = await list({ limit: 4 })
    const second = await list({ limit: 4, cursor: first.pagination.nextCursor! })
    expect([...first.items, ...second.items].map(({ sourceId }) => sourceId)).toEqual([
      't-1',
      'o-1',
      'e-1',
      'c-3',
      'c-2',
      'c-1',
    ])
    expect(second.pagination).toEqual({ hasMore: false, nextCursor: null, total: 6 })
  })

  test.each<[string, ListSourcesInput, string[]]>([
    ['type', { sourceType: 'crm' as 'CRM' }, ['o-1']],
    ['customer', { customer: 'globex' }, ['c-3']],
    [
      'time, both ends included',
      { after: '2026-06-02T10:00:00Z', before: '2026-06-03T10:00:00Z' },
      ['c-3', 'c-2'],
    ],
    ['provider', { provider: 'MAIL-A' }, ['e-1']],
    ['the e-mail address of somebody who took part', { participant: 'JANE@acme.com' }, ['e-1', 'c-1']],
    ['the id of somebody who took part', { participant: 'u_jane' }, ['e-1', 'c-1']],
    ['your own id of somebody who took part', { participant: 'jane-17' }, ['e-1', 'c-1']],
    ['part of a name, letter by letter', { participant: 'jane_50%' }, ['c-3']],
    ['part of a name of several people', { participant: 'jane' }, ['c-3', 'c-1']],
    ['a transcript', { hasTranscript: true }, ['c-2', 'c-1']],
    ['no transcript', { hasTranscript: false }, ['c-3']],
    [
      'several of these',
      { customer: 'acme.com', sourceType: 'CALL', hasTranscript: true, participant: 'doe' },
      ['c-1'],
    ],
  ])('filters by %s', async (_, input, expected) => {
    expect(await ids(input)).toEqual(expected)
    expect((await list(input)).pagination.total).toBe(expected.length)
  })

  test('an empty list says which filter matches nothing', async () => {
    const output = await list({ customer: 'acme.com', provider: 'mail-z', participant: 'nobody' })
    expect(output.notes).toEqual([
      'participant "nobody" matches no source',
      'provider "mail-z" matches no source',
    ])
  })

  test('knows no unknown customer, and no time that ends before it begins', async () => {
    await expect(list({ customer: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      list({ after: '2026-06-02T00:00:00Z', before: '2026-06-01T00:00:00Z' }),
    ).rejects.toMatchObject({ code: 'INVALID_TOOL_INPUT', issues: [{ path: ['before'] }] })
  })
})

test('a source is found by an id of any characters', async () => {
  const sourceId = String.raw`<"a\b"@mail.example>` + '\t:\n\u001f'
  await insertRows(workspace.database, 'sources', [
    {
      source_key: sourceKey('CHAT', sourceId),
      source_type: 'CHAT',
      source_id: sourceId,
      occurred_at: '2026-06-01 10:00:00',
    },
  ])
  expect(await get({ sourceType: 'CHAT', sourceId })).toMatchObject({ sourceId })
})
