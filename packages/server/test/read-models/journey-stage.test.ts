import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSqlCustomerReads } from '../../src/customers/reads/sql-customer-reads.ts'
import { openInProcessDatabase } from '../support/in-process-database.ts'
import type { InProcessDatabase } from '../support/in-process-database.ts'
import { insertRows } from '../support/insert-rows.ts'
import type { Row } from '../support/insert-rows.ts'

let database: InProcessDatabase

beforeAll(async () => {
  database = await openInProcessDatabase()
})

afterAll(() => database.close())

test('the list of users and the view agree on the stage of every kind of person', async () => {
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().replace('T', ' ').replace('Z', '')
  const reached: Row[] = [{}, { signed_up_at: day(90) }, { activated_at: day(80) }, { engaged_at: day(70) }]
  const activity: Row[] = [{}, { last_activity_at: day(1) }, { last_activity_at: day(40) }]
  const lapses: Row[] = [{}, { lapsed_at: day(20) }]
  const people = reached.flatMap((stage) =>
    activity.flatMap((last) => lapses.map((lapse) => ({ ...stage, ...last, ...lapse }))),
  )
  await insertRows(
    database,
    'contacts',
    people.map((person, index) => ({ user_id: `user_${index}`, ...person })),
  )
  const page = { orderBy: 'email', orderDirection: 'asc', limit: 1_000, after: null } as const
  const { items } = await createSqlCustomerReads(database, Date.now).listUsers(page)
  const viewed = await database.all<{ user_id: string; journey_stage: string }>(
    'select user_id, journey_stage from users order by user_id',
  )
  const listed = items.map(({ id, journeyStage }) => ({ user_id: id, journey_stage: journeyStage }))
  expect(listed.sort((left, right) => (left.user_id < right.user_id ? -1 : 1))).toEqual(viewed)
  expect(new Set(viewed.map((row) => row.journey_stage)).size).toBe(5)
})
