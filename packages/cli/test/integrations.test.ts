// `svc integrations` as a process, in a pipe, against the real server and a sandbox that plays the providers.
import { afterAll, expect, it } from 'vitest'
import { startSandbox } from '../../../examples/provider-sandbox/src/sandbox.ts'
import { startCliAndServer } from './support/cli-and-server.ts'
import { expectContract } from './support/contract-answer.ts'

const sandbox = await startSandbox({ companies: 8 })
afterAll(() => sandbox.close())
const { origin, oauth } = sandbox.crmA
const { cli, server } = await startCliAndServer({
  providers: {
    'crm-a': { baseUrl: origin, clientId: oauth.clientId, clientSecret: oauth.clientSecret },
    'calls-b': { baseUrl: sandbox.callsB.origin, clientId: null, clientSecret: null },
  },
})

/** The routes whose answers were held against the contract. */
const held = new Set<string | null>()

async function svc(line: string, stdin = '') {
  const { code, stdout, stderr } = await cli.run(line.split(' '), { env: server.env, stdin })
  const answer = (stdout === '' ? {} : JSON.parse(stdout)) as Record<string, unknown>
  if (code === 0) held.add(expectContract(line.split(' '), answer))
  return { code, stderr, answer }
}

it('connects by a key, told on standard input', async () => {
  expect(await svc('integrations setup calls-b')).toMatchObject({
    code: 0,
    answer: {
      status: 'config_required',
      requiredFields: [{ key: 'apiKey' }],
      capabilities: { providerId: 'calls-b' },
    },
  })
  expect(await svc('integrations setup calls-b --config -', '{"apiKey":"wrong"}')).toMatchObject({ code: 1 })
  expect(await svc('integrations setup calls-b --config apiKey')).toMatchObject({ code: 2 })
  const key = JSON.stringify({ apiKey: sandbox.callsB.apiKey })
  expect(await svc('integrations setup calls-b --config -', key)).toMatchObject({
    code: 0,
    answer: { status: 'connected', nextActions: ['svc integrations status calls-b'] },
  })
  expect(await svc('integrations setup calls-b --config-stdin', key)).toMatchObject({
    answer: { status: 'already_connected' },
  })
  expect(await svc('integrations setup calls-b mappings')).toMatchObject({
    code: 0,
    answer: { status: 'unsupported_follow_up', step: 'mappings' },
  })
})

it('connects in a browser, and maps stages as the server recommends', async () => {
  const begun = await svc('integrations setup crm-a')
  expect(begun).toMatchObject({ code: 0, answer: { status: 'awaiting_auth', provider: 'crm-a' } })
  const { connectUrl, sessionId } = begun.answer as { connectUrl: string; sessionId: string }
  expect((await svc(`integrations status --session ${sessionId}`)).answer).toMatchObject({
    status: 'pending',
  })
  await allow(connectUrl)
  expect((await svc(`integrations status --session ${sessionId}`)).answer).toMatchObject({
    status: 'connected',
  })

  expect(await svc('integrations setup crm-a wishes')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no step[^]*unknown_setup_step/) as string,
  })
  expect(await svc('integrations sync crm-a')).toMatchObject({ code: 0, answer: { provider: 'crm-a' } })
  expect(await svc('integrations setup crm-a mappings')).toMatchObject({
    code: 0,
    answer: { status: 'config_required', pipelines: [{ id: 'default' }], mappings: null },
  })
  expect(await svc('integrations setup crm-a mappings --accept-recommended')).toMatchObject({
    code: 0,
    answer: { status: 'completed', mappings: [{ pipelineId: 'default' }] },
  })
  expect((await svc('integrations status crm-a')).answer).toMatchObject({
    status: 'connected',
    syncs: { length: 4 },
  })
  expect((await svc('integrations status')).answer).toMatchObject({ items: { length: 2 } })
  expect(await svc('integrations disconnect crm-a')).toMatchObject({ code: 0 })
  expect([...held]).toEqual(expect.arrayContaining(['syncIntegration', 'disconnectIntegration']))
})

/** What a person does at the pages of this server and of the provider. */
async function allow(connectUrl: string): Promise<void> {
  const page = await fetch(connectUrl)
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const sent = await fetch(new URL('connect', connectUrl), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body: fieldsOf(await page.text()),
  })
  const cookies = [cookie, ...sent.headers.getSetCookie().map((line) => line.split(';', 1)[0])].join('; ')
  const provider = sent.headers.get('location')!
  const form = fieldsOf(await (await fetch(provider)).text())
  form.set('decision', 'allow')
  const decided = await fetch(provider.split('?')[0]!, { method: 'POST', redirect: 'manual', body: form })
  expect((await fetch(decided.headers.get('location')!, { headers: { cookie: cookies } })).status).toBe(200)
}

function fieldsOf(page: string): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [, name, value] of page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g))
    fields.append(
      name!,
      value!.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
    )
  return fields
}
