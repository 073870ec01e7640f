import type { SkippedRun } from '@customer-intel/contract'
import { answerFrom } from '../../kernel/operations/answer-from.ts'
import { openPage } from '../../kernel/operations/page.ts'
import type { RouteHandler } from '../../kernel/operations/route-handler.ts'
import { all } from '../../kernel/sql/conditions.ts'
import { type SqlDatabase, textItems } from '../../kernel/sql/database.ts'
import type { Page, PageEnd } from '../../kernel/sql/page.ts'
import { readPage } from '../../kernel/sql/read-page.ts'
import { automationsOf, findAutomation } from './automations.ts'

export interface SkippedQuery {
  automationId: string
  customer?: string | undefined
  limit: number
  after: PageEnd | null
}

/** `GET /api/automations/{id}/skipped`. */
export const listSkippedRoute: RouteHandler<'listSkippedRuns'> = {
  async run({ params: { id: automationId }, query }, { workspace, grants }) {
    findAutomation(await automationsOf(workspace).read(), automationId)
    const asked = { ...query, automationId }
    const page = openPage('listSkippedRuns', asked, workspace)
    const { answer, stale } = await answerFrom(workspace.readModels, async (fresh) =>
      (await fresh()).listSkippedRuns({ ...asked, after: page.after }),
    )
    const isNamed = grants.includes('customer_intelligence:read')
    return {
      items: isNamed ? answer.items : answer.items.map(withoutNames),
      pagination: page.close(answer),
      ...(stale === null ? {} : { stale }),
    }
  },
}

const withoutNames = (run: SkippedRun): SkippedRun => ({
  ...run,
  customers: run.customers.map(({ id }) => ({ id, name: null })),
})

type SkippedRow = Omit<SkippedRun, 'reason' | 'explanation' | 'customers'> & {
  skip_reason: string | null
  sort_key: string | null
  sort_id: string
}

/** A page of what an automation skipped, newest first. */
export async function listSkippedRuns(
  database: SqlDatabase,
  { automationId, customer, limit, after }: SkippedQuery,
): Promise<Page<SkippedRun>> {
  const page = await readPage<SkippedRow>(database, {
    sort: { expression: 'r.updated_at', type: 'timestamp' },
    id: 'r.run_id',
    direction: 'desc',
    limit,
    after,
    from: () => 'automation_runs r',
    where: ({ bind }) =>
      all([
        `r.automation_id = ${bind(automationId, 'varchar')}`,
        `r.status = 'SKIPPED'`,
        ...(customer === undefined
          ? []
          : [
              `r.run_id in (select c.run_id from run_customers c left join aliases l on l.alias = c.customer_id
                 where coalesce(l.id, c.customer_id) = ${bind(customer, 'varchar')})`,
            ]),
      ]),
    select: (matching, keyset) =>
      `select r.run_id as id, r.skip_reason, r.event_id as "eventId", r.event_name as "eventName",
         r.occurred_at as "occurredAt", r.updated_at as "skippedAt", ${keyset.columns}
       ${matching} ${keyset.tail}`,
  })
  const customers = await database.all<{ run_id: string; id: string; name: string | null }>(
    `select c.run_id, coalesce(l.id, c.customer_id) as id, a.name from run_customers c
     left join aliases l on l.alias = c.customer_id left join accounts a on a.customer_id = coalesce(l.id, c.customer_id)
     where c.run_id in (${textItems(1)}) order by 1, 2`,
    [page.items.map(({ id }) => id)],
  )
  const items = page.items.map(({ sort_key: _, sort_id: __, skip_reason, ...run }) => ({
    ...run,
    ...reasonOf(skip_reason ?? ''),
    customers: customers.flatMap(({ run_id, id, name }) => (run_id === run.id ? [{ id, name }] : [])),
  }))
  return { ...page, items }
}

/** `COOLDOWN: …` */
function reasonOf(stored: string): Pick<SkippedRun, 'reason' | 'explanation'> {
  const end = stored.indexOf(':')
  return end < 0
    ? { reason: stored, explanation: stored }
    : { reason: stored.slice(0, end), explanation: stored.slice(end + 1).trim() }
}
