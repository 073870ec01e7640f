// What a removal must not leave behind: what is made of its sources while it runs, and what one before it had found.
import type { Workspace } from '../../src/kernel/workspace/workspace.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { connectionsOf } from '../../src/integrations/connections.ts'
import { removalsOf } from '../../src/integrations/removals.ts'
import { removeSyncedData } from '../../src/integrations/remove-synced-data.ts'
import { encodeRecord } from '../../src/kernel/log/record.ts'
import { disconnectIntegration } from '../../src/integrations/routes/integration-routes.ts'
import type { RouteContext } from '../../src/kernel/operations/route-handler.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { type FakeChatEndpoint, openChatEndpoint, say } from '../support/chat-endpoint.ts'
import { connectOne } from '../support/connect-all.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let endpoint: FakeChatEndpoint | null = null
let test: IntegrationServer | null = null
afterEach(async () => {
  await test?.close()
  await endpoint?.close()
  test = endpoint = null
})

async function logText({ log }: IntegrationServer['workspace']): Promise<string> {
  const { entries } = await log.read(0, await log.end(), { maxBytes: Infinity })
  return entries.map(({ payload }) => Buffer.from(payload).toString('utf8')).join('\n')
}

it('facts that a language model was reading out of its sources don’t come back behind it', async () => {
  const held: (() => void)[] = []
  let isHolding = true
  endpoint = await openChatEndpoint(({ text }, response) => {
    const quote = text.replace(/\s+/g, ' ').trim().slice(0, 40)
    const fact = { assertion: 'They said so', quote, factType: 'EXPANSION', confidence: 0.9 }
    const answer = () => say(response, JSON.stringify({ facts: [fact] }))
    if (isHolding) held.push(answer)
    else answer()
  })
  const { asked, baseUrl } = endpoint
  const opened = (test = await openIntegrationServer({
    companies: 4,
    ai: { baseUrl, apiKey: null, model: 'any' },
  }))
  await connectOne(opened, 'support-a')
  await opened.synced('support-a')
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(0), { interval: 25 })
  const { status } = await opened.ask('POST', '/api/integrations/disconnect', {
    provider: 'support-a',
    data: 'remove',
  })
  expect(status).toBe(200)
  await vi.waitFor(async () => expect(await removalsOf(opened.workspace).read()).toEqual({}), {
    interval: 50,
  })
  isHolding = false
  for (const answer of held) answer()
  // What is asked about next comes once nothing of the former is under way.
  await opened.ask('POST', '/api/records', {
    records: [
      {
        kind: 'source',
        sourceType: 'CALL',
        sourceId: 'ours-1',
        occurredAt: '2026-01-05T10:00:00Z',
        title: 'A call of ours',
        text: 'Jane: We want to buy forty more seats in May.',
        customer: { domain: 'ours.example' },
      },
    ],
  })
  await vi.waitFor(
    async () => {
      expect(asked.at(-1)!.question.title).toBe('A call of ours')
      expect(await logText(opened.workspace)).toContain('"extraction"')
    },
    { interval: 50 },
  )
  expect(await logText(opened.workspace)).not.toContain('SUPPORT_TICKET')
  await opened.workspace.readModels.exact({ withinMs: 60_000 })
  const { data } = await opened.call<{ data: { assertion: string }[] }>('svc_query', {
    sql: 'select source_type from sources',
  })
  expect(data).toEqual([{ source_type: 'CALL' }])
})

it('what a removal had found that was killed goes by the one that is asked for after it', async () => {
  const { documents } = memoryStore().organization('acme')
  const workspace = { documents } as Workspace
  const found = { sources: ['CALL:gone-1'], count: 7 }
  await removalsOf(workspace).change((removals) => {
    removals['billing-a'] = { requestedAt: '2026-01-01T00:00:00.000Z', generation: 'first', found }
  })
  await connectionsOf(workspace).change((connections) => {
    connections['billing-a'] = {
      connectionId: 'billing-a-acme',
      generation: 'second',
      connectedAt: '2026-01-01T00:00:00.000Z',
      credentials: {},
      requestedAt: null,
      startedAt: null,
      nextAt: 0,
      failures: 0,
      disabled: null,
      models: {},
    }
  })
  const context = { workspace, integrations: { dataOnDisconnect: 'keep' }, clock: Date.now }
  const body = { provider: 'billing-a', data: 'remove' } as const
  await disconnectIntegration.run({ body } as never, context as unknown as RouteContext)
  expect(await removalsOf(workspace).read()).toMatchObject({ 'billing-a': { generation: 'second', found } })
  expect(await connectionsOf(workspace).read()).toEqual({})
})

it('what a removal finds is known to one that is noted meanwhile, which takes along the facts whose sources are gone already', async () => {
  const { workspace } = (test = await openIntegrationServer({ companies: 1 }))
  const extraction = (sourceId: string) =>
    encodeRecord({
      kind: 'records',
      receivedAt: Date.now(),
      records: [{ kind: 'extraction', sourceType: 'CALL', sourceId, textHash: 'h', model: 'any', facts: [] }],
    })
  await workspace.log.append(extraction('stays-1'))
  await workspace.log.append(
    encodeRecord({
      kind: 'records',
      receivedAt: Date.now(),
      records: [
        {
          kind: 'source',
          sourceType: 'CALL',
          sourceId: 'there-1',
          provider: 'calls-a',
          occurredAt: Date.now(),
          title: 'A call',
          customer: { domain: 'theirs.example' },
          participants: [],
          record: {},
        } as never,
      ],
    }),
  )
  const removal = { requestedAt: '', generation: 'first', found: null }
  const documents = memoryStore().organization('acme').documents
  const apart = { ...workspace, documents }
  const removals = removalsOf(apart)
  const { signal } = new AbortController()
  // Disconnected again while it looks for what goes.
  await removals.change((current) => {
    current['calls-a'] = { ...removal, generation: 'second' }
  })
  const killed = removeSyncedData(
    {
      ...apart,
      replicas: { ...workspace.replicas, rebuild: () => Promise.reject(new Error('killed')) },
    },
    'calls-a',
    removal,
    { clock: Date.now, signal },
  )
  await expect(killed).rejects.toThrow('killed')
  const noted = (await removals.read())['calls-a']!
  expect(noted).toMatchObject({ generation: 'second', found: { sources: ['CALL:there-1'], count: 1 } })
  // Somebody's model had read it before the rewrite, and it was written behind the kill.
  await workspace.log.append(extraction('there-1'))
  await removeSyncedData(apart, 'calls-a', noted, { clock: Date.now, signal })
  expect(await removals.read()).toEqual({})
  const text = await logText(workspace)
  expect(text).not.toContain('there-1')
  expect(text).toContain('stays-1')
})
