// What a provider may answer, by fault or on purpose: nothing is lost, doubled or taken for deleted, and each has a remedy.
import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CrmA } from '../../../../examples/provider-sandbox/src/providers/crm-a.ts'
import type { Reply } from '../../../../examples/provider-sandbox/src/http.ts'
import { fixedCredentials } from '../../src/integrations/credential-source.ts'
import { openProviderApi } from '../../src/integrations/provider-api.ts'
import { crmA } from '../../src/integrations/providers/crm-a.ts'
import { createOutgoing } from '../../src/kernel/outgoing/outgoing.ts'
import { connectInBrowser } from '../support/connect-in-browser.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let test: IntegrationServer
let played: CrmA & IntegrationServer['sandbox']['crmA']
const opportunities = async () => {
  const { data } = await test.call<{ data: Record<string, unknown>[] }>('svc_query', {
    sql: `select title, amount_cents, currency, stage, occurred_at from opportunities order by opportunity_id`,
  })
  return data
}
const modelsOf = (status: Record<string, unknown>) => status['syncs'] as Record<string, unknown>[]

describe('answers to a sync', () => {
  let all: number
  beforeAll(async () => {
    test = await openIntegrationServer({ companies: 12 })
    played = test.sandbox.crmA
    await connectInBrowser(test, 'crm-a')
    await test.synced('crm-a')
    all = (await opportunities()).length
    expect(all).toBe(9)
  })
  afterAll(() => test.close())
  beforeEach(() => {
    played.fault = () => null
  })

  /** The walk of a day later meets these answers where deals are listed. */
  async function syncWith(reply: Reply) {
    played.fault = ({ path }) => (path.startsWith('/crm/v3/objects/deals') ? reply : null)
    expect(
      (await test.ask('POST', '/api/integrations/sync', { provider: 'crm-a', acceptDeletions: false }))
        .status,
    ).toBe(200)
    return modelsOf(await test.synced('crm-a')).at(-1)!
  }

  it.each<[string, Reply, string]>([
    ['HTML with 200', { status: 200, body: '<html>Sign in</html>' }, 'no JSON: is its address right?'],
    ['nothing with 200', { status: 200, body: '' }, 'no JSON'],
    [
      'an error with 200',
      { status: 200, body: { status: 'error', message: 'over' } },
      'the answer has no list results',
    ],
    ['a list in the place of an object', { status: 200, body: [] }, 'CRM A answered 200'],
    ['null for the list', { status: 200, body: { results: null } }, 'the answer has no list results'],
    ['cut off JSON', { status: 200, body: '{"results":[{"id":"1"' }, 'no JSON'],
  ])('%s is an error that says so, and takes nothing away', async (_, reply, message) => {
    expect(await syncWith(reply)).toMatchObject({
      errorMessage: expect.stringContaining(message) as string,
      status: 'ERROR',
    })
    expect(await opportunities()).toHaveLength(all)
    played.fault = () => null
    expect(modelsOf(await test.sync('crm-a')).at(-1)).not.toMatchObject({ status: 'ERROR' })
  })

  it('what can’t be read of one model holds up no other one', async () => {
    const deal = played.objects.deals[0]!
    played.change('deals', deal.id, { dealname: 'Renamed behind a fault' })
    for (const reply of [
      { status: 200, body: '<html>Sign in</html>' },
      { status: 403, body: { status: 'error', message: 'scope', category: 'MISSING_SCOPES' } },
    ]) {
      played.fault = ({ path }) => (/^\/crm\/v3\/objects\/companies(?:\/search)?$/.test(path) ? reply : null)
      const models = modelsOf(await test.sync('crm-a'))
      expect(models.map(({ model, status }) => [model, status])).toEqual([
        ['Owner', 'SUCCESS'],
        ['Company', 'ERROR'],
        ['Contact', 'SUCCESS'],
        ['Opportunity', 'IDLE'],
      ])
      expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({
        status: 'ERROR',
        error: models[1]!['errorMessage'],
      })
    }
    expect(JSON.stringify(await opportunities())).toContain('Renamed behind a fault')
    played.fault = () => null
    expect(modelsOf(await test.sync('crm-a'))[1]).toMatchObject({ status: 'SUCCESS', errorMessage: null })
  })

  it('fields that are not what they were are skipped or quarantined, and the rest comes', async () => {
    const [first, second, third, fourth, fifth, sixth] = played.objects.deals as unknown as {
      id: unknown
      properties: Record<string, unknown>
    }[]
    const at = Date.now()
    for (const deal of played.objects.deals) played.change('deals', deal.id, {}, at)
    // Money as text with a comma, as a number, as what is no money.
    first!.properties['amount'] = '1,234.50 €'
    second!.properties['amount'] = 17.25
    third!.properties['amount'] = { value: 3 }
    // A stage that nobody knows, a text of 5 MB, a date in seconds and one that is none.
    fourth!.properties['dealstage'] = 'brand_new_stage'
    fifth!.properties['description'] = 'long '.repeat(1_000_000)
    sixth!.properties['createdate'] = String(Math.floor(at / 1_000))
    sixth!.properties['closedate'] = 'soon'
    const status = await test.sync('crm-a')
    expect(modelsOf(status).at(-1)).not.toMatchObject({ status: 'ERROR' })
    const rows = await opportunities()
    expect(rows).toHaveLength(all)
    expect(rows.slice(0, 4).map((row) => row['amount_cents'])).toMatchObject([
      null,
      1725,
      null,
      expect.any(Number),
    ])
    expect(rows[3]).toMatchObject({ stage: 'brand_new_stage' })
    expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({ setAside: 0, error: null })
  })

  it('an object without its date is quarantined with its id and the reason, and stays what it was', async () => {
    const deal = played.objects.deals[6]!
    const before = await opportunities()
    played.fault = ({ path }) =>
      path === '/crm/v3/objects/deals/search'
        ? {
            status: 200,
            body: { total: 2, results: [{ id: deal.id, properties: { dealname: 'Dateless' } }, 'nonsense'] },
          }
        : null
    await test.sync('crm-a')
    expect((await syncRunsOf(test.workspace).read()).at(-1)).toMatchObject({
      setAside: 2,
      setAsideReasons: [
        { model: 'Opportunity', id: deal.id, reason: 'it has no hs_lastmodifieddate' },
        { model: 'Opportunity', id: 'an object without an id' },
      ],
    })
    expect(await opportunities()).toEqual(before)
  })

  it('an empty list takes nothing away, whatever the hour', async () => {
    played.fault = ({ path, query }) =>
      path === '/crm/v3/objects/deals' && query.get('archived') !== 'true'
        ? { status: 200, body: { results: [] } }
        : null
    // A mapping has everything walked again, as the next day does.
    const { body } = await test.ask('POST', '/api/integrations/setup-step', {
      provider: 'crm-a',
      step: 'mappings',
    })
    await test.ask('POST', '/api/integrations/setup-step', {
      provider: 'crm-a',
      step: 'mappings',
      config: { mappings: body['recommendation'] },
    })
    expect(modelsOf(await test.synced('crm-a')).at(-1)).toMatchObject({
      status: 'ERROR',
      errorMessage: expect.stringContaining(`${all} of ${all} objects of Opportunity were missing`) as string,
    })
    expect(await opportunities()).toHaveLength(all)
  })
})

