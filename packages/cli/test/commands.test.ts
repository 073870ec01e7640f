// Every command as a process, in a pipe, against the real server.
import { tools, type ToolName } from '@customer-intel/contract'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { catalogue } from '../src/generated/catalogue.ts'
import type { Ended, RunOptions } from './support/built-cli.ts'
import { expectContract } from './support/contract-answer.ts'
import { shownElsewhere } from './support/shown-elsewhere.ts'
import { startCliAndServer } from './support/cli-and-server.ts'

const { cli, server } = await startCliAndServer()
beforeAll(async () => {
  const sources = ['1', '2'].map((id) => ({
    kind: 'source',
    sourceType: 'CALL',
    sourceId: `call-${id}`,
    occurredAt: '2026-01-02T03:04:05Z',
    title: 'Kick-off',
    text: 'We need single sign-on before we renew.',
    customer: { domain: 'acme.example' },
  }))
  const fact = {
    kind: 'fact',
    factId: 'fact-1',
    assertion: 'Acme needs single sign-on.',
    customer: { domain: 'acme.example' },
    evidence: [{ sourceType: 'CALL', sourceId: 'call-1', quote: 'We need single sign-on' }],
  }
  const imported = await svc(['records', 'import', '-'], {
    stdin: [...sources, fact].map((record) => JSON.stringify(record)).join('\n'),
  })
  expect(imported).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(imported.stdout)).toEqual({ imported: 3, refused: 0, errors: [] })
  const line = '--type WEBHOOK_ENDPOINT --endpoint https://hooks.invalid/a --label Everybody --default'
  expect(await svc(['destinations', 'create', ...line.split(' ')])).toMatchObject({ code: 0, stderr: '' })
})

function svc(args: readonly string[], { env, stdin }: RunOptions = {}): Promise<Ended> {
  return cli.run(args, { env: { ...server.env, ...env }, ...(stdin !== undefined && { stdin }) })
}

