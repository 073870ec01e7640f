// `svc mcp` as a process, by the protocol's official client.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describeCommandTools } from '@customer-intel/contract/openapi/command-tools'
import { CustomerIntel } from '@customer-intel/node-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanEnv } from './support/built-cli.ts'
import { startCliAndServer } from './support/cli-and-server.ts'

const { cli, server } = await startCliAndServer()

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const parsed = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: unknown; result?: object; error?: { message: string } })

const generalTools = ['svc_list_commands', 'svc_describe_commands', 'svc_read_command', 'svc_run_command']

describe.each(['modern', 'legacy'] as const)('svc mcp, to a %s client', (era) => {
  let client: Client
  beforeAll(async () => {
    client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
    )
    const env = cleanEnv(cli.configHome, server.env) as Record<string, string>
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [cli.main, 'mcp', ...(era === 'modern' ? ['--toolsets', 'all'] : [])],
        env,
      }),
    )
  })
  afterAll(() => client.close())

  test('lists and calls the tools of the server', async () => {
    const sdk = new CustomerIntel({ apiKey: server.env.SVC_API_KEY, baseUrl: server.env.SVC_API_URL })
    const { tools } = await sdk.keys.listTools()
    const names = (await client.listTools()).tools.map(({ name }) => name)
    // The one asked for all tools, the other one got those of the default.
    const commands = era === 'modern' ? describeCommandTools().map(({ name }) => name) : generalTools
    expect(names).toEqual([...tools.map(({ name }) => name), ...commands])
    const { structuredContent } = await client.callTool({ name: 'svc_list_customers', arguments: {} })
    expect(structuredContent).toEqual(await sdk.tools.listCustomers())
  })

  test('changes what is configured by the platform’s commands', async () => {
    const changed = await client.callTool({
      name: 'svc_settings_update',
      arguments: { defaultTimezone: era === 'modern' ? 'Europe/Paris' : 'Asia/Tokyo' },
    })
    expect(changed.isError).toBeUndefined()
    const read = await client.callTool({ name: 'svc_settings_get', arguments: {} })
    expect(read.structuredContent).toMatchObject({
      result: { data: { settings: { defaultTimezone: era === 'modern' ? 'Europe/Paris' : 'Asia/Tokyo' } } },
    })
    const wrong = await client.callTool({ name: 'svc_agent_rename', arguments: { id: 'none' } })
    expect(JSON.stringify(wrong.content)).toContain('displayName is required')
  })

  test('tells how to correct a call, and reads a resource of any name', async () => {
    const wrong = await client.callTool({ name: 'svc_list_customers', arguments: { limit: 0 } })
    expect(wrong.isError).toBe(true)
    expect(JSON.stringify(wrong.content)).toContain('limit must be at least 1')
    const { contents } = await client.readResource({ uri: 'customer-intel://customers/acme.example' })
    expect(JSON.stringify(contents)).toContain('jane@acme.example')
    await expect(client.readResource({ uri: 'customer-intel://customers/Müller & Söhne' })).rejects.toThrow(
      /names no customer/,
    )
    await expect(client.callTool({ name: 'svc_nothing' })).rejects.toThrow(/svc_nothing/)
  })

  test('stops a query that its client cancels', async () => {
    const giveUp = new AbortController()
    const sql = 'select count(*) from range(10000000) a, range(10000000) b where a.range + b.range = -1'
    const call = client.callTool({ name: 'svc_query', arguments: { sql } }, { signal: giveUp.signal })
    const refused = expect(call).rejects.toThrow()
    await expect.poll(server.runningQueries).toBe(1)
    giveUp.abort()
    await refused
    await expect.poll(server.runningQueries).toBe(0)
  })
})

describe('svc mcp', () => {
  test('answers what it has read when its input ends, and nothing else', async () => {
    const stdin = `${JSON.stringify(list)}\n\n{broken\n${JSON.stringify({ ...list, id: 'b', method: 'nothing' })}\n`
    const { code, stdout, stderr } = await cli.run(['mcp'], { env: server.env, stdin })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const answers = new Map(parsed(stdout).map((message) => [message.id, message]))
    expect(answers.get(1)?.result).toHaveProperty('tools')
    expect(answers.get(null)?.error).toMatchObject({ code: -32_700 })
    expect(answers.get('b')?.error).toMatchObject({ code: -32_601 })
  })

  test.each([
    ['a wrong key', { SVC_API_KEY: `ok_${'x'.repeat(43)}` }, /svc auth login/],
    ['no network', { SVC_API_URL: 'http://127.0.0.1:9' }, /can't be reached/],
  ])('answers each request also with %s', async (_name, env, remedy) => {
    const stdin = `${JSON.stringify(list)}\n${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`
    const { code, stdout, stderr } = await cli.run(['mcp'], { env: { ...server.env, ...env }, stdin })
    expect(code).toBe(0)
    expect(parsed(stdout)).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: expect.stringMatching(remedy) as string } },
    ])
    expect(stderr).toMatch(remedy)
  })

  test('says on standard error that there is no key', async () => {
    const { code, stdout, stderr } = await cli.run(['mcp'], {
      env: { ...server.env, SVC_API_KEY: undefined },
    })
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(stderr).toContain('svc auth login')
  })

  test('ends at SIGTERM', async () => {
    const child = spawn(process.execPath, [cli.main, 'mcp'], { env: cleanEnv(cli.configHome, server.env) })
    child.stdin.write(`${JSON.stringify(list)}\n`)
    await once(child.stdout, 'data')
    child.stdout.resume()
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([143, null])
  })
})
