// The platform's commands as tools of the protocol: each one called once by the official client, with real effect.
import { randomBytes, randomUUID } from 'node:crypto'
import { describeCommandTools } from '@customer-intel/contract/openapi/command-tools'
import type { Client } from '@modelcontextprotocol/client'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { patienceMs } from '../../../../tests/support/patience.ts'
import { connectMcp, textOf } from '../support/mcp-client.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

type Data = Record<string, never> & Record<string, { id: string } & { id: string }[]>

const commands = new Map(describeCommandTools().map((command) => [command.name, command]))
/** What each was last called with. */
const called = new Map<string, object>()
let test: TestServer
let client: Client

beforeAll(async () => {
  const key = randomBytes(32)
  test = await openTestServer({ store: memoryStore(), secretKeys: async () => [key] })
  client = await connectMcp(test.server, { apiKey: test.apiKey, query: '?toolsets=all&outputSchemas=true' })
  // The client holds answers against these.
  await client.listTools()
})
afterAll(async () => {
  await client.close()
  await test.close()
})

/** `result.data` of a call that succeeds, and satisfies the contract of its route. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
async function done(name: string, input: object = {}): Promise<any> {
  const result = await client.callTool({ name: `svc_${name}`, arguments: { ...input } })
  expect({ name, input, error: result.isError ? textOf(result) : null }).toEqual({ name, input, error: null })
  const { route } = commands.get(`svc_${name}`)!
  expect(v.safeParse(route.responses[200]!, result.structuredContent).issues, name).toBeUndefined()
  expect(textOf(result)).toEqual(result.structuredContent)
  called.set(`svc_${name}`, input)
  return (result.structuredContent as { result: { data: Data } }).result.data
}

async function refused(name: string, input: object, by = client) {
  const result = await by.callTool({ name: `svc_${name}`, arguments: { ...input } })
  expect({ name, isError: result.isError }).toEqual({ name, isError: true })
  return textOf<{ error: { code: string; message: string; issues?: object[] } }>(result).error
}

describe('The platform’s commands as tools', () => {
  it('are named, hinted and formed by their routes', async () => {
    const { tools } = await client.listTools()
    const listed = new Map(tools.map((tool) => [tool.name, tool]))
    for (const { name, route, params } of commands.values()) {
      const { inputSchema, annotations } = listed.get(name)!
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(inputSchema.required ?? []).toEqual(expect.arrayContaining(params))
      // Several models refuse a choice of forms there.
      for (const word of ['oneOf', 'anyOf', 'allOf', 'not']) expect(inputSchema).not.toHaveProperty(word)
      expect(annotations).toMatchObject({ idempotentHint: route.idempotent })
      if (route.method === 'GET') expect(annotations).toMatchObject({ readOnlyHint: true })
      if (route.method === 'PATCH') expect(annotations).toMatchObject({ destructiveHint: true })
    }
    const { svc_agent_get: read } = Object.fromEntries(listed)
    expect(read?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
  })

  it('set up agents, signals, destinations and automations, and have them act', async () => {
    await done('destination_options')
    const webhook = { type: 'WEBHOOK_ENDPOINT', url: 'https://hooks.invalid/a', label: 'Ops' }
    const { destination } = await done('destination_create', webhook)
    const { id: destinationId } = destination
    await done('destination_update', { id: destinationId, type: 'WEBHOOK_ENDPOINT', label: 'On call' })
    await done('destination_disable', { id: destinationId })
    await done('destination_enable', { id: destinationId })
    expect(await done('destination_get', { id: destinationId })).toMatchObject({
      destination: { name: 'On call', enabled: true },
    })
    expect(await done('destination_list')).toMatchObject({ destinations: [{ id: destinationId }] })
    expect(await done('destination_resend', { id: destinationId })).toEqual({ deliveryIds: [] })

    await done('agent_list_templates')
    await done('agent_list_available_actions')
    const { agent } = await done('agent_create', { type: 'template', templateKey: 'churn' })
    const { id: agentId } = agent
    await done('agent_rename', { id: agentId, displayName: 'Who may leave' })
    await done('agent_update', { id: agentId, instructions: 'Who may leave?' })
    await done('agent_enable', { id: agentId })
    expect(await done('agent_list')).toMatchObject({ agents: [{ id: agentId, status: 'ENABLED' }] })
    const { runId } = await done('agent_run_start', { agentId, clientRequestId: 'monday' })
    expect(await done('agent_run_list', { agentId, limit: 5 })).toMatchObject({ runs: [{ runId }] })
    expect(await done('agent_run_get', { agentId, runId })).toMatchObject({ run: { trigger: 'manual' } })
    expect(await done('agent_get', { id: agentId })).toMatchObject({
      agent: { displayName: 'Who may leave' },
    })

    await done('signal_options')
    const definition = { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Seat added'] }
    const fields = { kind: 'EVENT_MATCH', name: 'Seats', definition }
    const { signal } = await done('signal_create', fields)
    const { id: signalId } = signal
    await done('signal_update', { id: signalId, ...fields, name: 'More seats' })
    expect(await done('signal_get', { id: signalId })).toMatchObject({ signal: { name: 'More seats' } })
    expect(await done('signal_list')).toMatchObject({ signals: [{ id: signalId }] })
    expect(await done('signal_preview', { signalId, days: 7 })).toMatchObject({ occurrenceCount: 0 })
    expect(await done('quarantine_retry')).toEqual({ retried: 0 })

    await done('automation_options')
    const written = {
      name: 'Seats',
      agentId,
      triggerType: 'SIGNAL_OCCURRENCE',
      signalIds: [signalId],
      destinationIds: [destinationId],
      enabled: false,
    }
    const { automation } = await done('automation_create', written)
    const { id } = automation
    await done('automation_update', { id, ...written, name: 'All seats' })
    await done('automation_preview', { automationId: id, days: 7 })
    await done('automation_enable', { id })
    expect(await done('automation_get', { id })).toMatchObject({
      automation: { name: 'All seats', enabled: true },
    })
    expect(await done('automation_list')).toMatchObject({ automations: [{ id }] })
    await test.ingest({
      source: 'server',
      userIdentity: { email: 'jane@acme.example' },
      events: [{ type: 'custom', eventName: 'Seat added', url: 'server://app', path: '/' }],
    })
    const listRuns = async () => (await done('automation_run_list', { automationId: id })).runs as Data[]
    await vi.waitFor(async () => expect(await listRuns()).toHaveLength(1), {
      timeout: patienceMs,
      interval: 100,
    })
    const [run] = await listRuns()
    expect(await done('automation_run_get', { automationId: id, runId: run!['id'] })).toMatchObject({
      run: { id: run!['id'] },
    })

    await done('automation_disable', { id })
    await done('automation_archive', { id })
    await done('signal_archive', { id: signalId })
    await done('destination_archive', { id: destinationId })
    expect(await done('agent_disable', { id: agentId })).toMatchObject({ agent: { status: 'DISABLED' } })
  }, 120_000)

  it('change settings, reports and activation', async () => {
    await done('settings_update', { defaultTimezone: 'Europe/Paris' })
    expect(await done('settings_get')).toMatchObject({ settings: { defaultTimezone: 'Europe/Paris' } })
    await done('settings_report_update', { chatChannelId: 'C1', chatChannelName: 'ops' })
    expect(await done('settings_report_get')).toMatchObject({ report: { chatChannelName: 'ops' } })
    await done('settings_report_options', { limit: 5 })
    await done('activation_preview', { eventName: 'Seat added' })
    await done('activation_update', { eventName: 'Seat added' })
    expect(JSON.stringify(await done('activation_get'))).toContain('Seat added')
  })

  it('make keys, replace and end them', async () => {
    const { key, secret } = await done('api_key_create', { name: 'Dashboards', grants: ['analytics:read'] })
    expect(secret).toMatch(/^ok_/)
    const replaced = await done('api_key_rotate', { id: key.id })
    expect(await done('api_key_revoke', { id: replaced.key.id })).toMatchObject({
      keys: [{ state: 'revoked' }],
    })
    await done('api_key_list')
    const { publicKey } = await done('public_key_create')
    expect(await done('public_key_revoke', { publicKey: publicKey.key })).toMatchObject({
      publicKey: { active: false },
    })
    await done('public_key_list')
    expect(await done('settings_retention_get')).toMatchObject({ retention: { days: null } })
    await done('settings_tracking_update', { allowedOrigins: ['acme.example'] })
    expect(await done('settings_tracking_get')).toMatchObject({
      tracking: { allowedOrigins: ['acme.example'] },
    })
    await done('settings_tracking_update', { allowedOrigins: [] })
  })

  it('invite somebody and change what they may', async () => {
    const { user } = await done('workspace_user_invite', { email: 'ada@acme.example', role: 'viewer' })
    const { id } = user
    await done('workspace_user_create_link', { id })
    expect(await done('workspace_user_update', { id, role: 'editor' })).toMatchObject({
      user: { role: 'editor' },
    })
    expect(await done('workspace_user_list', { limit: 5 })).toMatchObject({
      users: [{ id, access: 'invited' }],
    })
  })

  it('bring in a spreadsheet, first as a dry run', async () => {
    const { import: imported } = await done('records_import_csv', {
      kind: 'customer',
      csv: 'Company,Website\nUmbra,www.umbra.example\n',
      dryRun: true,
    })
    expect(imported).toMatchObject({ processed: 1, records: [{ name: 'Umbra', domain: 'umbra.example' }] })
  })

  it('decide on suggested merges', async () => {
    const records = ['umbra', 'vento'].flatMap((name) => [
      { kind: 'customer', customerId: `acct_${name}`, name: `${name}, Inc.` },
      {
        kind: 'user',
        email: `jane@${name}.com`,
        userId: `j-${name}`,
        customer: { customerId: `acct_${name}` },
      },
      { kind: 'customer', customerId: `crm_${name}`, name, domain: `${name}.com` },
      {
        kind: 'user',
        email: `joe@${name}.com`,
        userId: `k-${name}`,
        customer: { customerId: `crm_${name}` },
      },
    ])
    expect(await test.ask('POST', '/api/records', { records })).toMatchObject({ status: 200 })
    const { suggestions } = await done('identity_merge_suggestion_list', { status: 'suggested', limit: 10 })
    const [first, second] = (suggestions as { id: string }[]).map(({ id }) => id)
    expect(await done('identity_merge_suggestion_get', { id: first })).toMatchObject({
      suggestion: { id: first },
    })
    expect(await done('identity_merge_suggestion_queue', { id: first })).toMatchObject({ status: 'STAGED' })
    expect(
      await done('identity_merge_suggestion_reject', { id: second, reviewNotes: 'Two companies' }),
    ).toMatchObject({ status: 'REJECTED' })
    const [left, right] = second!.split('-')
    expect(await done('identity_join', { left, right })).toMatchObject({ isOne: true })
    expect(await done('identity_separate', { left, right })).toMatchObject({ isOne: false })
    expect(await done('identity_merge_suggestion_undo', { id: second })).toMatchObject({ undone: 'REJECTED' })
  })

  it('save views, questions and dashboards', async () => {
    for (const [kind, content] of [
      ['view', { list: 'customers', state: {} }],
      ['question', { sql: 'select 1' }],
      ['dashboard', { tiles: [] }],
    ] as const) {
      const { id } = (await done(`${kind}_create`, { name: 'A', ...content }))[kind]
      expect((await done(`${kind}_update`, { id, name: 'B', ...content }))[kind]).toMatchObject({ name: 'B' })
      expect(await done(`${kind}_archive`, { id })).toMatchObject({ id })
    }
  })

  it('do not include what deletes for good whatever it names: with every grant an assistant reads how long events are kept, and no more', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('svc_settings_retention_update')
    for (const input of [{ days: 1 }, { days: null }]) {
      const direct = { name: 'svc_settings_retention_update', arguments: input }
      await expect(client.callTool(direct)).rejects.toThrow(/svc_settings_retention_update/)
      const { isError } = await client.callTool({
        name: 'svc_run_command',
        arguments: { name: direct.name, input },
      })
      expect(isError).toBe(true)
    }
    expect(test.workspace.document.retention.days).toBeNull()
    expect((await test.ask('PATCH', '/api/settings/retention', { days: 36_500 })).status).toBe(200)
  })

  it('were all called', () => {
    expect([...commands.keys()].filter((name) => !called.has(name))).toEqual([])
  })

  it('are executed once under an idempotency key, as over HTTP', async () => {
    const written = { type: 'custom', displayName: 'A', instructions: 'Who is new?' }
    const input = { ...written, idempotencyKey: randomUUID() }
    const first = await done('agent_create', input)
    expect(await done('agent_create', input)).toEqual(first)
    const other = {
      type: 'custom',
      displayName: 'B',
      instructions: 'B',
      idempotencyKey: input.idempotencyKey,
    }
    expect((await refused('agent_create', other)).message).toContain('Idempotency-Key')
    const { id } = first.agent as { id: string }
    expect(await refused('agent_rename', { id, displayName: 'C', ifMatch: 'another' })).toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('tell field by field how to correct a call', async () => {
    expect(await refused('signal_get', { id: 'nothing' })).toMatchObject({
      issues: [{ field: 'id', expected: { format: 'uuid' } }],
    })
    expect(await refused('agent_rename', { id: 'a', displayName: '', surprise: 1 })).toMatchObject({
      issues: [{ field: 'surprise', knownFields: expect.arrayContaining(['displayName']) as string[] }],
    })
    expect(await refused('agent_run_list', { agentId: 'a', limit: 'many' })).toMatchObject({
      issues: [{ field: 'limit', expected: { type: 'integer' } }],
    })
    expect(await refused('settings_update', { defaultTimezone: 7 })).toMatchObject({
      issues: [{ field: 'defaultTimezone' }],
    })
  })

  it('are offered by the grants of their routes', async () => {
    const key = generateApiKey()
    await test.workspace.updateDocument((document) => {
      document.apiKeys.push(toApiKey(key, { name: 'Less', grants: ['agents:read'], now: Date.now() }))
    })
    const less = await connectMcp(test.server, { apiKey: key, query: '?toolsets=all' })
    const { tools } = await less.listTools()
    expect(tools.map(({ name }) => name).filter((name) => commands.has(name))).toEqual(
      [...commands.values()].filter(({ route }) => route.grant === 'agents:read').map(({ name }) => name),
    )
    const error = await refused('agent_create', { type: 'template', templateKey: 'churn' }, less)
    expect(error).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('agents:write') })
    await less.close()
  })

  it('cut a long answer as an object, which says what is missing', async () => {
    const definition = { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Seat added'] }
    for (let count = 0; count < 60; count++) {
      const fields = { kind: 'EVENT_MATCH', name: `Signal ${count}`, description: 'x'.repeat(1_000) }
      await test.done('POST', '/api/signals', { ...fields, definition })
    }
    const { signals: whole } = await test.done('GET', '/api/signals')
    const { signals, notice } = await done('signal_list')
    expect(signals).toEqual(whole.slice(0, signals.length))
    expect(signals.length).toBeGreaterThan(10)
    expect(notice).toContain(`signals has ${signals.length} of ${whole.length} items`)
  }, 60_000)

  it('go on from page to page by a cursor', async () => {
    const { agents } = await done('agent_list')
    const agentId = agents[0].id as string
    await done('agent_enable', { id: agentId })
    for (const clientRequestId of ['a', 'b', 'c']) {
      const { runId } = await done('agent_run_start', { agentId, clientRequestId })
      const read = () => done('agent_run_get', { agentId, runId })
      // One run at a time: the next one is refused until this one has ended.
      await vi.waitFor(async () => expect((await read()).run.endedAt).not.toBeNull(), {
        timeout: patienceMs,
      })
    }
    const first = await done('agent_run_list', { agentId, limit: 2 })
    const rest = await done('agent_run_list', { agentId, limit: 2, cursor: first.pagination.nextCursor })
    const ids = [...first.runs, ...rest.runs].map(({ runId }) => runId as string)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(2)
  })

  it('know nothing of another organization', async () => {
    const other = await openTestServer({ store: test.store })
    const theirs = await connectMcp(other.server, { apiKey: other.apiKey })
    for (const { name, params } of commands.values()) {
      if (params.length === 0) continue
      const { code } = await refused(name.slice('svc_'.length), called.get(name)!, theirs)
      expect({ name, code }).toEqual({ name, code: 'NOT_FOUND' })
    }
    await theirs.close()
    await other.server.close()
  })
})
