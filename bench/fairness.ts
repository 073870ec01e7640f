import { once } from 'node:events'
import { join } from 'node:path'
import { callTool } from './support/ask.ts'
import type { Case, CaseContext } from './support/case.ts'
import { fullHistory, startOnHistory } from './support/dataset.ts'
import { percentile } from './support/percentile.ts'
import { residentBytes } from './support/processes.ts'
import { runServerCommand, serverEnvironment } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { domainOf } from './support/visits.ts'

const atOnce = 20
const watchedMs = 30_000

/** Each takes all that it is given: of time, of memory, of the size of a value, of rows, of planning. */
const heavy = [
  'select count(*) as n from activity a join activity b on a.user_id < b.user_id',
  'select count(distinct a.event_id || b.event_id) as n from activity a, (select event_id from activity limit 1000) b',
  "select length(string_agg(a.event_id::varchar || a.event_name, '')) as n from activity a, (select 1 from activity limit 20) b",
  'select * from activity a, (select event_id from activity limit 1000) b order by a.event_id, b.event_id limit 1000',
  `select count(*) as n from ${Array.from({ length: 14 }, (_, index) => `users u${index}`).join(', ')}
   where ${Array.from({ length: 13 }, (_, index) => `u${index}.user_id = u${index + 1}.user_id`).join(' and ')}`,
]

const questions: { name: string; tool: string; input: (index: number) => object; limitMs: number }[] = [
  { name: 'list customers, 50', tool: 'svc_list_customers', input: () => ({}), limitMs: 500 },
  {
    name: 'timeline of one customer, 50 events',
    tool: 'svc_get_timeline',
    input: (index) => ({ customer: domainOf(index), timeframe: '90d' }),
    limitMs: 500,
  },
  {
    name: 'a small query of another key',
    tool: 'svc_query',
    input: () => ({ sql: 'select count(*) as n from users' }),
    limitMs: 2_000,
  },
]

/** What one key's heavy queries, many at once and one after another, leave to the others. */
export const fairness: Case = async (context) => {
  const events = (fullHistory / 4) * context.scale
  const server = await startOnHistory(context, events)
  const other = await issueKey(context)
  const measure = async (durationMs: number) => {
    const times = questions.map((): number[] => [])
    const end = performance.now() + durationMs
    for (let index = 0; performance.now() < end; index++) {
      for (const [at, { tool, input }] of questions.entries()) {
        const begun = performance.now()
        await callTool(server, tool, input(index))
        times[at]!.push(performance.now() - begun)
      }
    }
    return times
  }
  await measure(2_000)
  const alone = await measure(5_000)
  const stop = new AbortController()
  const statuses = new Map<string, number>()
  const queries = Array.from({ length: atOnce }, async (_, index) => {
    while (!stop.signal.aborted) {
      const status = await ask(server.url, other, heavy[index % heavy.length]!)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const beside = await measure(watchedMs)
  const resident = residentBytes(server.pids())
  stop.abort()
  await Promise.all(queries)
  await server.stop()
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  const rows = questions.map(({ name, limitMs }, at) => [
    name,
    figure(percentile(alone[at]!, 0.95), 'ms'),
    figure(percentile(beside[at]!, 0.5), 'ms'),
    figure(percentile(beside[at]!, 0.95), 'ms'),
    figure(percentile(beside[at]!, 1), 'ms'),
    figure(limitMs, 'ms'),
  ])
  return {
    title: 'Beside heavy queries',
    about: `${events.toLocaleString('en-US')} events. One key asks ${atOnce} heavy queries at once, for ${watchedMs / 1_000} s, and the next as soon as one is answered (${answers}); another key asks these, one after another. All processes held ${figure(resident / 1024 ** 2, 'MB')} at the end.`,
    columns: ['Question', 'Alone, p95', 'Beside, median', 'Beside, p95', 'Beside, slowest', 'p95 allowed'],
    rows,
    failures: questions.flatMap(({ name, limitMs }, at) =>
      percentile(beside[at]!, 0.95) > limitMs
        ? [`${name} takes over ${limitMs} ms beside heavy queries`]
        : [],
    ),
  }
}

async function ask(url: string, key: string, sql: string): Promise<string> {
  const response = await fetch(`${url}/api/tools/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'svc_query', input: { sql } }),
  })
  await response.arrayBuffer()
  const after = Number(response.headers.get('retry-after') ?? 0)
  if (response.status === 429) await new Promise((resolve) => setTimeout(resolve, after * 1_000))
  return String(response.status)
}

/** Another API key of the workspace, beside the server that runs. */
async function issueKey({ command, scratch }: CaseContext): Promise<string> {
  const { child, output } = runServerCommand(
    [...command, 'keys', 'issue', '--name', 'heavy', '--grants', 'full'],
    serverEnvironment({ dataDirectory: join(scratch, 'history'), port: 0 }),
  )
  await once(child, 'close')
  const key = /ok_[\w-]+/.exec(output())?.[0]
  if (key === undefined) throw new Error(`No key was issued: ${output()}`)
  return key
}
