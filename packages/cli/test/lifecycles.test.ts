// What is made, changed, switched and archived by commands: each answer held against the contract, as processes in a pipe.
import { CustomerIntel } from '@customer-intel/node-sdk'
import { expect, test, vi } from 'vitest'
import { patienceMs } from '../../../tests/support/patience.ts'
import { startCliAndServer } from './support/cli-and-server.ts'
import { expectContract } from './support/contract-answer.ts'
import { byLifecycles } from './support/shown-elsewhere.ts'

const { cli, server } = await startCliAndServer()
const asked = new Set<string | null>()

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await cli.run([...args, '--json'], { env: server.env })
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  const answer = JSON.parse(stdout) as Record<string, unknown>
  asked.add(expectContract(args, answer))
  return answer
}

const idOf = (thing: unknown) => (thing as { id: string }).id

test('a destination is changed, switched, and archived', async () => {
  const line = '--type WEBHOOK_ENDPOINT --endpoint https://hooks.invalid/a --label Ops'
  const { destination } = await json('destinations', 'create', ...line.split(' '))
  const id = idOf(destination)
  expect(await json('destinations', 'get', id)).toMatchObject({ destination: { name: 'Ops' } })
  const renamed = await json('destinations', 'update', id, '--type', 'webhook', '--label', 'On call')
  expect(renamed).toMatchObject({ destination: { name: 'On call' } })
  expect(await json('destinations', 'disable', id)).toMatchObject({ destination: { enabled: false } })
  expect(await json('destinations', 'enable', id)).toMatchObject({ destination: { enabled: true } })
  expect(await json('destinations', 'resend', id)).toEqual({ deliveryIds: [] })
  expect(await json('destinations', 'archive', id)).toMatchObject({ destination: { id } })
})

