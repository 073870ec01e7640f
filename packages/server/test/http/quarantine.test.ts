import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventExplanation } from '@customer-intel/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeRecord, type LogRecord } from '../../src/kernel/log/record.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { runCommand } from '../support/run-command.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let test: TestServer
let directory: string
const open = async () => {
  test = await openTestServer({ store: fileStore({ directory, sync: false }) })
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-quarantine-'))
  await open()
})
afterAll(async () => {
  await test.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const get = async <Body>(path: string): Promise<Body> => {
  const response = await test.server.fetch(
    new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${test.apiKey}` } }),
  )
  return response.json() as Promise<Body>
}
const explain = (uuid: string) => get<EventExplanation>(`/api/debug/events/${uuid}`)
const at = { type: 'pageview', url: 'https://acme.com/', path: '/' }

it('an accepted event that can’t be applied holds up nothing, and is told everywhere', async () => {
  const [odd, next] = [randomUUID(), randomUUID()]
  const event = { ...at, uuid: odd, timestamp: Date.now(), userId: 17 }
  // As another version might have written it: today's schemas refuse it.
  const record = { kind: 'events', receivedAt: Date.now(), source: 'server', events: [event] }
  await test.workspace.log.append(encodeRecord(record as unknown as LogRecord))
  await test.workspace.log.append(Buffer.from('no JSON'))
  await test.ingest({ visitorId: randomUUID(), events: [{ ...at, uuid: next }] })

  expect((await explain(next)).status).toBe('accepted')
  const { status, reason, arrivals } = await explain(odd)
  expect(status).toBe('quarantined')
  expect(reason).toContain('userId')
  expect(reason).toContain('svc-server quarantine retry')
  expect(arrivals).toHaveLength(1)
  expect(await get('/health')).toMatchObject({
    status: 'degraded',
    reasons: [expect.stringMatching(/^2 events or records can't be applied and are quarantined/)],
  })
  const { url } = await test.server.listen({ port: 0 })
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/_quarantined_items\{[^}]*\} 2\n/)

  await test.server.close()
  const { out, code } = await runCommand(directory, 'quarantine', 'list')
  expect(code).toBe(0)
  const lines = out.split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(odd)
  expect(lines[0]).toContain('userId')
  expect(lines[1]).toContain('The record is not JSON')
  const retried = await runCommand(directory, 'quarantine', 'retry')
  expect(retried.code).toBe(1)
  expect(retried.out).toContain('2 were tried again, 2 are left.')
  const rebuilt = await runCommand(directory, 'rebuild')
  expect(rebuilt.code).toBe(0)
})
