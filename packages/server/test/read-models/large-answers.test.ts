import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSqlReads } from '../../src/projector/schema.ts'
import { type Projected, eventsRecord, openProjected, storedEvent } from '../support/projected.ts'

const at = Date.UTC(2026, 5, 1)
const count = 30

let projected: Projected
beforeAll(async () => {
  projected = await openProjected()
  await projected.apply([
    eventsRecord({
      source: 'server',
      userIdentity: { email: 'jane@acme.com' },
      events: [storedEvent({ type: 'custom', eventName: 'exported', timestamp: at })],
    }),
  ])
  await projected.rows(
    `insert into events select e.* replace (
       e.sequence + n as sequence, uuid() as event_id, '{"a":"' || repeat(md5(n::varchar), 31_000) || '"}' as properties
     ) from events e, range(1, ${count}) numbers(n)`,
  )
}, 60_000)
afterAll(() => projected.close())

it('a person’s export pages through events of a megabyte each', async () => {
  const reads = createSqlReads(projected.database, () => at)
  const person = (await reads.findPerson('jane@acme.com'))!
  const sizes: number[] = []
  let events = 0
  for (let from: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof reads.readPersonItems>> = await reads.readPersonItems(person, from)
    sizes.push(JSON.stringify(page.items).length)
    events += page.items.filter(({ kind }) => kind === 'event').length
    if (page.next === null) break
    from = page.next
  }
  expect(events).toBe(count)
  expect(Math.max(...sizes)).toBeLessThan(5 * 1024 * 1024)
})

it('an answer that is too large for memory names the smaller request', async () => {
  await expect(projected.database.all(`select repeat('x', 1_000_000) from range(80)`)).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    message: expect.stringMatching(/smaller limit.*cursor/),
  })
})
