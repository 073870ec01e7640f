import type { Database } from './database.ts'

/** Runs `work` under a lock of the database, which ends with its connection: also when this process is killed. */
export async function exclusively<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await database.connect()
  try {
    const key = `customer-intel ${database.schema} ${name}`
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [key])
    return await work()
  } finally {
    await client.end().catch(() => undefined)
  }
}
