// The sandbox is held to the real services by their official clients.
import { Client } from '@hubspot/api-client'
import * as v1 from 'pipedrive/v1'
import * as v2 from 'pipedrive/v2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { customFields } from '../../../../examples/provider-sandbox/src/providers/crm-b.ts'
import { type Sandbox, startSandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ companies: 60 })
})
afterAll(() => sandbox.close())

it('crm-a is listed, searched and read by the client of the service', async () => {
  const { crmA } = sandbox
  const client = new Client({
    accessToken: crmA.oauth.issue(['crm.objects.deals.read']),
    basePath: crmA.origin,
    numberOfApiCallRetries: 0,
  })
  const deals = await client.crm.deals.getAll(20, undefined, ['dealname', 'dealstage'])
  expect(deals.map(({ id }) => id)).toEqual(crmA.objects.deals.map(({ id }) => id))
  expect(deals[0]!.properties['dealname']).toContain('plan')

  const first = deals[0]!.id
  crmA.change('deals', first, { amount: '7.5' })
  const { total, results } = await client.crm.deals.searchApi.doSearch({
    filterGroups: [
      {
        filters: [
          {
            propertyName: 'hs_lastmodifieddate',
            operator: 'GTE' as never,
            value: String(Date.now() - 60_000),
          },
        ],
      },
    ],
    sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' } as never],
    properties: ['amount'],
    limit: 100,
  })
  expect({ total, ids: results.map(({ id }) => id), amount: results[0]!.properties['amount'] }).toEqual({
    total: 1,
    ids: [first],
    amount: '7.5',
  })

  const associated = await client.crm.associations.v4.batchApi.getPage('deals', 'companies', {
    inputs: [{ id: first }],
  })
  const [to] = associated.results[0]!.to
  const company = await client.crm.companies.basicApi.getById(to!.toObjectId, ['domain'])
  expect(company.properties['domain']).toContain('.example')
  expect((await client.crm.owners.ownersApi.getPage()).results).toHaveLength(3)
  const [pipeline] = (await client.crm.pipelines.pipelinesApi.getAll('deals')).results
  expect(pipeline!.stages.map(({ metadata }) => metadata?.['isClosed'])).toEqual([
    'false',
    'false',
    'false',
    'true',
    'true',
  ])

  crmA.archive('deals', first)
  const archived = await client.crm.deals.basicApi.getPage(
    10,
    undefined,
    undefined,
    undefined,
    undefined,
    true,
  )
  expect(archived.results).toMatchObject([{ id: first, archived: true }])
  const wrong = new Client({ accessToken: 'wrong', basePath: crmA.origin, numberOfApiCallRetries: 0 })
  await expect(wrong.crm.deals.basicApi.getPage()).rejects.toMatchObject({ code: 401 })
})

it('crm-b is listed and read by the client of the service', async () => {
  const { crmB } = sandbox
  const accessToken = crmB.oauth.issue([])
  const deals = new v2.DealsApi(new v2.Configuration({ accessToken, basePath: `${crmB.origin}/api/v2` }))
  const ids: number[] = []
  let cursor: string | undefined
  do {
    const { data, additional_data: more } = await deals.getDeals({
      limit: 20,
      sort_by: 'id',
      ...(cursor !== undefined && { cursor }),
    })
    ids.push(...data!.map(({ id }) => id!))
    expect(data![0]!.custom_fields).toHaveProperty(customFields.plan)
    cursor = more?.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(ids).toEqual(crmB.deals.map(({ id }) => id))

  crmB.change('deals', ids[3]!, { title: 'Renamed' })
  const since = new Date(Date.now() - 60_000).toISOString().replace(/\.\d+Z$/, 'Z')
  expect((await deals.getDeals({ updated_since: since })).data).toMatchObject([{ title: 'Renamed' }])
  const fields = new v1.DealFieldsApi(new v1.Configuration({ accessToken, basePath: `${crmB.origin}/v1` }))
  expect((await fields.getDealFields()).data.map(({ key }) => key)).toContain(customFields.budget)
  const wrong = new v2.DealsApi(
    new v2.Configuration({ accessToken: 'wrong', basePath: `${crmB.origin}/api/v2` }),
  )
  await expect(wrong.getDeals()).rejects.toMatchObject({ errorCode: 401 })
})
