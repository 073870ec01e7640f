import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresStore } from '../../src/drivers/postgres/postgres-store.ts'
import { noPgbouncer, startPgbouncer } from '../support/pgbouncer.ts'
import { runSql, startPostgres, type TestPostgres } from '../support/postgres.ts'

let database: TestPostgres
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database?.dispose())

// Reason for a skip: see `noPgbouncer`.
describe.skipIf(noPgbouncer !== null)('the start behind pgbouncer', () => {
  it('is refused in one line that names the remedy where transactions share sessions, and makes no tables', async () => {
    const url = await database.createDatabase()
    const pooler = await startPgbouncer(url, 'transaction')
    const store = postgresStore({ url: pooler.url })
    try {
      await expect(store.open()).rejects.toThrow(
        /^PostgreSQL at 127\.0\.0\.1:\d+\/\w+ can't be used: a connection pooler in transaction mode answers there \(pgbouncer: pool_mode = transaction\).*Use the pooler's session mode, or the address of the database itself[^\n]*$/,
      )
    } finally {
      await store.close()
      pooler.close()
    }
    const made = await runSql(url, `select from pg_namespace where nspname = 'customer_intel'`)
    expect(made.rowCount).toBe(0)
  })

  it('works where each connection has a session', async () => {
    const pooler = await startPgbouncer(await database.createDatabase(), 'session')
    const store = postgresStore({ url: pooler.url, connections: 4 })
    try {
      await store.open()
      const { log } = store.organization('acme')
      await Promise.all([1, 2, 3, 4, 5].map((number) => log.append(Buffer.from(String(number)))))
      expect(await log.end()).toBe(5)
    } finally {
      await store.close()
      pooler.close()
    }
  })
})
