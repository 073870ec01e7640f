import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openTestServer, pageview, type TestServer, visitorId } from '../support/test-server.ts'

const dayMs = 86_400_000
const path = '/api/settings/retention'
const kept = (days: number | null) => ({ days, configHash: expect.any(String) as string })
let later = 0
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ store: memoryStore(), clock: () => Date.now() + later })
  for (const days of [1, 40, 40, 400])
    await server.ingest(pageview({ path: `/${days}`, timestamp: Date.now() - days * dayMs }))
  const person = { type: 'identify', email: 'jane@acme.example', url: 'https://acme.com/', path: '/' }
  await server.ingest({ visitorId, events: [{ ...person, timestamp: Date.now() - 400 * dayMs }] })
})
afterAll(() => server.close())

test('what would go is said before it is set, and in the answer that sets it, with an entry in the audit', async () => {
  expect(await server.done('GET', path)).toEqual({ retention: kept(null), loss: null })
  for (const [days, events] of [
    [500, 0],
    [100, 1],
    [30, 3],
  ] as const)
    expect(await server.done('GET', `${path}?days=${days}`)).toEqual({
      retention: kept(null),
      loss: { before: expect.any(String), events },
    })
  const { status, body } = await server.ask('PATCH', path, { days: 100 })
  expect(status).toBe(200)
  const { data, warnings, auditId } = body.result
  expect(data).toEqual({ retention: kept(100), loss: { before: expect.any(String), events: 1 } })
  expect(warnings).toEqual([
    `1 events that happened before ${data.loss.before} are deleted for good within a day`,
  ])
  const { items } = (await server.ask('GET', '/api/audit')).body
  expect(items[0]).toMatchObject({ id: auditId, before: { days: null }, after: { days: 100 } })
  expect(server.workspace.document.retention).toEqual({ days: 100 })
  // Set to what it is: nothing changes.
  expect((await server.ask('PATCH', path, { days: 100 })).body.result.auditId).toBeUndefined()
  expect((await server.ask('PATCH', path, { days: null })).body.result.warnings).toEqual([])
  expect(await server.done('GET', path)).toEqual({ retention: kept(null), loss: null })
})

test('a change that is based on what somebody changed since is refused, and deletes nothing', async () => {
  const { configHash } = (await server.done('GET', path)).retention
  const patch = (days: number | null, hash: string) =>
    server.ask('PATCH', path, { days }, { 'if-match': hash })
  const { body } = await patch(36_000, configHash)
  expect(body.result.data.retention).toEqual(kept(36_000))
  expect(await patch(1, configHash)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('changed since you read it') as string } },
  })
  expect(server.workspace.document.retention).toEqual({ days: 36_000 })
  expect((await patch(null, body.result.data.retention.configHash)).status).toBe(200)
})

test('anything but a number of days or null is refused, and changes nothing', async () => {
  const wrong = fc.oneof(
    fc.constantFrom<unknown>(0, -1, 36_501, 1.5, 1e300, '30', '', true, [], {}, [30], 'null', -0),
    fc
      .anything({ maxDepth: 1 })
      .filter((any) => any !== null && !(Number.isInteger(any) && Number(any) >= 1)),
  )
  await fc.assert(
    fc.asyncProperty(wrong, async (days) => {
      // What JSON turns into null is for ever.
      fc.pre(JSON.stringify({ days }) !== '{"days":null}')
      expect((await server.ask('PATCH', path, { days })).status).toBe(400)
    }),
    { numRuns: 100 },
  )
  for (const days of ['0', '-1', '36501', '1.5', 'x', ''])
    expect((await server.ask('GET', `${path}?days=${days}`)).status).toBe(400)
  expect(server.workspace.document.retention).toEqual({ days: null })
})
