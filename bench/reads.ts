import { callTool } from './support/ask.ts'
import type { Case } from './support/case.ts'
import { fullHistory, startOnHistory } from './support/dataset.ts'
import { percentile } from './support/percentile.ts'
import { figure } from './support/table.ts'
import { domainOf } from './support/visits.ts'

const questions: { name: string; tool: string; input: (index: number) => object }[] = [
  { name: 'list customers, 50 of 3,000', tool: 'svc_list_customers', input: () => ({}) },
  { name: 'list users, 50 of 60,000', tool: 'svc_list_users', input: () => ({}) },
  {
    name: 'one customer with users and recent timeline',
    tool: 'svc_get_customer',
    input: (index) => ({ customer: domainOf(index), include: ['users', 'recentTimeline'] }),
  },
  {
    name: 'timeline of one customer, 50 events',
    tool: 'svc_get_timeline',
    input: (index) => ({ customer: domainOf(index), timeframe: '90d' }),
  },
  {
    name: 'daily active users, last 30 days',
    tool: 'svc_query',
    input: () => ({ sql: dailyActiveUsers('and occurred_at >= now()::timestamp - interval 30 day') }),
  },
  {
    name: 'daily active users, all 90 days',
    tool: 'svc_query',
    input: () => ({ sql: dailyActiveUsers('') }),
  },
  {
    name: 'top events with distinct users',
    tool: 'svc_query',
    input: () => ({
      sql: `select event_name, count(*) as events, count(distinct user_id) as users
        from activity group by event_name order by events desc limit 20`,
    }),
  },
  {
    name: 'funnel of two steps within 7 days',
    tool: 'svc_query',
    input: () => ({
      sql: `with first_step as (
          select user_id, min(occurred_at) as at from activity
          where event_name = 'Signed Up' and user_id <> '' group by user_id
        ), second_step as (
          select distinct s.user_id from first_step s join activity a on a.user_id = s.user_id
          where a.event_name = 'Created Project'
            and a.occurred_at >= s.at and a.occurred_at < s.at + interval 7 day
        )
        select (select count(*) from first_step) as entered, (select count(*) from second_step) as converted`,
    }),
  },
]

/** How long a reader waits for an answer while nothing else happens, over the whole way by HTTP. */
export const reads: Case = async (context) => {
  const events = fullHistory * context.scale
  const server = await startOnHistory(context, events)
  const rows: string[][] = []
  for (const { name, tool, input } of questions) {
    const times: number[] = []
    for (let index = -3; index < 30; index++) {
      const begun = performance.now()
      await callTool(server, tool, input(Math.abs(index)))
      if (index >= 0) times.push(performance.now() - begun)
    }
    rows.push([name, figure(percentile(times, 0.5), 'ms'), figure(percentile(times, 0.95), 'ms')])
    context.log(rows.at(-1)!.join(' · '))
  }
  await server.stop()
  return {
    title: 'Reads',
    about: `${events.toLocaleString('en-US')} events over 90 days, one reader, POST /api/tools/call. 30 calls each.`,
    columns: ['Question', 'Median', 'p95'],
    rows,
  }
}

function dailyActiveUsers(condition: string): string {
  return `select date_trunc('day', occurred_at) as day, count(distinct user_id) as users
    from activity where user_id <> '' ${condition} group by 1 order by 1`
}
