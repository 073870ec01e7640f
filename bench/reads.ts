import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Engine } from '../packages/server/src/projector/process/engine.ts'
import { callTool } from './support/ask.ts'
import type { Case } from './support/case.ts'
import { fullHistory, startOnHistory } from './support/dataset.ts'
import { percentile } from './support/percentile.ts'
import { cpuSeconds } from './support/processes.ts'
import type { RunningServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { domainOf } from './support/visits.ts'

export const questions: { name: string; tool: string; input: (index: number) => object }[] = [
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

/**
 * How long a reader waits for an answer while nothing else happens, over the whole way by HTTP. The floor of a question
 * in SQL is the engine alone, in this process, over one flat table without identity or joins.
 */
export const reads: Case = async (context) => {
  const events = fullHistory * context.scale
  const server = await startOnHistory(context, events)
  await waitForRest(server)
  const measured: { name: string; sql?: string; median: number; p95: number }[] = []
  for (const { name, tool, input } of questions) {
    const times = await time((index) => callTool(server, tool, input(index)))
    const { sql } = input(0) as { sql?: string }
    measured.push({ name, sql, median: percentile(times, 0.5), p95: percentile(times, 0.95) })
    context.log(`${name} · ${figure(measured.at(-1)!.median, 'ms')}`)
  }
  await server.stop()
  const floor = await openFloor(join(context.scratch, 'history', 'organizations'))
  const rows: string[][] = []
  for (const { name, sql, median, p95 } of measured) {
    const alone = sql === undefined ? null : percentile(await time(() => floor.ask(sql)), 0.5)
    const compared = alone === null ? ['', ''] : [figure(alone, 'ms'), (median / alone).toFixed(2)]
    rows.push([name, figure(median, 'ms'), figure(p95, 'ms'), ...compared])
  }
  await floor.close()
  return {
    title: 'Reads',
    about: `${events.toLocaleString('en-US')} events over 90 days, one reader, POST /api/tools/call. 60 calls each after 30 that don't count, about the 30 busiest customers in turn, once the server is at rest. The floor is the engine alone over one flat table in memory, of the events' time, name and user: no HTTP, no process between, no identity to look up.`,
    columns: ['Question', 'Median', 'p95', 'Floor', 'Times the floor'],
    rows,
  }
}

/** After a start the facts of all customers are looked at, which is not what is measured here. */
export async function waitForRest(server: RunningServer): Promise<void> {
  for (let quietSeconds = 0; quietSeconds < 10;) {
    const before = cpuSeconds(server.pids())
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    quietSeconds = cpuSeconds(server.pids()) - before < 0.05 ? quietSeconds + 1 : 0
  }
}

/** How many of the customers are asked about, in turn; once each before anything counts: a server that runs has compiled its code. */
const asked = 30
/** How many calls count. */
const counted = 60

/** What the calls that count take, in milliseconds. */
async function time(call: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < asked + counted; index++) {
    const begun = performance.now()
    await call(index % asked)
    if (index >= asked) times.push(performance.now() - begun)
  }
  return times
}

async function openFloor(organizations: string) {
  const [organization] = readdirSync(organizations)
  const engine = await Engine.open({ path: join(organizations, organization!, 'activity.duckdb') })
  await engine.writer.all('create temp table flat as select occurred_at, event_name, user_id from activity')
  return {
    ask: (sql: string) => engine.writer.all(sql.replaceAll(/\bactivity\b/g, 'flat')),
    close: () => engine.close(),
  }
}

function dailyActiveUsers(condition: string): string {
  return `select date_trunc('day', occurred_at) as day, count(distinct user_id) as users
    from activity where user_id <> '' ${condition} group by 1 order by 1`
}
