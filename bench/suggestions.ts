import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { callTool, query } from './support/ask.ts'
import type { Case } from './support/case.ts'
import { percentile } from './support/percentile.ts'
import { residentBytes } from './support/processes.ts'
import { apiKey, freePort, type RunningServer, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'

const fullSize = 100_000
const perRequest = 1_000
const passes = 7

/** What it costs to find the customers that look like one, where many have a name or a domain in common. */
export const suggestions: Case = async (context) => {
  const count = fullSize * context.scale
  const dataDirectory = join(context.scratch, 'suggestions')
  mkdirSync(dataDirectory, { recursive: true })
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })
  for (let start = 0; start < count; start += perRequest) await bring(server, start)
  await waitUntil('the customers', async () => (await countCustomers(server)) >= count, {
    timeoutMs: 600_000,
    everyMs: 500,
  })
  context.log(`brought in ${count} customers`)
  const before = residentBytes(server.pids())
  const lists: number[] = []
  const gets: number[] = []
  const reads: number[] = []
  let found = 0
  for (let pass = 0; pass < passes; pass++) {
    const [listed] = await Promise.all([timed(() => list(server)), readBeside(server, reads)])
    lists.push(listed.ms)
    found = listed.value.length
    gets.push((await timed(() => ask(server, `${path}/${listed.value[0]!.id}`))).ms)
  }
  const resident = residentBytes(server.pids()) - before
  await server.stop()
  return {
    title: 'Merge suggestions',
    about: `${count.toLocaleString('en-US')} customers: of ten, one is called Test, one shares its domain with a hundred others, one has another that bears its name; and as many people with an address at gmail.com as a fifth of them. Median of ${passes}.`,
    columns: ['What', 'Result'],
    rows: [
      ['the list of suggestions', figure(percentile(lists, 0.5), 'ms')],
      ['the list, longest', figure(percentile(lists, 1), 'ms')],
      ['one suggestion', figure(percentile(gets, 0.5), 'ms')],
      ['a read beside it, longest', figure(percentile(reads, 1), 'ms')],
      ['resident memory of all processes, more than before', figure(resident / 1024 ** 2, 'MB')],
      ['suggestions in the answer', String(found)],
    ],
  }
}

const path = '/api/identity/merge-suggestions'

async function bring(server: RunningServer, start: number): Promise<void> {
  const records = Array.from({ length: perRequest }, (_, index) => customerAt(start + index))
  const people = Array.from({ length: perRequest / 5 }, (_, index) => ({
    kind: 'user',
    email: `somebody${start + index}@gmail.com`,
  }))
  for (const part of [records, people]) {
    const response = await fetch(`${server.url}/api/records`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ records: part }),
    })
    if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`)
  }
}

function customerAt(index: number): object {
  const customer = { kind: 'customer', customerId: `account-${index}` }
  const own = { ...customer, name: `Company ${index}`, domain: `company-${index}.example` }
  switch (index % 10) {
    case 0:
      return { ...own, name: 'Test' }
    case 1:
      return { ...own, domain: `reseller-${Math.floor(index / 1_000)}.example` }
    case 2:
      return { ...own, name: `COMPANY ${index - 1}, Inc.` }
    default:
      return own
  }
}

async function ask(server: RunningServer, address: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}${address}`, { headers: { authorization: `Bearer ${apiKey}` } })
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

async function list(server: RunningServer): Promise<{ id: string }[]> {
  const { result } = await ask(server, `${path}?limit=100`)
  return (result as { data: { suggestions: { id: string }[] } }).data.suggestions
}

async function countCustomers(server: RunningServer): Promise<number> {
  const [row] = await query<{ customers: number | string }>(
    server,
    `select count(*) as customers from customers where type = 'COMPANY'`,
  )
  return Number(row!.customers)
}

async function readBeside(server: RunningServer, latencies: number[]): Promise<void> {
  for (let turn = 0; turn < 3; turn++)
    latencies.push((await timed(() => callTool(server, 'svc_list_customers', { limit: 20 }))).ms)
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const begun = performance.now()
  const value = await work()
  return { value, ms: performance.now() - begun }
}
