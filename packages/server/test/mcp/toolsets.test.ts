// What tools/list has, and whether clients and models can take it.
import { allGrants, toolNames } from '@customer-intel/contract'
import { describeCommandTools } from '@customer-intel/contract/openapi/command-tools'
import type { Client } from '@modelcontextprotocol/client'
import { countTokens } from 'gpt-tokenizer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { listMcpTools } from '../../src/http/mcp-server/tools.ts'
import { readSelection } from '../../src/http/mcp-server/toolsets.ts'
import { connectMcp, textOf } from '../support/mcp-client.ts'
import { openTestServer, type TestServer } from '../support/test-server.ts'

const select = (toolsets: string | null, outputSchemas = false) =>
  readSelection({ toolsets, outputSchemas: String(outputSchemas) })
const everything = listMcpTools(allGrants, select('all,commands', true))
const general = ['svc_list_commands', 'svc_describe_commands', 'svc_read_command', 'svc_run_command']

describe('The list of tools', () => {
  it('takes less than 10,000 tokens by default, as a real tokenizer counts', () => {
    const tokens = countTokens(JSON.stringify(listMcpTools(allGrants, select(null))))
    expect(tokens).toBeGreaterThan(1_000)
    expect(tokens).toBeLessThan(10_000)
  })

  it.each(everything.map((tool) => [tool.name, tool] as const))(
    '%s passes the strictest published rules of clients',
    (name, { inputSchema, outputSchema, description }) => {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(description?.trim()).toBeTruthy()
      for (const schema of [inputSchema, outputSchema]) {
        if (schema === undefined) continue
        expect(schema).toMatchObject({ type: 'object' })
        for (const word of [
          'oneOf',
          'anyOf',
          'allOf',
          'not',
          'if',
          'then',
          'else',
          '$ref',
          'dependentSchemas',
        ])
          expect(Object.keys(schema)).not.toContain(word)
        expect(findForeign(schema)).toEqual([])
        const { properties, required } = schema as { properties?: object; required?: string[] }
        expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(required ?? []))
        for (const field of Object.keys(properties ?? {})) expect(field).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/)
      }
    },
  )

  it('has the tools that a client chooses, and says which names there are', () => {
    const names = (toolsets: string | null) =>
      listMcpTools(allGrants, select(toolsets)).map(({ name }) => name)
    expect(names(null)).toEqual([...toolNames, ...general])
    expect(names('questions')).toEqual(toolNames)
    const signals = names('signal, AUTOMATION')
    expect(signals).toContain('svc_signal_create')
    expect(signals.every((name) => /^svc_(?:signal|automation)_/.test(name))).toBe(true)
    expect(new Set(names('all'))).toEqual(
      new Set([...toolNames, ...describeCommandTools().map(({ name }) => name)]),
    )
    expect(() => names('signls')).toThrow(/no toolset signls; did you mean signal\?/)
  })

  it('has output schemas only where they are asked for', () => {
    expect(listMcpTools(allGrants, select('all')).some((tool) => tool.outputSchema)).toBe(false)
    expect(
      listMcpTools(allGrants, select('all', true)).every(({ outputSchema }) => outputSchema !== undefined),
    ).toBe(true)
  })

  it('offers a key that may only read no tool that changes something', () => {
    const readOnly = allGrants.filter((grant) => grant.endsWith(':read'))
    const listed = listMcpTools(readOnly, select(null))
    expect(listed.map(({ name }) => name)).toContain('svc_read_command')
    expect(listed.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
  })
})

describe('Commands behind the general tools', () => {
  let test: TestServer
  let client: Client
  beforeAll(async () => {
    test = await openTestServer({ store: memoryStore() })
    client = await connectMcp(test.server, { apiKey: test.apiKey })
  })
  afterAll(async () => {
    await client.close()
    await test.close()
  })
  const call = (name: string, input: object) => client.callTool({ name, arguments: { ...input } })

  it('are found, described and called: whatever a key may, these reach', async () => {
    const listed = textOf<{ commands: { name: string; readOnly: boolean }[] }>(
      await call('svc_list_commands', {}),
    ).commands
    expect(listed.map(({ name }) => name)).toEqual(describeCommandTools().map(({ name }) => name))
    for (const { name } of listed) {
      const { commands } = textOf<{ commands: { inputSchema: object }[] }>(
        await call('svc_describe_commands', { names: [name] }),
      )
      expect(commands).toMatchObject([{ name, inputSchema: { type: 'object', additionalProperties: false } }])
    }
    const made = await call('svc_run_command', {
      name: 'svc_signal_create',
      input: {
        kind: 'EVENT_MATCH',
        name: 'Invited',
        definition: { grain: 'customer', subjectResolver: 'event_customer', eventNames: ['invited'] },
      },
    })
    expect(made.isError).toBeUndefined()
    const read = await call('svc_read_command', { name: 'svc_signal_list' })
    expect(textOf(read)).toMatchObject({ result: { data: { signals: [{ name: 'Invited' }] } } })
    expect(read.structuredContent).toEqual(textOf(read))
  })

  it('that change something are refused by the tool that reads, with the right one', async () => {
    const refused = await call('svc_read_command', { name: 'svc_settings_update', input: {} })
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toMatchObject({
      error: { issues: [{ field: 'name', message: expect.stringContaining('svc_run_command') }] },
    })
  })

  it.each([
    ['svc_run_command', { name: 'svc_signals_list' }, 'name', /did you mean svc_signal_list\?/],
    ['svc_run_command', { input: {} }, 'name', /required|is missing/],
    ['svc_describe_commands', { names: [] }, 'names', /not be empty/],
    ['svc_list_commands', { area: 'nothing' }, 'area', /automation/],
    ['svc_run_command', { name: 'svc_signal_get', input: { id: 'x' } }, 'id', /./],
  ])('are refused by %s with %j, naming %s', async (name, input, field, message) => {
    const refused = await call(name, input)
    expect(refused.isError).toBe(true)
    const { error } = textOf<{ error: { issues: { field: string; message: string }[] } }>(refused)
    expect(error.issues[0]).toMatchObject({ field })
    expect(error.issues[0]?.message).toMatch(message)
  })
})

