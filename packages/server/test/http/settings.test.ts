import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Grant, type OperationName, getRoute } from '@customer-intel/contract'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { parseWorkspaceDocument } from '../../src/kernel/workspace/parse-workspace-document.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'
import { isOnFiles } from '../support/test-store.ts'

let test: TestServer
beforeEach(async () => {
  test = await openTestServer()
})
afterEach(async () => {
  await test.close()
})

const folder = (): string => join(test.directory, 'organizations', test.document.organization.id)

function call(method: string, path: string, body?: unknown, key = test.apiKey): Promise<Response> {
  return test.server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

/** The answer of a success, once it has been held against the contract. */
async function succeed(operation: OperationName, body?: unknown, query = '') {
  const { method, path, responses } = getRoute(operation)
  const response = await call(method, path + query, body)
  expect(response.status).toBe(200)
  const answer: unknown = await response.json()
  v.parse(responses[200] as v.GenericSchema, answer)
  return answer as { correlationId: string; result: { data: object; auditId?: string } }
}

async function keyWith(grants: readonly Grant[]): Promise<string> {
  const key = generateApiKey()
  await test.workspace.updateDocument((document) => {
    document.apiKeys.push(toApiKey(key, { name: 'Test', grants, now: Date.now() }))
  })
  return key
}

const defaults = {
  defaultTimezone: 'UTC',
  identityMergeSuggestions: true,
  domains: [] as string[],
  reportCurrency: null,
}

describe('/api/settings', () => {
  it.skipIf(!isOnFiles)('begins in UTC, takes an IANA time zone and keeps it in workspace.json', async () => {
    const first = { ...defaults, configHash: expect.any(String) as string }
    expect((await succeed('getWorkspaceSettings')).result.data).toEqual({ settings: first })
    const settings = { ...defaults, defaultTimezone: 'Europe/Berlin' }
    const changed = { settings: { ...settings, configHash: expect.any(String) as string } }
    expect((await succeed('updateWorkspaceSettings', settings)).result.data).toEqual(changed)
    expect((await succeed('getWorkspaceSettings')).result.data).toEqual(changed)
    expect(JSON.parse(await readFile(join(folder(), 'workspace.json'), 'utf8'))).toMatchObject({ settings })
    expect(test.logged).toEqual([])
  })

  it.each([
    ['no time zone', { defaultTimezone: 'Mars/Olympus' }],
    ['an offset', { defaultTimezone: '+02:00' }],
    ['a currency that does not exist', { reportCurrency: 'ABC' }],
    ['no currency’s code', { reportCurrency: '' }],
    ['nothing', {}],
    ['an unknown key', { defaultTimezone: 'UTC', other: 1 }],
  ])('refuses %s with 400 in the command envelope', async (_, body) => {
    const response = await call('PATCH', '/api/settings', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      ok: false,
      commandId: 'settings.update',
      error: { code: 'validation_failed', retryable: false },
    })
    expect(await test.workspace.audit.read()).toEqual([])
  })

  it('takes the currency that reports begin with, in any case, and null for none', async () => {
    const currency = async (reportCurrency: string | null) =>
      (await succeed('updateWorkspaceSettings', { reportCurrency })).result.data
    expect(await currency('chf')).toMatchObject({ settings: { ...defaults, reportCurrency: 'CHF' } })
    expect((await succeed('getWorkspaceSettings')).result.data).toMatchObject({
      settings: { reportCurrency: 'CHF' },
    })
    expect(await currency(null)).toMatchObject({ settings: defaults })
  })

  it('keeps own domains in ASCII, each once', async () => {
    const domains = ['Müller.example', 'https://www.acme.example/about', 'www.acme.example']
    const kept = { domains: ['xn--mller-kva.example', 'www.acme.example'] }
    expect((await succeed('updateWorkspaceSettings', { domains })).result.data).toMatchObject({
      settings: kept,
    })
    expect((await succeed('getWorkspaceSettings')).result.data).toMatchObject({ settings: kept })
    expect((await succeed('updateWorkspaceSettings', { domains: [] })).result.data).toMatchObject({
      settings: { domains: [] },
    })
  })

  it.each([
    ['a free-mail provider', ['acme.example', 'gmail.com'], /domains\[1\] is used by strangers, too/],
    ['a public suffix', ['co.uk'], /domains\[0\] is used by strangers, too/],
    ['an address', ['sam@acme.example'], /must be a domain/],
    ['a number of an IP address', ['10.0.0.1'], /must be a domain/],
    ['more than 50', Array.from({ length: 51 }, (_, index) => `a${index}.example`), /50/],
  ])('refuses %s as an own domain', async (_, domains, message) => {
    const response = await call('PATCH', '/api/settings', { domains })
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(message)
    expect(await test.workspace.audit.read()).toEqual([])
  })

  it.skipIf(!isOnFiles)('reads the workspace.json of a server that had no settings yet', async () => {
    const path = join(folder(), 'workspace.json')
    const { settings: _, ...earlier } = JSON.parse(await readFile(path, 'utf8')) as { settings: object }
    const document = parseWorkspaceDocument(earlier, path)
    expect(document.settings).toEqual(test.document.settings)
  })
})

