import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { Engine } from '../../src/projector/process/engine.ts'
import { type RowNamed, type StoredRowNamed, tables } from '../../src/projector/schema.ts'
import type { JsonText } from '../../src/kernel/log/json-text.ts'
import { defineTables, type Row, type StoredRow } from '../../src/kernel/sql/define-table.ts'
import { createRandom } from '../../../../bench/support/random.ts'

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

  it('gives back whatever it was given, of every kind, at any length, with nulls anywhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'define-table-'))
    const engine = await Engine.open({ path: join(folder, 'tables.duckdb') })
    const { every } = defineTables({
      every: {
        number: 'integer',
        text: 'text?',
        json: 'json?',
        boolean: 'boolean?',
        integer: 'integer?',
        double: 'double?',
        bigint: 'bigint?',
        timestamp: 'timestamp?',
        date: 'date?',
        uuid: 'uuid?',
      },
    })
    await engine.writer.all(every.definition)
    const seed = Math.floor(Math.random() * 2 ** 32)
    const random = createRandom(seed)
    const safe = Number.MAX_SAFE_INTEGER
    const hex = (length: number) => Array.from({ length }, () => random.below(16).toString(16)).join('')
    const cells = {
      text: () =>
        random.pick([
          '',
          'a',
          'twelve chars',
          'thirteen char',
          'nul\u0000',
          'é',
          'Zoë 漢字 😀 \u202e',
          'x'.repeat(random.below(3_000)),
        ]),
      json: () => random.pick(['{}', '{"a":[1,null,"é"]}']) as JsonText,
      boolean: () => random.below(2) === 1,
      integer: () => random.pick([0, -1, 2 ** 31 - 1, -(2 ** 31), random.below(1_000)]),
      double: () => random.pick([0, -0.1, 1e300, Number.MIN_VALUE, random.below(1_000) / 7]),
      bigint: () =>
        random.pick([0, -1, 2 ** 32, -(2 ** 32), 2 ** 32 - 1, safe, -safe, random.below(1e9) * 1e6]),
      // From 2255 on microseconds are more than a number holds exactly.
      timestamp: () =>
        random.pick([0, -1, 1, 253_402_300_799_999, -62_135_596_800_000, random.below(2e9) * 1_000 + 7]),
      date: () => random.pick(['1970-01-01', '1969-12-31', '0001-01-01', '9999-12-31', '2024-02-29']),
      uuid: () =>
        random.pick([
          '00000000-0000-0000-0000-000000000000',
          'ffffffff-ffff-ffff-ffff-ffffffffffff',
          `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
        ]),
    }
    const rows = Array.from({ length: 5_000 }, (_, number) => ({
      number,
      ...Object.fromEntries(
        Object.entries(cells).map(([name, cell]) => [name, random.below(4) === 0 ? null : cell()]),
      ),
    }))
    for (const [from, to] of [
      [0, 1],
      [1, 64],
      [64, 5_000],
    ])
      await engine.writer.append(every, rows.slice(from, to))
    const read = await engine.writer.all<StoredRow<typeof every>>('select * from every order by number')
    expect(read, `seed ${seed}`).toEqual(
      rows.map((row: Partial<Row<typeof every>>) => ({
        ...row,
        timestamp: row.timestamp == null ? null : new Date(row.timestamp).toISOString(),
      })),
    )
    await expect(engine.writer.append(every, [{ number: 1, integer: 2 ** 31 }])).rejects.toThrow('2147483648')
    await expect(engine.writer.append(every, [{ number: 1, uuid: 'no-uuid' }])).rejects.toThrow('no uuid')
    await expect(engine.writer.append(every, [{ number: 1, timestamp: NaN }])).rejects.toThrow('NaN')
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