async function json(args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await svc(args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const answer = JSON.parse(stdout) as Record<string, unknown>
  if (!args.includes('--fields')) expectContract(args, answer)
  return answer
}

/** How each tool is asked. */
const toolLines: Record<string, readonly string[]> = {
  svc_list_customers: ['customers', 'list', '--limit', '2', '--order-by', 'name'],
  svc_get_customer: ['customers', 'get', 'acme.example', '--include', 'users'],
  svc_get_timeline: ['customers', 'timeline', 'acme.example'],
  svc_get_user: ['users', 'get', 'jane@acme.example'],
  svc_list_users: ['users', 'list', '--search', 'jane'],
  svc_list_workspace_users: ['ws-users', 'list'],
  svc_list_facts: ['facts', 'list', 'acme.example'],
  svc_get_fact: ['facts', 'get', '--fact-id', 'fact-1'],
  svc_list_sources: ['sources', 'list', '--source-type', 'call'],
  svc_get_source: ['sources', 'get', '--source-type', 'call', '--source-id', 'call-1'],
  svc_search_customer_context: [
    'search',
    'single sign-on',
    '--top-k',
    '3',
    '--group-by',
    'customer',
    '--include-weak',
  ],
  svc_query: ['sql', 'select count(*) as customers from customers;'],
  svc_schema: ['schema', 'activity'],
  svc_send_notification: [
    'notify',
    '--title',
    'Acme asks for a call',
    '--markdown',
    'They **renew** in May.',
  ],
  svc_submit_feedback: ['feedback', 'The tables are fine.', '--area', 'cli'],
}

test.each(catalogue.tools)('$name answers as the contract says', async ({ name }) => {
  const line = toolLines[name]
  expect(line, `a command line for ${name}`).toBeDefined()
  const answer = await json(line!)
  expect(v.safeParse(tools[name as ToolName].output, answer).issues).toBeUndefined()
})

/** How each route is asked; those that aren't here are shown by `lifecycles.test.ts`, and by `integrations.test.ts`. */
const routeLines: Record<string, readonly string[]> = {
  exportPerson: ['people', 'export', 'jane@initech.example', '--all'],
  erasePerson: ['people', 'erase', 'jane@initech.example'],
  listTools: ['api', 'listTools'],
  listAudit: ['settings', 'audit', '--limit', '5'],
  getUsage: ['settings', 'usage'],
  listQuarantine: ['settings', 'quarantine'],
  retryQuarantine: ['settings', 'quarantine-retry'],
  listDeliveries: ['destinations', 'deliveries', '--status', 'FAILED'],
  previewSignal: [
    'signals',
    'preview',
    '--signal',
    '{"kind":"EVENT_MATCH","definition":{"grain":"customer","subjectResolver":"event_customer","eventNames":["trial_started"]}}',
    '--days',
    '30',
  ],
  listIdentityLinks: ['identity', 'links', 'jane@acme.example'],
  listRejections: ['events', 'rejections', '--limit', '5'],
  getIngestStats: ['events', 'stats', '--step', 'day'],
  listIntegrations: ['integrations', 'list'],
  getIntegrationCapabilities: ['integrations', 'capabilities', 'billing-a'],
  listSyncRuns: ['integrations', 'syncs', 'billing-a'],
  getIntegrationSyncStatus: ['integrations', 'status', 'billing-a'],
  listAutomations: ['automations', 'list'],
  getAutomationOptions: ['automations', 'options'],
  listDestinations: ['destinations', 'list'],
  getDestinationOptions: ['destinations', 'options'],
  createDestination: [
    'destinations',
    'create',
    '--type',
    'WEBHOOK_ENDPOINT',
    '--endpoint',
    'https://hooks.example/a',
    '--label',
    'Ops',
  ],
  listAgentTemplates: ['agents', 'templates'],
  listAgentActions: ['agents', 'actions'],
  listAgents: ['agents', 'list'],
  createAgent: [
    'agents',
    'create',
    '--type',
    'custom',
    '--display-name',
    'Calls',
    '--instructions',
    'Who calls?',
  ],
  listSignals: ['signals', 'list'],
  getSignalOptions: ['signals', 'options'],
  createSignal: [
    'signals',
    'create',
    '--kind',
    'EVENT_MATCH',
    '--name',
    'Trial started',
    '--definition',
    '{"grain":"customer","subjectResolver":"event_customer","eventNames":["trial_started"]}',
  ],
  importEvents: [
    'api',
    'importEvents',
    '--batches',
    '[{"source":"server","userIdentity":{"userId":"u-17"},"events":[{"type":"custom","eventName":"Signed up","url":"server://u-17","path":"/"}]}]',
  ],
  listApiKeys: ['keys', 'list'],
  createApiKey: ['keys', 'create', '--name', 'Dashboards', '--grants', 'analytics:read'],
  listPublicKeys: ['public-keys', 'list'],
  createPublicKey: ['public-keys', 'create'],
  getRetentionSettings: ['settings', 'retention', 'get', '--days', '365'],
  updateRetentionSettings: ['settings', 'retention', 'update', '--days', '36500'],
  getTrackingSettings: ['settings', 'tracking', 'get'],
  updateTrackingSettings: ['settings', 'tracking', 'update', '--allowed-origins', 'localhost,127.0.0.1'],
  listWorkspaceUsers: ['members', 'list', '--limit', '5'],
  inviteWorkspaceUser: ['members', 'invite', 'ada@ourselves.example', '--role', 'viewer'],
  getWorkspaceSettings: ['settings', 'get'],
  updateWorkspaceSettings: ['settings', 'update', '--default-timezone', 'Europe/Berlin'],
  getReportSettings: ['settings', 'report', 'get'],
  getReportSettingsOptions: ['settings', 'report', 'options'],
  listIdentityMergeSuggestions: ['identity', 'suggestions', 'list', '--status', 'suggested'],
  getCustomerActivation: ['activation', 'get'],
  previewCustomerActivation: ['activation', 'preview', '--event', 'Plan upgraded'],
  updateCustomerActivation: ['activation', 'update', '--event', 'Plan upgraded'],
}
test.each(catalogue.routes)('$operation answers as the contract says', async ({ operation }) => {
  const line = routeLines[operation]
  const isShown = line !== undefined || shownElsewhere.includes(operation)
  expect(isShown, `a command line for ${operation}`).toBe(true)
  if (line === undefined) return
  await json(line)
})

test('an event is sent, explained, and in the next answer', async () => {
  const { uuid } = await json([
    'events',
    'send',
    'Invited teammate',
    '--email',
    'jane@acme.example',
    '--properties',
    '{"seats":3}',
  ])
  expect(await json(['events', 'explain', String(uuid)])).toMatchObject({ status: 'accepted' })
  const { data } = await json([
    'sql',
    "select event_name from activity where event_name = 'Invited teammate'",
  ])
  expect(data).toEqual([{ event_name: 'Invited teammate' }])
})

test('an event that the server refuses is a failure, with its reason', async () => {
  const { code, stdout, stderr } = await svc(['events', 'send', 'Lost'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(JSON.parse(stderr)).toMatchObject({
    code: 'api_error',
    error: expect.stringMatching(/email|identity|whom/i),
  })
})

test('--all walks every page, --fields chooses', async () => {
  const { items } = await json([
    'customers',
    'list',
    '--limit',
    '1',
    '--all',
    '--fields',
    'domain',
    '--order-by',
    'name',
    '--order-direction',
    'asc',
  ])
  expect((items as { domain: string }[]).map(({ domain }) => domain)).toEqual(
    expect.arrayContaining(['acme.example', 'globex.example']),
  )
  expect(Object.keys((items as object[])[0]!)).toEqual(['domain'])
})

test('records that are refused are told by their lines; the others are stored', async () => {
  const stdin = [
    '{"kind":"customer","domain":"umbrella.example","name":"Umbrella"}',
    'no json',
    '{"kind":"customer"}',
  ].join('\n')
  const { code, stdout } = await svc(['records', 'import', '-'], { stdin })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    imported: 1,
    refused: 2,
    errors: [{ line: expect.any(Number) }, { line: expect.any(Number) }],
  })
  expect(
    (JSON.parse(stdout) as { errors: { line: number }[] }).errors
      .map(({ line }) => line)
      .toSorted((a, b) => a - b),
  ).toEqual([2, 3])
  const missing = await svc(['records', 'import', '/nowhere/records.ndjson'])
  expect(missing.code).toBe(1)
  expect(JSON.parse(missing.stderr)).toMatchObject({ code: 'file_error' })
})

test('sql: CSV, NDJSON and tables, from a file or a pipe', async () => {
  const query = 'select \'a,"b"\' as text, 1 as one, null as nothing from customers'
  const file = join(cli.configHome, 'query.sql')
  mkdirSync(cli.configHome, { recursive: true })
  writeFileSync(file, query)
  const csv = await svc(['sql', '--query-file', file, '--format', 'csv', '--limit', '1'])
  expect(csv.stdout).toBe('text,one,nothing\r\n"a,""b""",1,\r\n')
  expect(csv.stderr).toContain('there are more')
  const ndjson = await svc(['sql', '--format', 'ndjson', '--limit', '1'], { stdin: query })
  expect(JSON.parse(ndjson.stdout)).toEqual({ text: 'a,"b"', one: 1, nothing: null })
  const table = await svc(['sql', query, '--format', 'table'])
  expect(table.stdout).toContain('│ text')
})

test('sql --all: every row as CSV, to the terminal or into a file that is whole', async () => {
  const query = 'select n from generate_series(1, 12000) t(n)'
  const { code, stdout } = await svc(['sql', query, '--all'])
  expect({ code, lines: stdout.split('\r\n').length }).toEqual({ code: 0, lines: 12_002 })
  const folder = mkdtempSync(join(tmpdir(), 'svc-csv-'))
  const path = join(folder, 'rows.csv')
  expect(await svc(['sql', query, '--all', '--output', path])).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(path, 'utf8')).toBe(stdout)
  const failed = await svc(['sql', 'select nothing', '--all', '--output', path])
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing') })
  expect(readFileSync(path, 'utf8')).toBe(stdout)
  expect(await svc(['sql', query, '--all', '--limit', '3'])).toMatchObject({ code: 2 })
  rmSync(folder, { recursive: true })
})

