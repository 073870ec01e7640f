// The first steps: as processes, in a pipe.
import { join } from 'node:path'
import { trackerTag } from '@customer-intel/contract'
import { CustomerIntel } from '@customer-intel/node-sdk'
import { expect, test } from 'vitest'
import { startCliAndServer } from './support/cli-and-server.ts'

const { cli, server } = await startCliAndServer()

test('onboard prints the tag, and follows an event that is nobody’s to an answer', async () => {
  const { code, stdout, stderr } = await cli.run(['onboard'], { env: server.env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { SVC_API_URL: baseUrl, SVC_API_KEY: apiKey, SVC_PUBLIC_KEY: publicKey } = server.env
  const said = JSON.parse(stdout) as { tag: string; event: { uuid: string } }
  expect(said).toMatchObject({ status: 'ready', event: { status: 'pass' } })
  expect(said.tag.split('\n')).toEqual(trackerTag(baseUrl, publicKey))
  const sql = `select event_name, user_id, customer_id from activity where event_id = '${said.event.uuid}'`
  const { data } = await new CustomerIntel({ apiKey, baseUrl }).tools.query({ sql })
  expect(data).toEqual([{ event_name: 'svc onboard', user_id: '', customer_id: '' }])
})

test('onboard for an assistant: whether it knows of svc, how the integrations stand, what comes next', async () => {
  const { SVC_PUBLIC_KEY: _, ...without } = server.env
  const env = { ...without, HOME: join(cli.configHome, 'home') }
  const onboard = () => cli.run(['onboard', '--agent', 'cursor'], { env })
  const untold = await onboard()
  expect(untold).toMatchObject({ code: 1, stderr: expect.stringMatching(/Failed: agent/) as string })
  expect(JSON.parse(untold.stdout)).toMatchObject({
    status: 'action_required',
    agent: 'cursor',
    nextActions: ['svc setup cursor', 'svc integrations capabilities'],
  })
  expect(await cli.run(['setup', 'cursor', '--yes'], { env })).toMatchObject({ code: 0 })
  const told = await onboard()
  expect(told).toMatchObject({ code: 0, stderr: '' })
  const { checks, integrations, ...said } = JSON.parse(told.stdout) as {
    checks: { name: string; status: string }[]
    integrations: { setupModes: Record<string, number>; providerCount: number }
  }
  expect(said).toEqual({
    status: 'ready',
    agent: 'cursor',
    tag: null,
    event: null,
    nextActions: ['svc integrations capabilities'],
  })
  expect(checks.find(({ name }) => name === 'agent')).toMatchObject({ status: 'pass' })
  expect(integrations).toMatchObject({ capabilitiesAvailable: true, connectedCount: 0, errorCount: 0 })
  const byMode = Object.values(integrations.setupModes).reduce((sum, count) => sum + count, 0)
  expect([integrations.providerCount, byMode]).toEqual([12, 12])
  const unknown = await cli.run(['onboard', '--agent', 'nobody'], { env })
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('unknown_agent') as string })
})

test.each([
  ['no server', { SVC_API_URL: 'http://127.0.0.1:9' }, 1, /Failed: server/],
  ['a public key of nobody', { SVC_PUBLIC_KEY: `pk_${'x'.repeat(30)}` }, 1, /Failed: event/],
  [
    'neither a public key nor an assistant',
    { SVC_PUBLIC_KEY: undefined },
    2,
    /SVC_PUBLIC_KEY[^]*agent_required/,
  ],
])('onboard ends with a failure: %s', async (_, env, code, told) => {
  const ended = await cli.run(['onboard'], { env: { ...server.env, ...env } })
  expect(ended).toMatchObject({ code, stderr: expect.stringMatching(told) as string })
  if (code === 1) expect(JSON.parse(ended.stdout)).toMatchObject({ status: 'action_required' })
})