describe('/api/settings/report', () => {
  const report = { chatChannelId: 'C1', chatChannelName: 'general' }

  it('has no channel until one is set', async () => {
    const configHash = expect.any(String) as string
    expect((await succeed('getReportSettings')).result.data).toEqual({
      report: { chatChannelId: null, chatChannelName: null, configHash },
    })
    const set = { report: { ...report, configHash } }
    expect((await succeed('updateReportSettings', report)).result.data).toEqual(set)
    expect((await succeed('getReportSettings')).result.data).toEqual(set)
  })

  it('takes both fields or none', async () => {
    expect((await call('PATCH', '/api/settings/report', { chatChannelId: 'C1' })).status).toBe(400)
    expect((await call('PATCH', '/api/settings/report', { ...report, chatChannelName: '' })).status).toBe(400)
  })

  it('offers no channel while no chat app is connected', async () => {
    const chat = { connected: false, channels: [], hasMore: false, nextCursor: null }
    expect((await succeed('getReportSettingsOptions')).result.data).toEqual({ chat })
    expect((await succeed('getReportSettingsOptions', undefined, '?search=g&limit=5')).result.data).toEqual({
      chat,
    })
    expect((await call('GET', '/api/settings/report/options?limit=101')).status).toBe(400)
  })
})

describe('a change of settings', () => {
  it('is in the audit before it is made: who, when, before and after, under the answer’s auditId', async () => {
    const answer = await succeed('updateWorkspaceSettings', { defaultTimezone: 'Asia/Tokyo' })
    await succeed('updateReportSettings', { chatChannelId: 'C1', chatChannelName: 'general' })
    await succeed('updateCustomerActivation', { eventName: 'signed_up' })
    const entries = await test.workspace.audit.read()
    expect(entries.map(({ commandId }) => commandId)).toEqual([
      'settings.update',
      'settings.report.update',
      'customer_activation.update',
    ])
    expect(entries[0]).toEqual({
      id: answer.result.auditId,
      at: expect.stringMatching(/Z$/) as string,
      commandId: 'settings.update',
      correlationId: answer.correlationId,
      apiKeyId: test.document.apiKeys[0]?.id,
      resource: { type: 'workspace_settings', id: 'default' },
      before: defaults,
      after: { ...defaults, defaultTimezone: 'Asia/Tokyo' },
    })
  })

  it('that changes nothing leaves no audit entry', async () => {
    const answer = await succeed('updateWorkspaceSettings', { defaultTimezone: 'UTC' })
    expect(answer.result).not.toHaveProperty('auditId')
    expect(await test.workspace.audit.read()).toEqual([])
  })

  it.each([
    ['/api/settings', 'settings', { defaultTimezone: 'Asia/Tokyo' }, { domains: ['acme.example'] }],
    [
      '/api/settings/report',
      'report',
      { chatChannelId: 'C1', chatChannelName: 'one' },
      { chatChannelId: 'C2', chatChannelName: 'two' },
    ],
    ['/api/settings/tracking', 'tracking', { allowedOrigins: ['a.example'] }, { allowedOrigins: [] }],
  ])('of %s that is based on what somebody changed since is refused', async (path, name, first, second) => {
    const read = async () =>
      (await test.done('GET', path))[name] as Record<string, unknown> & { configHash: string }
    const patch = (body: object, configHash: string) =>
      test.ask('PATCH', path, body, { 'if-match': configHash })
    const { configHash } = await read()
    expect([(await patch(first, configHash)).status, test.logged]).toEqual([200, []])
    const changed = await read()
    expect(changed).toMatchObject(first)
    expect(changed.configHash).not.toBe(configHash)
    const entries = (await test.workspace.audit.read()).length
    expect(await patch(second, configHash)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining(changed.configHash) as string } },
    })
    expect(await read()).toEqual(changed)
    expect(await test.workspace.audit.read()).toHaveLength(entries)
    // Of two that begin from the same one is refused, whichever comes first.
    const both = await Promise.all([patch(second, changed.configHash), patch(second, changed.configHash)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await patch(first, '*')).status).toBe(200)
  })

  it('needs agents:write, a look agents:read', async () => {
    const reader = await keyWith(['agents:read'])
    expect((await call('GET', '/api/settings', undefined, reader)).status).toBe(200)
    const forbidden = await call('PATCH', '/api/settings', { defaultTimezone: 'UTC' }, reader)
    expect(forbidden.status).toBe(403)
    expect(await forbidden.json()).toMatchObject({ error: { code: 'authorization_denied' } })
    const other = await keyWith(['agents:write'])
    expect((await call('GET', '/api/settings', undefined, other)).status).toBe(403)
  })

  it.skipIf(!isOnFiles)(
    'is a 503 that says nothing of this machine while the configuration can not be written',
    async () => {
      await writeFile(join(folder(), 'workspace.json'), '{ broken')
      const response = await call('PATCH', '/api/settings', { defaultTimezone: 'Asia/Tokyo' })
      expect(response.status).toBe(503)
      const text = await response.text()
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'transient_failure', retryable: true } })
      expect(text).not.toContain(test.directory)
      expect(test.logged.join('\n')).toContain('workspace.json is not JSON')
    },
  )
})
