import { setImmediate as setImmediateAsync } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/kernel/errors.ts'
import type { Log } from '../../src/kernel/store/ports.ts'
import {
  type CustomerKey,
  type RecordsRecord,
  decodeRecord,
  encodeRecords,
} from '../../src/kernel/log/record.ts'
import { importRecords } from '../../src/records/import-records.ts'
import type { ReadModels } from '../../src/kernel/read-models/read-models.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'

const now = Date.parse('2026-06-15T12:00:00Z')
const dayOf = (index: number) => new Date(now - index * 86_400_000).toISOString().slice(0, 10)
const revenue = { kind: 'revenue', customer: { id: 'cAcme' }, date: '2026-06-01', mrrCents: 1 }

/** A log that keeps what it is given, and read models that know these customers. */
function workspace(keys: Map<string, CustomerKey>, { caughtUp }: { caughtUp: boolean }) {
  const appended: RecordsRecord[] = []
  const log = {
    append: async (payload: Uint8Array) => appended.push(decodeRecord(payload) as RecordsRecord),
  } as unknown as Log
  const readModels = {
    fresh: async () => ({ current: caughtUp }),
    async exact() {
      if (!caughtUp) throw new AppError('READS_UNAVAILABLE', 'They are behind.', { retryAfterSeconds: 5 })
      return readModels
    },
    resolveCustomerKeys: async () => keys,
  } as unknown as ReadModels
  const { document } = defineOrganization({ name: 'Acme' })
  return { appended, log, readModels, document }
}

describe('records on their way into the log', () => {
  it('wait for what was durable before they look up an id', async () => {
    const known = workspace(new Map([['cAcme', { customerId: 'acme' }]]), { caughtUp: true })
    expect(await importRecords(known, [revenue], { now })).toMatchObject({ processed: 1, errors: [] })
    expect(known.appended).toEqual([
      { kind: 'records', receivedAt: now, records: [{ ...revenue, customer: { customerId: 'acme' } }] },
    ])
  })

  it('are not refused for an id that may just not be known yet', async () => {
    const behind = workspace(new Map(), { caughtUp: false })
    await expect(importRecords(behind, [revenue], { now })).rejects.toMatchObject({
      code: 'READS_UNAVAILABLE',
      retryAfterSeconds: 5,
      message: expect.stringMatching(/Nothing was stored: send it again, or name customers by customerId/),
    })
    expect(behind.appended).toEqual([])
    const caughtUp = workspace(new Map(), { caughtUp: true })
    expect((await importRecords(caughtUp, [revenue], { now })).errors).toHaveLength(1)
    expect(caughtUp.appended).toEqual([])
  })

  it('wait longer for an id that is not known yet than for one that is', async () => {
    const late = workspace(new Map(), { caughtUp: false })
    const known = workspace(new Map([['cAcme', { customerId: 'acme' }]]), { caughtUp: true })
    late.readModels.exact = async () => known.readModels
    expect(await importRecords(late, [revenue], { now })).toMatchObject({ processed: 1, errors: [] })
  })

  it('let other work have its turn before each is checked, before each is read and after each is encoded', async () => {
    const known = workspace(new Map([['cAcme', { customerId: 'acme' }]]), { caughtUp: true })
    const many = Array.from({ length: 200 }, () => revenue)
    let others = 0
    let over = false
    const work = (): void => {
      others += 1
      if (!over) setImmediate(work)
    }
    setImmediate(work)
    await importRecords(
      known,
      many.map((record, index) => ({ ...record, mrrCents: index, date: dayOf(index) })),
      { now, pause: () => setImmediateAsync() },
    )
    over = true
    expect(others).toBeGreaterThanOrEqual(3 * many.length)
  })

  it('are looked into once at most where a list of theirs is longer than it may be', async () => {
    let looked = 0
    const participant = {
      get email() {
        looked += 1
        return 'jane@acme.com'
      },
    }
    const call = { kind: 'source', sourceType: 'CALL', sourceId: 'c', occurredAt: '2026-06-01T00:00:00Z' }
    const send = (count: number) =>
      importRecords(
        workspace(new Map(), { caughtUp: true }),
        [{ ...call, participants: Array.from({ length: count }, () => participant) }],
        { now },
      )
    expect((await send(501)).errors[0]?.message).toBe(
      'records[0].participants must have at most 500 items; it has 501.',
    )
    expect(looked).toBeLessThanOrEqual(501)
    looked = 0
    expect((await send(500)).processed).toBe(1)
    expect(looked).toBeGreaterThanOrEqual(500)
  })

  it('are split where they are large, and none is lost or torn apart', () => {
    const members = Array.from({ length: 50 }, (_, index) => ({
      kind: 'member' as const,
      email: `m${index}@team.example`,
      name: 'x'.repeat(index === 20 ? 5_000 : 100),
    }))
    const parts = [...encodeRecords(members, { receivedAt: now, maxBytes: 1_000 })].filter(
      (part) => part !== null,
    )
    const decoded = parts.map((part) => decodeRecord(part) as RecordsRecord)
    expect(decoded.flatMap(({ records }) => records)).toEqual(members)
    expect(decoded.every(({ kind, receivedAt }) => kind === 'records' && receivedAt === now)).toBe(true)
    expect(parts.filter((part) => part.length > 1_100)).toHaveLength(1)
    expect([...encodeRecords([], { receivedAt: now })]).toEqual([])
  })
})
