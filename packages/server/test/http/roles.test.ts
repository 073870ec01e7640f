// Every route and every tool with every role: allowed, or 403, exactly as the grants say.
import { randomUUID } from 'node:crypto'
import {
  type Grant,
  operationNames,
  type RouteDefinition,
  roleGrants,
  roles,
  routes,
  toolNames,
  tools,
} from '@customer-intel/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser, signedIn } from '../support/browser.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

let test: TestServer
beforeAll(async () => {
  test = await openTestServer()
})
afterAll(() => test.close())

const granted = operationNames
  .map((name): RouteDefinition => routes[name])
  .filter(({ auth }) => auth === 'apiKey')
const changing = granted.filter(({ method }) => method !== 'GET')

/** Asks a route for something that is not there, or with nothing in the body. */
function ask(browser: Browser, { method, path }: RouteDefinition, headers: Record<string, string> = {}) {
  const at = path.replaceAll(/\{\w+\}/g, () => randomUUID())
  return browser.ask(method, at, method === 'GET' ? undefined : {}, headers)
}

describe.each(roles)('%s', (role) => {
  const may = (grant: Grant | undefined) => grant === undefined || roleGrants[role].includes(grant)
  let browser: Browser
  beforeAll(async () => {
    browser = await signedIn(test, role)
  })

  it('may ask exactly the routes whose grant the role has', async () => {
    const answered = await Promise.all(
      granted.map(async (route) => [route.operation, (await ask(browser, route)).status === 403] as const),
    )
    const expected = granted.map(({ operation, grant }) => [operation, !may(grant)] as const)
    expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(expected))
  })

  it('may call exactly the tools whose grant the role has', async () => {
    const answered = await Promise.all(
      toolNames.map(async (tool) => {
        const { status } = await browser.ask('POST', '/api/tools/call', { tool, input: {} })
        return [tool, status === 403] as const
      }),
    )
    const expected = toolNames.map((tool) => [tool, !may(tools[tool].grant)] as const)
    expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(expected))
  })
})

it('each role may more than the one before, and viewers change nothing of the workspace', () => {
  for (const [index, role] of roles.entries())
    for (const lesser of roles.slice(0, index))
      expect(roleGrants[role]).toEqual(expect.arrayContaining([...roleGrants[lesser]]))
  const changes = roleGrants.viewer.filter((grant) => !grant.endsWith(':read'))
  expect(changes).toEqual(['events:explain', 'feedback:write'])
})

it('no route changes anything for another website, not even an owner’s', async () => {
  const owner = await signedIn(test, 'owner')
  const before = await test.workspace.audit.read()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
  ]) {
    const statuses = await Promise.all(changing.map((route) => ask(owner, route, headers)))
    expect(statuses.map(({ status }) => status)).toEqual(changing.map(() => 403))
  }
  expect(await test.workspace.audit.read()).toEqual(before)
})

it('nobody without a session is let in by any route', async () => {
  const nobody = openBrowser(test.server)
  const statuses = await Promise.all(granted.map((route) => ask(nobody, route)))
  expect(statuses.map(({ status }) => status)).toEqual(granted.map(() => 401))
})