test('an agent is named, enabled and run; an automation is previewed, switched and archived', async () => {
  const line = '--type webhook --endpoint https://hooks.invalid/a --label Everybody'
  const { destination } = await json('destinations', 'create', ...line.split(' '))
  const destinationIds = [idOf(destination)]
  const { agent } = await json('agents', 'create', '--type', 'template', '--template', 'churn')
  const id = idOf(agent)
  expect(await json('agents', 'rename', id, 'Who may leave')).toMatchObject({
    agent: { displayName: 'Who may leave', status: 'DISABLED' },
  })
  expect(await json('agents', 'update', id, '--instructions', 'Who may leave?')).toMatchObject({
    agent: { id },
  })
  expect(await json('agents', 'enable', id)).toMatchObject({ agent: { status: 'ENABLED' } })
  const { runId } = await json('agents', 'runs', 'start', id)
  expect(await json('agents', 'runs', 'list', id)).toMatchObject({ runs: [{ runId }] })
  expect(await json('agents', 'runs', 'get', id, String(runId))).toMatchObject({ run: { trigger: 'manual' } })
  expect(await json('agents', 'get', id)).toMatchObject({ agent: { lastRun: { runId } } })

  const definition = { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Plan upgraded'] }
  const signal = { kind: 'EVENT_MATCH', name: 'Upgraded', definition }
  const made = await json('signals', 'create', '--data', JSON.stringify(signal))
  const signalId = idOf(made.signal)
  expect(await json('signals', 'get', signalId)).toMatchObject({ signal: { name: 'Upgraded' } })
  const renamed = JSON.stringify({ ...signal, name: 'Upgraded it' })
  expect(await json('signals', 'update', signalId, '--data', renamed)).toMatchObject({
    signal: { name: 'Upgraded it' },
  })

  const automation = {
    name: 'Upgrades',
    agentId: id,
    triggerType: 'SIGNAL_OCCURRENCE',
    signalIds: [signalId],
    destinationIds,
  }
  const data = (more: object) => ['--data', JSON.stringify({ ...automation, ...more })]
  const created = await json('automations', 'create', ...data({ enabled: false }))
  const automationId = idOf(created.automation)
  expect(await json('automations', 'get', automationId)).toMatchObject({ automation: { enabled: false } })
  const named = await json('automations', 'update', automationId, ...data({ name: 'All', enabled: false }))
  expect(named).toMatchObject({ automation: { name: 'All' } })
  await json('automations', 'preview', '--automation-id', automationId, '--days', '30')
  expect(await json('automations', 'enable', automationId)).toMatchObject({ automation: { enabled: true } })
  expect(await json('automations', 'runs', 'list', automationId)).toMatchObject({ runs: [] })
  expect(await json('automations', 'skipped', automationId)).toMatchObject({ items: [] })
  expect(await json('automations', 'disable', automationId)).toMatchObject({ automation: { enabled: false } })
  expect(await json('automations', 'archive', automationId)).toMatchObject({
    automation: { id: automationId },
  })
  expect(await json('signals', 'archive', signalId)).toMatchObject({ signal: { id: signalId } })
  expect(await json('agents', 'disable', id)).toMatchObject({ agent: { status: 'DISABLED' } })
})

test('reports go to a channel', async () => {
  const channel = ['--chat-channel-id', 'C1', '--chat-channel-name', 'ops']
  expect(await json('settings', 'report', 'update', ...channel)).toMatchObject({
    report: { chatChannelId: 'C1', chatChannelName: 'ops' },
  })
})

test('a key is made, replaced and revoked', async () => {
  const { key } = await json('keys', 'create', '--name', 'Nightly', '--grants', 'analytics:read')
  const { key: next, secret } = await json('keys', 'rotate', idOf(key), '--grace-seconds', '60')
  expect(secret).toMatch(/^ok_/)
  expect(await json('keys', 'revoke', idOf(next))).toMatchObject({
    keys: [{ name: 'Nightly', state: 'revoked' }],
  })
  const { publicKey } = await json('public-keys', 'create')
  const name = (publicKey as { key: string }).key
  expect(await json('public-keys', 'revoke', name)).toMatchObject({ publicKey: { key: name, active: false } })
})

test('somebody is invited, and may more', async () => {
  const { user } = await json('members', 'invite', 'grace@ourselves.example', '--role', 'viewer')
  const { link } = await json('members', 'link', idOf(user))
  expect(link).toMatchObject({ url: expect.stringContaining('/accept#token=') as string })
  expect(await json('members', 'update', idOf(user), '--role', 'editor')).toMatchObject({
    user: { role: 'editor', access: 'invited' },
  })
})

test('an event is explained; a person is erased, and the erasure is told', async () => {
  const { uuid } = await json('events', 'send', 'Signed up', '--email', 'joe@hooli.example')
  expect(await json('events', 'explain', String(uuid))).toMatchObject({ status: 'accepted' })
  const { id } = await json('people', 'erase', 'joe@hooli.example')
  expect(await json('people', 'erasure', String(id))).toMatchObject({ id })
})

test('an automation that acted has a run to read', async () => {
  const line = '--type webhook --endpoint https://hooks.invalid/b --label Runs'
  const { destination } = await json('destinations', 'create', ...line.split(' '))
  const own = ['--type', 'custom', '--display-name', 'Seats', '--instructions', 'Who needs seats?']
  const { agent } = await json('agents', 'create', ...own)
  await json('agents', 'enable', idOf(agent))
  const definition = { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['Seat added'] }
  const made = { kind: 'EVENT_MATCH', name: 'Seats', definition }
  const { signal } = await json('signals', 'create', '--data', JSON.stringify(made))
  const automation = {
    name: 'Seats',
    agentId: idOf(agent),
    triggerType: 'SIGNAL_OCCURRENCE',
    signalIds: [idOf(signal)],
    destinationIds: [idOf(destination)],
  }
  const created = await json('automations', 'create', '--data', JSON.stringify(automation))
  const id = idOf(created.automation)
  await json('events', 'send', 'Seat added', '--email', 'jane@acme.example')
  const runs = async () => (await json('automations', 'runs', 'list', id)).runs as { id: string }[]
  await vi.waitFor(async () => expect(await runs()).toHaveLength(1), { timeout: patienceMs, interval: 200 })
  const [run] = await runs()
  expect(await json('automations', 'runs', 'get', id, run!.id)).toMatchObject({ run: { id: run!.id } })
}, 120_000)

test('look-alike customers are told, and one pair is accepted, another one rejected', async () => {
  const pairs = ['umbra', 'vento'].flatMap((name) => [
    { kind: 'customer', customerId: `acct_${name}`, name: `${name}, Inc.` },
    {
      kind: 'user',
      email: `jane@${name}.com`,
      userId: `j-${name}`,
      customer: { customerId: `acct_${name}` },
    },
    { kind: 'customer', customerId: `crm_${name}`, name, domain: `${name}.com` },
    { kind: 'user', email: `joe@${name}.com`, userId: `k-${name}`, customer: { customerId: `crm_${name}` } },
  ])
  const sdk = new CustomerIntel({ apiKey: server.env.SVC_API_KEY, baseUrl: server.env.SVC_API_URL })
  await sdk.records.import({ records: pairs } as Parameters<typeof sdk.records.import>[0])
  const { suggestions } = await json('identity', 'suggestions', 'list', '--status', 'suggested')
  const ids = (suggestions as { id: string }[]).map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(2)
  const [first, second] = ids
  expect(await json('identity', 'suggestions', 'get', first!)).toMatchObject({ suggestion: { id: first } })
  expect(await json('identity', 'suggestions', 'evidence', first!)).toMatchObject({ proposalId: first })
  expect(await json('identity', 'suggestions', 'queue', first!)).toMatchObject({ status: 'STAGED' })
  const notes = ['--review-notes', 'Two companies']
  expect(await json('identity', 'suggestions', 'reject', second!, ...notes)).toMatchObject({
    status: 'REJECTED',
  })
  const pair = second!.split('-')
  expect(await json('identity', 'join', ...pair)).toMatchObject({ isOne: true })
  expect(await json('identity', 'separate', ...pair)).toMatchObject({ isOne: false })
  expect(await json('identity', 'suggestions', 'undo', second!)).toMatchObject({ undone: 'REJECTED' })
})

test.each([
  ['views', 'view', { list: 'customers', state: { plan: 'pro' } }],
  ['questions', 'question', { sql: 'select 1' }],
  ['dashboards', 'dashboard', { tiles: [{ width: 6 }] }],
] as const)('%s are saved, changed and archived', async (many, one, content) => {
  const body = (name: string) => JSON.stringify({ name, ...content })
  const made = (await json(many, 'create', '--data', body('First')))[one] as { id: string }
  expect((await json(many, 'update', made.id, '--data', body('Second')))[one]).toMatchObject({
    name: 'Second',
  })
  expect((await json(many, 'get', made.id))[one]).toMatchObject({ ...content, name: 'Second' })
  expect((await json(many, 'list'))[many]).toMatchObject([{ id: made.id }])
  expect(await json(many, 'archive', made.id)).toMatchObject({ id: made.id })
})

const nowhere = 'c00000000000-c11111111111'
test.each([
  ['identity', 'suggestions', 'get', nowhere],
  ['identity', 'suggestions', 'queue', nowhere],
  ['identity', 'suggestions', 'reject', nowhere],
  ['identity', 'suggestions', 'undo', nowhere],
  ['identity', 'join', 'a@nobody.example', 'b@nobody.example'],
  ['identity', 'separate', 'a@nobody.example', 'b@nobody.example'],
  ['automations', 'runs', 'get', 'nothing', 'nothing'],
])('svc %s %s %s of what isn’t there tells the error of the command, whole', async (...args) => {
  const { code, stdout, stderr } = await cli.run(args, { env: server.env })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  const envelope = JSON.parse(stderr) as object
  expect(envelope).toMatchObject({
    ok: false,
    commandId: expect.any(String) as string,
    error: { code: expect.any(String) as string, message: expect.any(String) as string },
  })
})

test('nothing was skipped', () => {
  expect(byLifecycles.filter((operation) => !asked.has(operation))).toEqual([])
})
