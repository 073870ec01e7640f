import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createServer,
  type CustomerIntelServer,
  defineOrganization,
  fileStore,
  memoryStore,
} from '@customer-intel/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConnectionError, CustomerIntel } from '../src/index.ts'

let directory: string
let server: CustomerIntelServer
let url: string
let client: CustomerIntel
const organization = defineOrganization({ name: 'Acme' })
const logger = { warn: () => undefined, error: () => undefined }

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-test-'))
  server = createServer({ store: fileStore({ directory, sync: false }), logger })
  await server.workspaces.createOrganization(organization.document.organization, organization.document)
  ;({ url } = await server.listen({ port: 0 }))
  client = new CustomerIntel({ apiKey: organization.apiKey, baseUrl: url })
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

const ask = (body: object) =>
  fetch(`${url}/api/query/csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${organization.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function filesLeft(): Promise<string[]> {
  const names = await readdir(directory, { recursive: true })
  return names.filter((name) => name.endsWith('.csv') && /\.csv.+\.csv$/.test(name))
}

describe('POST /api/query/csv', () => {
  it('answers with every row, beyond what a query shows, and leaves no file', async () => {
    const response = await ask({ sql: 'select n, n * 2 as twice from generate_series(1, 25000) t(n)' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).split('\r\n')
    expect(lines.slice(0, 2)).toEqual(['n,twice', '1,2'])
    expect(lines.slice(-2)).toEqual(['25000,50000', ''])
    expect(lines).toHaveLength(25_002)
    expect(await filesLeft()).toEqual([])
  })

  it('writes each value so that it can be told, and no formula', async () => {
    const sql = `select null as missing, '' as blank, 'a "b",' || chr(10) || 'c' as quoted, '=1+1' as "=formula",
      '-5' as number, $1 as given, date '2026-03-29' as day, timestamp '2026-03-29 01:30:00' as at, [1, 2] as list`
    expect(await client.sql.csv({ sql, params: ['ü'] }).text()).toBe(
      `missing,blank,quoted,'=formula,number,given,day,at,list\r\n,"","a ""b"",\nc",'=1+1,-5,ü,2026-03-29,2026-03-29T01:30:00.000Z,"[1,2]"\r\n`,
    )
    expect(await client.sql.csv({ sql: `select '=1+1' as x`, raw: true }).text()).toBe('x\r\n=1+1\r\n')
    expect(await client.sql.csv({ sql: 'select customer_id from customers' }).text()).toBe('customer_id\r\n')
  })

  it.each([
    ['select nothing from customers', 400, /nothing/],
    ['select 1; select 2', 400, /several statements/],
    [
      `select x, case when x = 9000 then cast('no number' as integer) end from generate_series(1, 10000) t(x)`,
      422,
      /no number/,
    ],
  ])('fails as a whole, as a status: %s', async (sql, status, message) => {
    const response = await ask({ sql })
    expect(response.status).toBe(status)
    expect(await response.text()).toMatch(message)
    expect(await filesLeft()).toEqual([])
  })

  it('stops for a caller who goes away before the first byte', async () => {
    const stop = new AbortController()
    const asked = client.sql.csv(
      { sql: 'select count(*) from generate_series(1, 100000000000)' },
      { signal: stop.signal },
    )
    const answer = asked.text()
    stop.abort()
    await expect(answer).rejects.toThrow()
    // The next one of the same caller isn't held up by it.
    expect(await client.sql.csv({ sql: 'select 1 as one' }).text()).toBe('one\r\n1\r\n')
  })

  it('is recognised as cut off when the server stops on the way', async () => {
    const other = createServer({ store: memoryStore(), logger })
    await other.workspaces.createOrganization(organization.document.organization, organization.document)
    const { url: baseUrl } = await other.listen({ port: 0 })
    const reader = new CustomerIntel({ apiKey: organization.apiKey, baseUrl })
    const parts = reader.sql.csv({
      sql: `select n, 'a text of some length' as text from generate_series(1, 1000000) t(n)`,
    })
    const read = async () => {
      let closed: Promise<void> | undefined
      for await (const part of parts) {
        expect(part).not.toBe('')
        closed ??= other.close()
      }
    }
    await expect(read()).rejects.toThrow(ConnectionError)
    await other.close()
  })
})
