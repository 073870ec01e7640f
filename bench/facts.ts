import { indexFacts } from '../packages/server/src/search/index-artifacts.ts'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createFactRefresher } from '../packages/server/src/facts/behaviour/refresh-facts.ts'
import { Engine } from '../packages/server/src/projector/process/engine.ts'
import { waitForEvents } from './support/ask.ts'
import type { Case, CaseContext } from './support/case.ts'
import { percentile } from './support/percentile.ts'
import { createRandom, type Random } from './support/random.ts'
import { freePort, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { domainOf, uuidV7 } from './support/visits.ts'

const customers = 10_000
const fullSize = 1_000_000
const batchSize = 100
const connections = 16
const day = 86_400_000
const days = 180
/** Each is another day: every customer is computed again. */
const passes = 3

/**
 * What bringing every customer's behavioural facts up to date costs, as at midnight, without the rests that the server
 * takes between batches. The floor is the engine alone, which counts what the rules look at.
 */
export const facts: Case = async (context) => {
  const events = fullSize * context.scale
  const accounts = customers * context.scale
  await fill(context, events, accounts)
  const organizations = join(context.scratch, 'facts', 'organizations')
  const [organization] = readdirSync(organizations)
  const engine = await Engine.open({ path: join(organizations, organization!, 'activity.duckdb') })
  const refresher = createFactRefresher({ reader: engine, writer: engine.writer, index: indexFacts })
  const totals: number[] = []
  const floors: number[] = []
  const processor: number[] = []
  const batches: number[] = []
  const loop = monitorEventLoopDelay({ resolution: 1 })
  for (let pass = 0; pass < passes; pass++) {
    const begun = performance.now()
    const used = process.cpuUsage()
    loop.enable()
    for (let left = 1; left > 0;) {
      const batchBegun = performance.now()
      left = await refresher.refreshSome(Date.now() + (pass + 1) * day)
      batches.push(performance.now() - batchBegun)
    }
    loop.disable()
    const { user, system } = process.cpuUsage(used)
    totals.push(performance.now() - begun)
    processor.push((user + system) / 1_000)
    context.log(`a day took ${figure(totals.at(-1)!, 'ms')}`)
  }
  // After the passes: it takes memory that they have in the server.
  await engine.writer.all(
    `create temp table flat as select customer_domain, user_email, event_name, occurred_at from activity`,
  )
  for (let pass = 0; pass < passes; pass++) {
    const begun = performance.now()
    for (const sql of counts) await engine.writer.all(sql)
    floors.push(performance.now() - begun)
  }
  const [known] = await engine.all<{ facts: number }>('select count(*) as facts from facts')
  await engine.close()
  const total = percentile(totals, 0.5)
  const floor = percentile(floors, 0.5)
  return {
    title: 'Facts',
    about: `Bringing the behavioural facts of all ${accounts.toLocaleString('en-US')} customers up to date on another day, without the rests between batches: ${events.toLocaleString('en-US')} events of half a year, ${known!.facts.toLocaleString('en-US')} facts. Median of ${passes} days. The floor is the engine alone over one flat table in memory, which counts each customer's events by week and name, and each person's by day.`,
    columns: ['What', 'Measured', 'Floor', 'Times the floor'],
    rows: [
      ['all customers', figure(total, 'ms'), figure(floor, 'ms'), (total / floor).toFixed(1)],
      ['processor time', figure(percentile(processor, 0.5), 'ms'), '', ''],
      ['a batch, median', figure(percentile(batches, 0.5), 'ms'), '', ''],
      ['a batch, longest', figure(percentile(batches, 1), 'ms'), '', ''],
      ['the process is free again after, 99 of 100', figure(loop.percentile(99) / 1e6, 'ms'), '', ''],
      ['the process is free again after, at most', figure(loop.max / 1e6, 'ms'), '', ''],
    ],
  }
}

const counts = [
  `select count(*) from (
    select customer_domain, event_name, date_trunc('week', occurred_at), count(*) from flat group by all)`,
  `select count(*) from (select customer_domain, user_email, occurred_at::date, count(*) from flat group by all)`,
]

/** Brings in half a year of people who come now and then, and of whom some don't come back. */
async function fill(context: CaseContext, events: number, accounts: number): Promise<void> {
  const dataDirectory = join(context.scratch, 'facts')
  mkdirSync(dataDirectory, { recursive: true })
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })
  const random = createRandom(11)
  const end = Date.now()
  let sent = 0
  const send = async () => {
    while (sent < events) {
      const part = sent / events
      sent += batchSize
      const at = end - days * day * (1 - part)
      const body = { source: 'server', events: createEvents(random, at, part, accounts) }
      const response = await fetch(server.ingestUrl, { method: 'POST', body: JSON.stringify(body) })
      if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  await waitForEvents(server, events)
  context.log(`brought in ${events} events of ${accounts} customers`)
  await server.stop()
}

function createEvents(random: Random, at: number, part: number, accounts: number): object[] {
  return Array.from({ length: batchSize }, () => {
    const timestamp = Math.trunc(at)
    // A tenth of the customers left at some time, one after another.
    const account = random.below(accounts)
    const customer = account % 10 === 0 && account / accounts < part ? account + 1 : account
    return {
      type: 'custom',
      uuid: uuidV7(random, timestamp),
      timestamp,
      url: 'server://app',
      path: '/',
      eventName: random.pick(['Exported Report', 'Invited Teammate', 'Created Project']),
      email: `person-${random.below(3)}@${domainOf(customer)}`,
    }
  })
}
