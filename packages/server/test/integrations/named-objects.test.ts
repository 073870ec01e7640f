// What a webhook names is fetched in the end, however often that fails before; also what no sync would meet by itself.
import { connectionsOf } from '../../src/integrations/connections.ts'
import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectOne } from '../support/connect-all.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

const secret = 'a-secret-of-the-connection'
let ahead = 0
let to = ''

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 4, clock: () => Date.now() + ahead })
  await connectOne(test, 'calls-a')
  await test.synced('calls-a')
  const { body } = await test.ask('POST', '/api/integrations/setup-step', {
    provider: 'calls-a',
    step: 'webhooks',
    config: { webhookSecret: secret },
  })
  to = body.setup.webhookUrl
})
afterAll(() => test.close())

const isNamed = ({ body }: { body: string }) => body.includes('transcript(id:')
const refuse = () => {
  test.sandbox.callsA.fault = (call) =>
    isNamed(call)
      ? { status: 200, body: { data: null, errors: [{ message: 'Not now', code: 'forbidden' }] } }
      : null
}
const unfetched = async () => (await connectionsOf(test.workspace).read())['calls-a']!.unfetched
const runs = async () => (await syncRunsOf(test.workspace).read()).length
const titled = async (title: string) => {
  await test.workspace.readModels.exact({ withinMs: 60_000 })
  const sql = `select count(*)::integer as n from sources where title = '${title}'`
  return (await test.call<{ data: { n: number }[] }>('svc_query', { sql })).data[0]!.n
}

/** A call of weeks ago, which no sync asks for again, gets another title, and a webhook tells of it. */
async function rename(index: number, title: string): Promise<string> {
  const call = test.sandbox.callsA.transcripts.at(index)!
  call['title'] = title
  const id = String(call['id'])
  const { headers, body } = test.sandbox.callsA.webhook([secret], { meetingId: id, at: Date.now() + ahead })
  const sent = await test.server.fetch(new Request(to, { method: 'POST', headers, body }))
  expect(sent.status).toBe(200)
  return id
}

async function nextRun(): Promise<void> {
  const before = await runs()
  ahead += 2 * 3_600_000
  await vi.waitFor(async () => expect(await runs()).toBeGreaterThan(before), { interval: 25 })
  await test.synced('calls-a')
}

it('is kept while it can’t be fetched, beside what is named meanwhile', async () => {
  refuse()
  const before = await runs()
  const first = await rename(-1, 'Renamed long ago')
  await vi.waitFor(async () => expect(await runs()).toBeGreaterThan(before), { interval: 25 })
  await test.synced('calls-a')
  expect(await unfetched()).toEqual([{ model: 'Call', id: first, tries: 1 }])
  const second = await rename(-2, 'Renamed besides')
  await rename(-1, 'Renamed long ago')
  await nextRun()
  const kept = (await unfetched())!
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([first, second]))
  // Named again, it isn't started again.
  expect(kept.find(({ id }) => id === first)!.tries).toBeGreaterThan(1)
  expect(await titled('Renamed long ago')).toBe(0)
  expect((await test.ask('GET', '/api/integrations/sync-status?provider=calls-a')).body.syncs).toMatchObject([
    { status: 'ERROR', errorMessage: expect.stringContaining('plan and rights') as string },
  ])
  test.sandbox.callsA.fault = () => null
  await nextRun()
  expect(await unfetched()).toBeUndefined()
  expect(await titled('Renamed long ago')).toBe(1)
  expect(await titled('Renamed besides')).toBe(1)
})

it('holds up no other one that was named, and is named with the reason', async () => {
  const before = await runs()
  const id = String(test.sandbox.callsA.transcripts.at(-1)!['id'])
  test.sandbox.callsA.fault = (call) =>
    isNamed(call) && call.body.includes(id)
      ? { status: 200, body: { data: null, errors: [{ message: 'Not now', code: 'forbidden' }] } }
      : null
  // More than are asked for at once.
  await Promise.all(
    [-1, -2, -3, -4, -5, -6].map((index) =>
      rename(index, index === -1 ? 'Renamed and refused' : 'Renamed beside it'),
    ),
  )
  await vi.waitFor(async () => expect(await runs()).toBeGreaterThan(before), { interval: 25 })
  await test.synced('calls-a')
  // Where the machine was so slow that they are named in several runs.
  while ((await titled('Renamed beside it')) < 5) await nextRun()
  expect(await unfetched()).toMatchObject([{ model: 'Call', id }])
  expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({
    status: 'ERROR',
    error: expect.stringMatching(new RegExp(`Call ${id} can't be fetched: .*plan and rights`)) as string,
  })
  test.sandbox.callsA.fault = () => null
  await nextRun()
  expect(await unfetched()).toBeUndefined()
  expect(await titled('Renamed and refused')).toBe(1)
})

it('is quarantined with its reason after ten tries, and holds up nothing', async () => {
  refuse()
  const before = await runs()
  const id = await rename(-1, 'Never here')
  await vi.waitFor(async () => expect(await runs()).toBeGreaterThan(before), { interval: 25 })
  await test.synced('calls-a')
  while ((await unfetched()) !== undefined) {
    expect((await unfetched())![0]!.tries).toBeLessThan(10)
    await nextRun()
  }
  expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({
    status: 'SUCCESS',
    setAside: 1,
    setAsideReasons: [{ model: 'Call', id, reason: expect.stringContaining('plan and rights') as string }],
  })
  expect(await titled('Never here')).toBe(0)
  test.sandbox.callsA.fault = () => null
})
