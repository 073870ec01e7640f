import { isPlatformOperation, routes, operationNames } from '@customer-intel/contract'
import { expect } from 'vitest'
import type { Configured } from './generated-acting.ts'

type Ask = (method: string, path: string, body?: object) => Promise<{ status: number; body: Fields }>
type Fields = Record<string, unknown>

/** Asks every route and tool that reads: whatever lies in the log, each answers, and by itself. */
export async function askEverything(ask: Ask, configured: Configured, said: string): Promise<void> {
  async function answered(method: string, path: string, body?: object): Promise<Fields> {
    const answer = await ask(method, path, body)
    const told = `${said}: ${method} ${path} ${JSON.stringify(body ?? '')} ${JSON.stringify(answer.body).slice(0, 300)}`
    expect([200, 400, 404], told).toContain(answer.status)
    return answer.body
  }
  const tool = (name: string, input: object) => answered('POST', '/api/tools/call', { tool: name, input })
  const ids = (list: unknown, field: string) => ((list ?? []) as Fields[]).map((item) => String(item[field]))

  for (const operation of operationNames) {
    if (!isPlatformOperation(operation) || operation === 'followEvents') continue
    const { method, path } = routes[operation]
    if (method !== 'GET') continue
    for (const filled of fill(path, configured)) await answered('GET', filled)
  }
  for (const provider of ['billing-a', 'crm-a'])
    await answered('GET', `/api/integrations/sync-status?provider=${provider}`)
  await answered('POST', '/api/activation/preview', { eventName: 'paid' })

  for (const view of ['activity', 'customers', 'users', 'revenue', 'facts', 'sources', 'opportunities'])
    await tool('svc_query', { sql: `select * from ${view}` })
  await tool('svc_list_workspace_users', {})
  await tool('svc_search_customer_context', { customer: null, query: 'they pay' })
  const customers = await tool('svc_list_customers', { limit: 100 })
  const include = ['users', 'revenue', 'recentTimeline', 'behaviorMetrics']
  for (const customer of ids(customers['items'], 'id').slice(0, 20)) {
    await tool('svc_get_customer', { customer, include, timeframe: '90d' })
    await tool('svc_get_timeline', { customer })
    await tool('svc_list_facts', { customer })
  }
  await tool('svc_list_users', { limit: 100 })
  for (const source of ((await tool('svc_list_sources', { limit: 100 }))['items'] ?? []) as Fields[])
    await tool('svc_get_source', { sourceType: source['sourceType'], sourceId: source['sourceId'] })
}

/** The path with the ids of what is configured, and of runs that generated logs name. */
function fill(path: string, { automationId, agentId, destinationId, signalId }: Configured): string[] {
  const own: Record<string, string> = {
    automations: automationId,
    agents: agentId,
    destinations: destinationId,
    signals: signalId,
  }
  const id = own[path.split('/')[2]!] ?? automationId
  const whole = path.replaceAll(/\{(?:id|agentId|automationId|uuid)\}/g, id)
  const runs = path.includes('/agents/') ? 'agent-run' : 'run'
  return whole.includes('{runId}')
    ? [1, 2, 3, 4].map((count) => whole.replace('{runId}', `${runs}-${count}`))
    : [whole]
}