describe('A request of an unusual client', () => {
  let test: TestServer
  beforeAll(async () => {
    test = await openTestServer({ store: memoryStore() })
  })
  afterAll(() => test.close())
  const post = (params: object, { query = '', ...headers }: Record<string, string> = {}) =>
    test.server.fetch(
      new Request(`http://localhost/mcp${query}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${test.apiKey}`,
          'content-type': 'application/json',
          'mcp-protocol-version': '2025-11-25',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...params }),
      }),
    )
  const bodyOf = async (response: Response) => {
    const text = await response.text()
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
      result?: { tools?: { name: string }[]; isError?: boolean }
      error?: { message: string }
    }
  }

  it.each<Record<string, string>>([{}, { accept: '*/*' }, { accept: 'application/json, */*' }])(
    'with the headers %j is answered',
    async (headers) => {
      const response = await post({ method: 'tools/list' }, headers)
      expect(response.status).toBe(200)
      expect((await bodyOf(response)).result?.tools?.length).toBe(toolNames.length + general.length)
    },
  )

  it('that writes null for no arguments is answered', async () => {
    const response = await post({
      method: 'tools/call',
      params: { name: 'svc_list_commands', arguments: null },
    })
    expect(response.status).toBe(200)
    expect((await bodyOf(response)).result?.isError).toBeUndefined()
  })

  it('that writes its arguments as JSON text is answered, and told where they are no object', async () => {
    const call = (given: unknown) =>
      post({ method: 'tools/call', params: { name: 'svc_list_commands', arguments: given } })
    for (const given of ['{"area":"automation"}', '{"area":["automation"]}', ' ']) {
      const response = await call(given)
      expect(response.status).toBe(200)
      expect((await bodyOf(response)).result?.isError).toBeUndefined()
    }
    for (const given of ['[]', '{"area":', 'automation'])
      expect((await bodyOf(await call(given))).error?.message).toContain('arguments')
  })

  it('is told of a parameter that is nearly one', async () => {
    for (const name of ['toolset', 'Toolsets', 'tool_sets', 'outputSchema']) {
      const refused = await post({ method: 'tools/list' }, { query: `?${name}=questions` })
      expect(refused.status).toBe(400)
      expect((await bodyOf(refused)).error?.message).toMatch(/no parameter .+ did you mean (tools|outputS)/)
    }
    expect((await post({ method: 'tools/list' }, { query: '?session=1' })).status).toBe(200)
  })

  it('chooses its tools by the address or by a header, and is told of a wrong name', async () => {
    const listed = async (choice: Record<string, string>) =>
      (await bodyOf(await post({ method: 'tools/list' }, choice))).result?.tools?.length
    expect(await listed({ query: '?toolsets=questions' })).toBe(toolNames.length)
    expect(await listed({ 'x-mcp-toolsets': 'commands' })).toBe(general.length)
    expect(await listed({ query: '?toolsets=questions', 'x-mcp-toolsets': 'commands' })).toBe(
      toolNames.length,
    )
    const refused = await post({ method: 'tools/list' }, { query: '?toolsets=%3Cscript%3E' })
    expect(refused.status).toBe(400)
    expect((await bodyOf(refused)).error?.message).toMatch(/There are questions, commands, all/)
  })
})

/** Keywords that aren't of JSON Schema 2020-12, anywhere in a schema. */
function findForeign(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([word, part]) => {
    if (word === 'properties') return Object.values(part as object).flatMap(findForeign)
    if (['const', 'enum', 'default', 'examples', 'required'].includes(word)) return []
    const own = known.has(word) ? [] : [word]
    return [...own, ...(Array.isArray(part) ? part.flatMap(findForeign) : findForeign(part))]
  })
}

const known = new Set(
  `$schema type properties required additionalProperties items prefixItems enum const default examples description title
  format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems uniqueItems
  minProperties maxProperties propertyNames contentEncoding contentMediaType anyOf oneOf allOf not`.split(
    /\s+/,
  ),
)
