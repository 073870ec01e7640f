import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { callTool } from './support/ask.ts'
import type { Case } from './support/case.ts'
import { startOnHistory } from './support/dataset.ts'
import { percentile } from './support/percentile.ts'
import { apiKey, type RunningServer } from './support/server-program.ts'
import { figure } from './support/table.ts'

interface Question {
  name: string
  tool: string
  input: (index: number) => Record<string, unknown>
}

function questionsAbout(customers: readonly string[]): Question[] {
  return [
    { name: 'the schema of a view', tool: 'svc_schema', input: () => ({ table: 'users' }) },
    { name: 'list customers, 50', tool: 'svc_list_customers', input: () => ({}) },
    {
      name: 'one customer with its users',
      tool: 'svc_get_customer',
      input: (index) => ({ customer: customers[index % customers.length], include: ['users'] }),
    },
  ]
}

const events = 100_000
/** What a call may cost beyond the same one by HTTP. */
const budgetMs = 3

/** What the Model Context Protocol adds to a tool call: the same calls by HTTP and by `/mcp`, in turn, one at a time. */
export const mcp: Case = async (context) => {
  const server = await startOnHistory(context, events * context.scale)
  const calls = Math.max(100, 600 * context.scale)
  const rows: string[][] = []
  const failures: string[] = []
  const { items } = await callTool<{ items: { id: string }[] }>(server, 'svc_list_customers', { limit: 500 })
  for (const { name, tool, input } of questionsAbout(items.map(({ id }) => id))) {
    const times: Record<'http' | 'mcp', number[]> = { http: [], mcp: [] }
    for (let index = -50; index < calls; index += 1) {
      const http = await timed(() => callTool(server, tool, input(index + 50)))
      const viaMcp = await timed(() => post(server, tool, input(index + 50)))
      if (index < 0) continue
      times.http.push(http)
      times.mcp.push(viaMcp)
    }
    const [http, viaMcp] = [percentile(times.http, 0.5), percentile(times.mcp, 0.5)]
    if (viaMcp - http > budgetMs) failures.push(`${name}: ${figure(viaMcp - http, 'ms')} beyond HTTP`)
    rows.push([name, figure(http, 'ms'), figure(viaMcp, 'ms'), figure(viaMcp - http, 'ms')])
  }
  const { perSecond, p95 } = await together(server, 50, Math.max(5, 20 * context.scale))
  rows.push([
    `50 clients at once: ${Math.round(perSecond)} calls a second, p95 ${figure(p95, 'ms')}`,
    '',
    '',
    '',
  ])
  await server.stop()
  return {
    title: 'Model Context Protocol',
    about: `${(events * context.scale).toLocaleString('en-US')} events, one caller, each call by HTTP and then by /mcp as the current revision has it, ${calls} times after 50 that don't count; medians. Fifty clients are the protocol's own, which check each answer against its schema; they ask for lists of customers.`,
    columns: ['Call', 'HTTP', '/mcp', 'Adds'],
    rows,
    failures,
  }
}

let lastId = 0

async function post({ url }: RunningServer, tool: string, input: object): Promise<void> {
  lastId += 1
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: lastId,
      method: 'tools/call',
      params: {
        name: tool,
        arguments: input,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
  const answer = (await response.json()) as { result?: { isError?: boolean } }
  if (answer.result === undefined || answer.result.isError)
    throw new Error(JSON.stringify(answer).slice(0, 500))
}

async function together(
  { url }: RunningServer,
  clients: number,
  each: number,
): Promise<{ perSecond: number; p95: number }> {
  const times: number[] = []
  const connected = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new Client(
        { name: 'bench', version: '1.0.0' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      )
      const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
      return client
    }),
  )
  const begun = performance.now()
  await Promise.all(
    connected.map(async (client) => {
      for (let index = 0; index < each; index += 1) {
        const call = () => client.callTool({ name: 'svc_list_customers', arguments: { limit: 10 } })
        times.push(await timed(async () => expectAnswer(await call())))
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  await Promise.all(connected.map((client) => client.close()))
  return { perSecond: times.length / seconds, p95: percentile(times, 0.95) }
}

function expectAnswer({ isError, content }: { isError?: boolean; content?: unknown }): void {
  if (isError) throw new Error(JSON.stringify(content).slice(0, 500))
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await call()
  return performance.now() - begun
}