test('params stand for $1, $2, as what they are', async () => {
  const query = 'select $1 as number, $2 as text, $3 as truth, $4 as nothing, $5 as quoted'
  const params = ['5', 'a, "b"', 'true', 'null', '"5"'].flatMap((value) => ['--param', value])
  const { data } = (await json(['sql', query, ...params])) as { data: unknown }
  expect(data).toEqual([{ number: 5, text: 'a, "b"', truth: true, nothing: null, quoted: '5' }])
  const lacking = await svc(['sql', 'select $2 as x', '--param', '1'])
  expect(lacking.code).toBe(1)
})

test('Parquet holds what the query gave, with its types', async () => {
  const query = `select * from (values
    (1, 1.5, true, 'a', timestamp '2026-01-02 03:04:05.678', {'k': [1]}, null),
    (9007199254740991, null, false, null, null, null, null)) as t(i, d, b, s, t, o, n) order by i`
  const folder = mkdtempSync(join(tmpdir(), 'svc-parquet-'))
  const path = join(folder, 'rows.parquet')
  const written = await svc(['sql', query, '--format', 'parquet', '--output', path])
  expect(written).toEqual({ code: 0, stdout: '', stderr: '' })
  const bytes = readFileSync(path)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const types = parquetMetadata(file)
    .schema.slice(1)
    .map(({ name, type, converted_type }) => [name, type, converted_type])
  expect(types).toEqual([
    ['i', 'INT64', undefined],
    ['d', 'DOUBLE', undefined],
    ['b', 'BOOLEAN', undefined],
    ['s', 'BYTE_ARRAY', 'UTF8'],
    ['t', 'INT64', 'TIMESTAMP_MILLIS'],
    ['o', 'BYTE_ARRAY', 'JSON'],
    ['n', 'BYTE_ARRAY', 'UTF8'],
  ])
  expect(await parquetReadObjects({ file })).toEqual([
    { i: 1n, d: 1.5, b: true, s: 'a', t: new Date('2026-01-02T03:04:05.678Z'), o: { k: [1] }, n: null },
    { i: 9007199254740991n, d: null, b: false, s: null, t: null, o: null, n: null },
  ])
  const none = await svc(['sql', 'select 1 as x where false', '--format', 'parquet', '--output', path])
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('no_rows') })
  expect(readFileSync(path)).toEqual(bytes)
  const nowhere = await svc(['sql', 'select 1 as x', '--output', join(folder, 'no/such/folder')])
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('write_error') })
  rmSync(folder, { recursive: true })
})

