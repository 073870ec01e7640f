import type { RunningServer } from './server-program.ts'
import { apiKey } from './server-program.ts'
import { waitUntil } from './wait-until.ts'

/** Calls a tool over HTTP. Throws on any status but 200, with the answer. */
export async function callTool<Output>(
  server: Pick<RunningServer, 'url'>,
  tool: string,
  input: object,
): Promise<Output> {
  const response = await fetch(`${server.url}/api/tools/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool, input }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${tool} answered ${response.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as Output
}

/** Rows of a `svc_query`. */
export async function query<Row>(
  server: Pick<RunningServer, 'url'>,
  sql: string,
  limit = 10_000,
): Promise<Row[]> {
  const { data } = await callTool<{ data: Row[] }>(server, 'svc_query', { sql, limit })
  return data
}

/** How many events the read models hold. */
export async function countEvents(server: Pick<RunningServer, 'url'>): Promise<number> {
  const [row] = await query<{ events: number | string }>(server, 'select count(*) as events from activity')
  return Number(row!.events)
}

/** Waits until the projection has passed what is in the log. */
export async function waitForEvents(server: Pick<RunningServer, 'url'>, events: number): Promise<void> {
  // Far behind, with the processor busy, a count may take longer than a question may.
  const counted = () => countEvents(server).catch(() => 0)
  await waitUntil(`${events} events in the read models`, async () => (await counted()) >= events, {
    timeoutMs: 600_000 + events / 2,
    everyMs: 250,
  })
}
