import { type RetentionRun, retentionRunsOf } from '../../src/privacy/retention-run.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServer, type CustomerIntelServer } from '../../src/app/app.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import { createRetention, deleteOldEvents } from '../../src/privacy/retention.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import type { Workspace } from '../../src/kernel/workspace/workspace.ts'
import { patientReadModels } from '../support/patient-read-models.ts'

const dayMs = 86_400_000
const now = Date.now()
const daysAgo = (days: number) => now - days * dayMs
const { document, publicKey, apiKey } = defineOrganization()
const { signal } = new AbortController()
let server: CustomerIntelServer
let workspace: Workspace
beforeEach(async () => {
  server = createServer({
    store: memoryStore(),
    clock: () => now,
    openReadModels: patientReadModels(),
    queryTimeoutMs: 60_000,
  })
  workspace = await server.workspaces.createOrganization(document.organization, document)
  const page = { url: 'server://app', path: '/' }
  const did = (eventName: string, days: number) => ({
    type: 'custom',
    ...page,
    eventName,
    userId: 'u-1',
    timestamp: daysAgo(days),
  })
  const identify = {
    type: 'identify',
    ...page,
    email: 'jane@acme.example',
    userId: 'u-1',
    timestamp: daysAgo(90),
  }
  await send([identify, did('old', 90), did('recent', 2)])
  await send([did('old', 80), did('old', 31)])
  await send([did('edge', 29.9)])
})
afterEach(() => server.close())

async function send(events: object[]): Promise<void> {
  const response = await server.fetch(
    new Request(`http://localhost/api/i/v1/${publicKey}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: 'server', events }),
    }),
  )
  expect(response.status).toBe(200)
}

async function eventNames(): Promise<Record<string, unknown>[]> {
  const sql = `select a.event_name, u.email, count(*)::int as events
    from activity a left join users u using (user_id) group by all order by 1`
  const response = await server.fetch(
    new Request('http://localhost/api/tools/call', {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'svc_query', input: { sql } }),
    }),
  )
  expect(response.status, await response.clone().text()).toBe(200)
  return ((await response.json()) as { data: Record<string, unknown>[] }).data
}

const email = 'jane@acme.example'
const kept = [
  { event_name: 'edge', email, events: 1 },
  { event_name: 'identify', email, events: 1 },
  { event_name: 'recent', email, events: 1 },
]

describe('deleting old events', () => {
  it('takes them from log and answers, keeps who people are, and is in the journal', async () => {
    expect(await eventNames()).toContainEqual({ event_name: 'old', email, events: 3 })
    expect(await deleteOldEvents(workspace, { days: 30, now, by: 'operator', signal })).toBe(3)
    expect(await eventNames()).toEqual(kept)
    await workspace.readModels.rebuild()
    expect(await eventNames()).toEqual(kept)
    const run = {
      at: new Date(now).toISOString(),
      by: 'operator',
      before: new Date(daysAgo(30)).toISOString(),
      events: 3,
    }
    expect(await retentionRunsOf(workspace).read()).toEqual([
      { status: 'BEGUN', ...run },
      { status: 'DONE', ...run },
    ])
  })

  it('does nothing where there is nothing old', async () => {
    expect(await deleteOldEvents(workspace, { days: 365, now, by: 'operator', signal })).toBe(0)
    expect(await retentionRunsOf(workspace).read()).toEqual([])
  })

  it('completes what was killed between log and answers', async () => {
    await eventNames()
    const replicas = { ...workspace.replicas, rebuild: () => Promise.reject(new Error('killed')) }
    const killed = deleteOldEvents({ ...workspace, replicas }, { days: 30, now, by: 'server', signal })
    await expect(killed).rejects.toThrow('killed')
    await deleteOldEvents(workspace, { days: 30, now, by: 'server', signal })
    expect(await eventNames()).toEqual(kept)
    expect((await retentionRunsOf(workspace).read()).map(({ status }) => status)).toEqual([
      'BEGUN',
      'BEGUN',
      'DONE',
    ])
  })
})

it('a former owner that comes back deletes nothing, and says nothing', async () => {
  const runs = retentionRunsOf(workspace)
  const lost = new AbortController()
  // It was stopped as it began to write.
  const stopped = {
    ...runs,
    append: async (run: RetentionRun) => {
      await runs.append(run)
      lost.abort()
    },
  }
  const former = { ...workspace, journal: () => stopped } as unknown as Workspace
  await expect(deleteOldEvents(former, { days: 30, now, by: 'server', signal: lost.signal })).rejects.toThrow(
    'aborted',
  )
  expect((await runs.read()).map(({ status }) => status)).toEqual(['BEGUN'])
  expect(await eventNames()).toContainEqual({ event_name: 'old', email, events: 3 })
})

describe('a server whose organization keeps events for some days', () => {
  const keepFor = (days: number | null) =>
    workspace.updateDocument(({ retention }) => {
      retention.days = days
    })
  const journal = async () =>
    (await retentionRunsOf(workspace).read()).map(({ status, by, events }) => ({ status, by, events }))

  it('deletes older ones once a day', async () => {
    let time = now
    const retention = createRetention(() => time)
    await keepFor(30)
    await retention(workspace, { signal })
    expect(await eventNames()).toEqual(kept)
    const run = { by: 'server', events: 3 }
    expect(await journal()).toEqual([
      { status: 'BEGUN', ...run },
      { status: 'DONE', ...run },
    ])

    time += dayMs - 1
    await retention(workspace, { signal })
    expect(await eventNames()).toEqual(kept)
    time += 1
    await retention(workspace, { signal })
    expect(await eventNames()).toEqual(kept.filter(({ event_name: name }) => name !== 'edge'))
    expect((await journal()).slice(2)).toEqual([
      { status: 'BEGUN', by: 'server', events: 1 },
      { status: 'DONE', by: 'server', events: 1 },
    ])
  })

  it('deletes nothing without the setting, and from the next run on with it', async () => {
    const retention = createRetention(() => now)
    await retention(workspace, { signal })
    expect(await eventNames()).toContainEqual({ event_name: 'old', email, events: 3 })
    await keepFor(30)
    await retention(workspace, { signal })
    expect(await eventNames()).toEqual(kept)
  })
})
