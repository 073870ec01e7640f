import { toolNames, tools } from '@customer-intel/contract'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toApiKey } from '../../src/organizations/api-keys.ts'
import { generateApiKey } from '../../src/organizations/api-keys.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { connectMcp, type Era, textOf } from '../support/mcp-client.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

interface ToolFailure {
  error: {
    code: string
    message: string
    retryable: boolean
    issues?: { field: string; message: string; expected?: object; knownFields?: string[] }[]
  }
}

const page = { url: 'https://app.example/', path: '/' }
let test: TestServer
let tenant: TestServer
beforeAll(async () => {
  test = await openTestServer({ store: memoryStore() })
  tenant = await openTestServer({ store: memoryStore() })
  const people = ['jane@acme.example', 'joe@acme.example', 'ann@globex.example']
  const events = people.map((email) => ({ type: 'identify', ...page, email, traits: { name: email } }))
  await test.ingest({ source: 'server', events })
})
afterAll(async () => {
  await test.close()
  await tenant.close()
})
afterEach(() => {
  expect(test.logged).toEqual([])
})

/** What the same call answers over HTTP. */
async function overHttp(tool: string, input: object): Promise<object> {
  const response = await test.server.fetch(
    new Request('http://localhost/api/tools/call', {
      method: 'POST',
      headers: { authorization: `Bearer ${test.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool, input }),
    }),
  )
  return (await response.json()) as object
}

/** A key of the first organization with these grants. */
async function keyWith(grants: Parameters<typeof toApiKey>[1]['grants']): Promise<string> {
  const key = generateApiKey()
  await test.workspace.updateDocument((document) => {
    document.apiKeys.push(toApiKey(key, { name: 'Less', grants, now: Date.now() }))
  })
  return key
}

describe.each<Era>(['modern', 'legacy'])('/mcp, to a %s client', (era) => {
  let client: Client
  beforeAll(async () => {
    client = await connectMcp(test.server, { apiKey: test.apiKey, era, query: '?outputSchemas=true' })
  })
  afterAll(() => client.close())

  it('says which revision it speaks, who it is, and how to begin', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25')
    expect(client.getServerVersion()).toMatchObject({ name: 'customer-intel', title: 'Customer Intel' })
    expect(client.getInstructions()).toContain('svc_list_customers')
  })

  it('lists the tools of the contract, in its order, with schemas and annotations', async () => {
    const { tools: listed } = await client.listTools()
    const questions = listed.slice(0, toolNames.length)
    expect(questions.map(({ name }) => name)).toEqual(toolNames)
    for (const { name, title, description, annotations, inputSchema, outputSchema } of questions) {
      const { readOnly, ...told } = tools[name as (typeof toolNames)[number]]
      expect({ title, description }).toEqual({ title: told.title, description: told.description })
      expect(annotations).toMatchObject({ readOnlyHint: readOnly, destructiveHint: false })
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
    }
    // The commands of the platform are behind general tools: see toolsets.test.ts.
    expect(listed.slice(toolNames.length).map(({ name }) => name)).toEqual([
      'svc_list_commands',
      'svc_describe_commands',
      'svc_read_command',
      'svc_run_command',
    ])
  })

  it('answers a call as HTTP does, as an object and as text', async () => {
    const input = { orderBy: 'name', orderDirection: 'asc' }
    const result = await client.callTool({ name: 'svc_list_customers', arguments: input })
    expect(result.isError).toBeUndefined()
    expect(result.structuredContent).toEqual(await overHttp('svc_list_customers', input))
    expect(textOf(result)).toEqual(result.structuredContent)
    const { items } = result.structuredContent as { items: { domain: string }[] }
    expect(items.map(({ domain }) => domain)).toEqual(
      expect.arrayContaining(['acme.example', 'globex.example']),
    )
  })

  it('sees what was acknowledged before the call', async () => {
    const email = `fresh@${era}.example`
    expect(
      (await test.ingest({ source: 'server', events: [{ type: 'identify', ...page, email }] })).status,
    ).toBe(200)
    const result = await client.callTool({ name: 'svc_list_users', arguments: { search: email } })
    expect(result.structuredContent).toMatchObject({ items: [{ email }] })
  })

  it('tells field by field how to correct a call', async () => {
    const input = { limit: 0, orderBy: 'nme', surprise: 1, traitFilters: { plan: [] } }
    const result = await client.callTool({ name: 'svc_list_customers', arguments: input })
    expect(result.isError).toBe(true)
    const { error } = textOf<ToolFailure>(result)
    expect(error).toMatchObject({ code: 'INVALID_TOOL_INPUT', retryable: false })
    const issues = new Map(error.issues?.map((issue) => [issue.field, issue]))
    expect(issues.get('limit')).toMatchObject({
      message: 'limit must be at least 1.',
      expected: { type: 'integer', minimum: 1, maximum: 1000, default: 50 },
    })
    expect(issues.get('orderBy')).toMatchObject({ expected: { enum: expect.arrayContaining(['name']) } })
    expect(issues.get('surprise')).toMatchObject({ knownFields: expect.arrayContaining(['search']) })
    expect(issues.has('traitFilters.plan')).toBe(true)
  })

  it('tells what is wrong with an SQL text, and with a reference', async () => {
    const query = await client.callTool({
      name: 'svc_query',
      arguments: { sql: 'select nothing from users' },
    })
    expect(query.isError).toBe(true)
    expect(textOf<ToolFailure>(query).error.code).toBe('SYNTAX_ERROR')
    const missing = await client.callTool({ name: 'svc_get_customer', arguments: { customer: 'no.example' } })
    expect(textOf<ToolFailure>(missing).error).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('svc_list_customers') as string,
    })
  })

  it('refuses a tool that is none as the client’s error', async () => {
    await expect(client.callTool({ name: 'svc_nothing', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('svc_nothing') as string,
    })
  })

  it('has the views’ schema and customers as resources', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain('customer-intel://schema/activity')
    const { contents } = await client.readResource({ uri: 'customer-intel://schema/activity' })
    expect(textOf({ content: contents })).toEqual(await overHttp('svc_schema', { table: 'activity' }))
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'customer-intel://customers/{customer}',
    ])
    const read = await client.readResource({ uri: 'customer-intel://customers/acme.example' })
    expect(textOf({ content: read.contents })).toMatchObject({
      customer: { domain: 'acme.example' },
      users: [{}, {}],
    })
    for (const uri of [
      'customer-intel://customers/no.example',
      'customer-intel://x',
      'customer-intel://customers/%',
      'file:///etc/passwd',
    ])
      await expect(client.readResource({ uri })).rejects.toMatchObject({
        code: expect.toBeOneOf([-32_602, -32_002]) as number,
      })
  })

  it('has prompts for common questions', async () => {
    const { prompts } = await client.listPrompts()
    expect(prompts.length).toBeGreaterThan(4)
    for (const { name, arguments: needed = [] } of prompts) {
      const values = Object.fromEntries(needed.map((argument) => [argument.name, 'acme.example']))
      const { messages } = await client.getPrompt({ name, arguments: values })
      const [message] = messages as { role: string; content: { text: string } }[]
      expect(message?.content.text).toMatch(needed.length > 0 ? /acme\.example.*svc_/s : /svc_/)
      if (needed.length > 0)
        await expect(client.getPrompt({ name })).rejects.toMatchObject({
          code: -32_602,
          message: expect.stringContaining(needed[0]!.name) as string,
        })
    }
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32_602 })
  })

  it('offers a key what its grants allow', async () => {
    const less = await connectMcp(test.server, { apiKey: await keyWith(['workspace_members:read']), era })
    const { tools: listed } = await less.listTools()
    expect(listed.map(({ name }) => name)).toEqual([
      ...toolNames.filter((name) => tools[name].grant === 'workspace_members:read'),
      'svc_list_commands',
      'svc_describe_commands',
      'svc_read_command',
    ])
    expect(await less.listResources()).toMatchObject({ resources: [] })
    expect(await less.listResourceTemplates()).toMatchObject({ resourceTemplates: [] })
    expect(await less.listPrompts()).toMatchObject({ prompts: [] })
    const refused = await less.callTool({ name: 'svc_query', arguments: { sql: 'select 1' } })
    expect(textOf<ToolFailure>(refused).error).toMatchObject({
      code: 'TOOL_CALL_FORBIDDEN',
      message: expect.stringContaining('analytics:read') as string,
    })
    await expect(less.readResource({ uri: 'customer-intel://schema' })).rejects.toMatchObject({
      message: expect.stringContaining('analytics:read') as string,
    })
    await less.close()
  })

  it('shows another organization nothing', async () => {
    const other = await connectMcp(tenant.server, { apiKey: tenant.apiKey, era })
    const { structuredContent } = await other.callTool({ name: 'svc_list_customers', arguments: {} })
    expect(structuredContent).toMatchObject({ items: [] })
    await other.close()
    await expect(connectMcp(tenant.server, { apiKey: test.apiKey, era })).rejects.toThrow()
  })

  it('says that the plan’s calls are used up, and until when', async () => {
    await test.workspace.updateDocument((document) => {
      document.limits = { plan: 'free', apiCalls: 0, connections: null }
    })
    const result = await client.callTool({ name: 'svc_list_customers', arguments: {} })
    await test.workspace.updateDocument((document) => {
      document.limits = { plan: 'free', apiCalls: null, connections: null }
    })
    expect(textOf<ToolFailure>(result).error).toMatchObject({
      code: 'api_limit_exceeded',
      plan: 'free',
    })
  })
})
