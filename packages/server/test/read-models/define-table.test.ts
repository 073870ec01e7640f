import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { Engine } from '../../src/projector/process/engine.ts'
import { type RowNamed, type StoredRowNamed, tables } from '../../src/projector/schema.ts'
import { defineTables } from '../../src/kernel/sql/define-table.ts'

describe('a table that is defined once', () => {
  it('gives DDL, in the order of its columns', () => {
    const { t } = defineTables({ t: { a: 'text', b: 'double?', c: 'uuid uncompressed' } })
    expect(t.definition).toBe(
      'create table if not exists t (\n  a varchar not null,\n  b double precision,\n  c uuid not null using compression uncompressed\n);\n',
    )
  })

  it('takes rows by name, null for what a row leaves out, and reads them again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'define-table-'))
    const engine = await Engine.open({ path: join(folder, 'tables.duckdb') })
    const row: RowNamed<'revenue_snapshots'> = {
      stated_at: Date.UTC(2026, 0, 2),
      record_key: 'revenue:a',
      subject: 7,
      snapshot_date: '2026-01-01',
      mrr_cents: 1200,
      currency: 'EUR',
      billing_status: 'PAYING',
      plan: 'pro',
      paid_cents: 0,
    }
    await engine.writer.append(tables.revenue_snapshots, [row])
    const read = await engine.writer.all<StoredRowNamed<'revenue_snapshots'>>(
      'select * from revenue_snapshots',
    )
    expect(read).toEqual([{ ...row, stated_at: '2026-01-02T00:00:00.000Z', active_subscriptions: null }])
    await engine.close()
    await rm(folder, { recursive: true })
  })

  it('types its rows', () => {
    expectTypeOf<RowNamed<'subject_keys'>['hash']>().toEqualTypeOf<number>()
    expectTypeOf({ hash: 1 }).not.toExtend<RowNamed<'subject_keys'>>()
    expectTypeOf<RowNamed<'events'>['title']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<StoredRowNamed<'events'>['sent_at']>().toEqualTypeOf<string | null>()
  })
})
