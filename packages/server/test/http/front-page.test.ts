import { trackerTag } from '@customer-intel/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let test: TestServer
beforeEach(async () => {
  test = await openTestServer()
})
afterEach(() => test.close())

const unescape = (html: string) =>
  html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
const page = async (server: TestServer['server'], headers: Record<string, string> = {}) =>
  unescape(
    await (
      await server.fetch(new Request('http://intel.test/', { headers: { accept: 'text/html', ...headers } }))
    ).text(),
  )

it('tells a browser what to paste and how to ask, at the address by which it came', async () => {
  const html = await page(test.server)
  for (const line of trackerTag('http://intel.test', 'pk_…')) expect(html).toContain(line)
  expect(html).toContain('curl http://intel.test/api/tools/call')
  expect(await page(test.server, { 'x-forwarded-proto': 'https' })).toContain('curl https://intel.test/api')
})

it('goes by what the operator says of the address', async () => {
  await test.close()
  test = await openTestServer({ publicUrl: 'https://intel.example.com' })
  expect(await page(test.server)).toContain('src="https://intel.example.com/svc.js"')
})