describe('bodies', () => {
  let service: Server
  let origin: string
  const outgoing = createOutgoing()
  beforeAll(async () => {
    service = createServer((request, response) => {
      response.on('error', () => undefined)
      if (request.url === '/bomb') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024, 32), { level: 9 }))
      } else if (request.url === '/endless') {
        response.writeHead(200, { 'content-type': 'application/json' })
        const chunk = Buffer.alloc(1024 * 1024, 32)
        const more = () => {
          while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more)
        }
        more()
      } else {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
        response.write('{"results":[')
        setImmediate(() => response.destroy())
      }
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await outgoing.close()
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
  })

  it.each([
    ['/bomb', 'oversized', 'is larger than'],
    ['/endless', 'oversized', 'is larger than'],
    ['/truncated', 'temporary', 'it is tried again'],
  ])('%s ends as an error', async (path, kind, message) => {
    const api = openProviderApi(crmA, {
      credentials: fixedCredentials({ accessToken: 'a' }),
      outgoing,
      clock: Date.now,
      baseUrl: origin,
      allowPrivateAddresses: false,
      signal: AbortSignal.timeout(60_000),
    })
    await expect(api.get(path)).rejects.toMatchObject({
      kind,
      message: expect.stringContaining(message) as string,
    })
  })
})