test('a login is kept for its owner alone, used, and forgotten', async () => {
  const { SVC_API_KEY: key, SVC_API_URL: url } = server.env
  const none = { SVC_API_KEY: undefined }
  const login = await svc(['auth', 'login', '--url', url], { env: none, stdin: `${key}\n` })
  expect(login.code).toBe(0)
  const path = join(cli.configHome, 'svc', 'credentials.json')
  expect(JSON.parse(login.stdout)).toEqual({ success: true, config_path: path })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ apiKey: key, baseUrl: url })
  const bare = { env: { SVC_API_KEY: undefined, SVC_API_URL: undefined } }
  const status = JSON.parse((await svc(['auth', 'status'], bare)).stdout) as object
  expect(status).toEqual({
    authenticated: true,
    source: 'config',
    key: `${key.slice(0, 5)}...${key.slice(-4)}`,
  })
  const whoami = await svc(['auth', 'whoami'], bare)
  expect(JSON.parse(whoami.stdout)).toMatchObject({
    source: 'config',
    valid: true,
    organization: { name: 'Acme' },
  })
  expect(whoami.stdout).not.toContain(key)
  expect((await svc(['customers', 'list'], bare)).code).toBe(0)
  expect((await svc(['auth', 'logout'], bare)).code).toBe(0)
  expect((await svc(['auth', 'logout'], bare)).code).toBe(0)
  expect((await svc(['customers', 'list'], bare)).code).toBe(4)
})

test('doctor: all is well; each fault is named with its remedy', async () => {
  const origin = 'http://localhost:3000'
  const checks = await json(['doctor', '--origin', origin])
  expect(checks).toMatchObject({ ok: true })
  expect((checks.checks as { name: string }[]).map(({ name }) => name)).toEqual([
    'version',
    'server',
    'clock',
    'key',
    'grants',
    'freshness',
    'origin',
    'integrations',
    'agents',
  ])
  const faults: [RunOptions['env'], readonly string[], string, RegExp][] = [
    [{ SVC_API_URL: 'http://127.0.0.1:9' }, [], 'server', /start it/],
    [{ SVC_API_KEY: undefined }, [], 'key', /svc auth login/],
    [{ SVC_API_KEY: `ok_${'x'.repeat(43)}` }, [], 'key', /svc auth login/],
    [{}, ['--origin', 'https://evil.example'], 'origin', /SVC_ALLOWED_ORIGINS/],
  ]
  for (const [env, args, name, remedy] of faults) {
    const { code, stdout } = await svc(['doctor', ...args], { env })
    expect(code, name).toBe(1)
    const found = (
      JSON.parse(stdout) as { checks: { name: string; status: string; message: string }[] }
    ).checks.find(({ status }) => status === 'fail')
    expect(found).toMatchObject({ name, message: expect.stringMatching(remedy) })
  }
})

test('completions and the manual page come from the tree', async () => {
  const proposals = await svc(['__complete', 'customers', ''])
  expect(proposals.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(
    expect.arrayContaining(['list', 'get', 'timeline']),
  )
  expect((await svc(['__complete', 'customers', 'list', '--order'])).stdout).toMatch(/^--order-?[bB]y/m)
  for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
    expect((await svc(['completions', shell])).stdout).toContain('__complete')
  expect((await svc(['completions', 'tcsh'])).code).toBe(2)
  const { stdout } = await svc(['man'])
  expect(stdout).toMatch(/^\.TH SVC 1/)
  for (const words of ['svc customers list', 'svc sql', 'svc doctor'])
    expect(stdout).toContain(`.SS ${words}`)
})
