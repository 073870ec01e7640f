import type { ListCustomersOutput } from '@customer-intel/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertRows } from '../support/insert-rows.ts'
import { openToolWorkspace } from '../support/tool-workspace.ts'
import type { ToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace

beforeAll(async () => {
  workspace = await openToolWorkspace()
})

afterAll(() => workspace.close())

beforeEach(() => workspace.database.all('delete from accounts'))

interface Account {
  mrr: number | null
  name: string | null
  day: number | null
}

const account: fc.Arbitrary<Account> = fc.record({
  // Few values, so that many keys are equal, and nulls, so that some rows have none.
  mrr: fc.option(fc.integer({ min: 0, max: 3 })),
  name: fc.option(fc.constantFrom('acme', 'Acme', 'Ärger', 'zeta', "o'neil", '%')),
  day: fc.option(fc.integer({ min: 1, max: 3 })),
})

async function insert(accounts: Account[], prefix: string): Promise<void> {
  await insertRows(
    workspace.database,
    'accounts',
    accounts.map(({ mrr, name, day }, index) => ({
      customer_id: `${prefix}${String(index).padStart(3, '0')}`,
      name,
      mrr_cents: mrr,
      last_activity_at: day === null ? null : `2026-06-0${day} 10:00:00.123456`,
    })),
  )
}

test('paging through a list that changes never repeats a row and never skips one that stayed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(account, { minLength: 1, maxLength: 20 }),
      fc.array(fc.array(account, { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
      fc.constantFrom('last_activity_at', 'name', 'mrr_cents'),
      fc.constantFrom('asc', 'desc'),
      fc.integer({ min: 1, max: 6 }),
      async (stable, arrivals, orderBy, orderDirection, limit) => {
        await workspace.database.all('delete from accounts')
        await insert(stable, 'stable_')
        const seen: string[] = []
        let cursor: string | undefined
        for (let page = 0; ; page++) {
          const { items, pagination } = await workspace.call<ListCustomersOutput>('svc_list_customers', {
            orderBy,
            orderDirection,
            limit,
            cursor,
          })
          seen.push(...items.map((item) => item.id))
          if (pagination.nextCursor === null) break
          cursor = pagination.nextCursor
          await insert(arrivals[page] ?? [], `arrival${page}_`)
        }
        expect(new Set(seen).size).toBe(seen.length)
        const stableSeen = seen.filter((id) => id.startsWith('stable_')).sort()
        expect(stableSeen).toEqual(stable.map((_, index) => `stable_${String(index).padStart(3, '0')}`))
      },
    ),
    { numRuns: 60 },
  )
})
