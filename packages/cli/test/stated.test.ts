// One value stated in several ways: by flags, by files, by an object. As processes, against the real server.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunOptions } from './support/built-cli.ts'
import { expectContract } from './support/contract-answer.ts'
import { startCliAndServer } from './support/cli-and-server.ts'

const { cli, server } = await startCliAndServer()

const svc = (args: readonly string[], stdin?: string) =>
  cli.run(args, { env: server.env, ...(stdin !== undefined && { stdin }) } satisfies RunOptions)

async function json(args: readonly string[], stdin?: string): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await svc(args, stdin)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const answer = JSON.parse(stdout) as Record<string, unknown>
  expectContract(args, answer)
  return answer
}

async function refused(args: readonly string[], stdin?: string): Promise<string> {
  const { code, stdout, stderr } = await svc(args, stdin)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  return (JSON.parse(stderr) as { error: string }).error
}

function file(name: string, text: string): string {
  mkdirSync(cli.configHome, { recursive: true })
  const path = join(cli.configHome, name)
  writeFileSync(path, text)
  return path
}

const definition = {
  grain: 'customer',
  subjectResolver: 'event_customer',
  eventNames: ['trial_started'],
}
const signal = { kind: 'EVENT_MATCH', name: 'Trial started', definition }

test('a signal and an automation are made of an object, in a file, in a flag or in a pipe', async () => {
  // As editors of Windows write it.
  const path = file('signal.json', `\ufeff${JSON.stringify(signal)}`)
  const first = await json(['signals', 'create', '--file', path, '--data', '{"name":"Not this one"}'])
  expect(first).toMatchObject({ signal: { name: 'Trial started' } })
  const second = await json(
    ['signals', 'create', '--file', '-', '--name', 'Trial begun'],
    JSON.stringify(signal),
  )
  expect(second).toMatchObject({ signal: { name: 'Trial begun' } })
  const { id } = second.signal as { id: string }
  const data = JSON.stringify({ ...signal, name: 'Trials' })
  expect(await json(['signals', 'update', id, '--data', data])).toMatchObject({
    signal: { id, name: 'Trials' },
  })

  const { agent } = await json(['agents', 'create', '--template', 'churn'])
  const automation = {
    name: 'Trials',
    agentId: (agent as { id: string }).id,
    triggerType: 'SIGNAL_OCCURRENCE',
    signalIds: [id],
    enabled: false,
  }
  const made = await json(['automations', 'create', '--data', JSON.stringify(automation)])
  const { id: automationId } = made.automation as { id: string }
  const all = JSON.stringify({ ...automation, name: 'All trials' })
  const renamed = await json(['automations', 'update', automationId, '--data', all])
  expect(renamed).toMatchObject({ automation: { id: automationId, name: 'All trials' } })
})

test('an object that is none, that lacks something or says too much is told before anything is sent', async () => {
  expect(await refused(['signals', 'create', '--data', '[1]'])).toBe('--data must be a JSON object')
  expect(await refused(['signals', 'create', '--data', '{secret'])).not.toContain('secret')
  expect(await refused(['signals', 'create', '--data', '{"knd":"EVENT_MATCH"}'])).toMatch(/no knd; .*kind/)
  expect(await refused(['signals', 'create', '--name', 'Trial'])).toMatch(/--kind, --definition/)
  const missing = await svc(['signals', 'create', '--file', '/nowhere/signal.json'])
  expect(missing).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('file_error') as string,
  })
})

test('an agent loses all its actions by one flag', async () => {
  const { actions } = (await json(['agents', 'actions'])) as { actions: { key: string }[] }
  const keys = actions.map(({ key }) => key)
  const custom = ['--type', 'custom', '--display-name', 'Calls', '--instructions', 'Who calls?']
  const { agent } = await json(['agents', 'create', ...custom, '--action-keys', keys.join()])
  const { id } = agent as { id: string }
  expect(agent).toMatchObject({ actionKeys: keys })
  expect(await json(['agents', 'update', id, '--clear-action-keys'])).toMatchObject({
    agent: { actionKeys: [] },
  })
  const twice = ['agents', 'update', id, '--clear-action-keys', '--action-keys', keys[0]!]
  expect(await refused(twice)).toMatch(/--clear-action-keys states actionKeys a second time/)
})

test('a message: text and payload from files, a payload that is a text, and nothing at all', async () => {
  const webhook = ['--type', 'webhook', '--endpoint', 'https://hooks.invalid/a', '--label', 'Everybody']
  const { destination } = await json(['destinations', 'create', ...webhook, '--default'])
  expect(destination).toMatchObject({ isDefault: true, enabled: true })
  const off = await json(['destinations', 'create', ...webhook, '--disabled'])
  expect(off).toMatchObject({ destination: { enabled: false } })
  const { id } = off.destination as { id: string }
  const on = await json(['destinations', 'update', id, '--type', 'webhook', '--default'])
  expect(on).toMatchObject({ destination: { isDefault: true, enabled: true } })

  const markdown = file('message.md', 'They **renew** in May.\n')
  const payload = file('payload.json', '{"customer":"acme.example"}')
  const notify = ['notify', '--title', 'Acme asks for a call', '--dry-run']
  const shown = await json([...notify, '--markdown-file', markdown, '--payload-file', payload])
  expect(shown).toMatchObject({
    preview: [{ plainText: expect.stringContaining('They renew in May') as string }],
  })
  expect(await json([...notify, '{"seats":3}'])).toMatchObject({ ok: true })
  expect(await json([...notify, 'three seats'])).toMatchObject({ ok: true })
  expect(await json([...notify, '--payload-file', '-'], 'three seats')).toMatchObject({ ok: true })
  expect(await refused(notify)).toMatch(/markdown, message, payload/)
  expect(await refused([...notify, '--markdown', 'a', '--markdown-file', markdown])).toMatch(/second time/)
})

test('activation is switched off, and channels go by their former names', async () => {
  await json(['activation', 'update', '--event', 'Plan upgraded'])
  expect(await json(['activation', 'disable'])).toMatchObject({ activation: { eventName: null } })
  expect(await json(['activation', 'get'])).toEqual({ activation: { eventName: null } })
  const { events } = await json(['customers', 'timeline', 'acme.example', '--channels', 'sdk'])
  expect(events).toContainEqual(expect.objectContaining({ eventName: 'Plan upgraded' }))
})
