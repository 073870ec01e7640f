/**
 * `pnpm check:mcp`: the protocol's own conformance suite against a server of ours, for the current revision and the one
 * before. Of its scenarios those that need no tool of the suite's own fixture.
 */
import { spawn } from 'node:child_process'
import { createServer as createHttpServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, defineOrganization, memoryStore } from '../packages/server/src/index.ts'

const packageName = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
/** The suite needs Node 22: where this is an older one, npm brings it. */
const node = Number.parseInt(process.versions.node, 10) < 22 ? ' --package node@22' : ''
const suite = process.env.MCP_CONFORMANCE ?? `npx --yes${node} --package ${packageName} conformance`
const scenarios: Record<string, readonly string[]> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'caching',
    'http-header-validation',
    'dns-rebinding-protection',
  ],
}

/** Checks of those scenarios that have nothing to look at here. */
const without = new Set([
  // They call tools of the suite's own.
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  // There is nothing to subscribe to.
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
])

const { apiKey, document } = defineOrganization({ name: 'Conformance' })
const server = createServer({ store: memoryStore() })
await server.workspaces.createOrganization(document.organization, document)
const { port } = await server.listen({ port: 0 })
// The suite brings no key: it is put in on the way.
const proxy = createHttpServer((incoming, response) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${apiKey}` }
  const { method, url: path } = incoming
  const forwarded = ask({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  incoming.pipe(forwarded)
})
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`
let failed = 0
for (const [revision, names] of Object.entries(scenarios))
  for (const name of names) {
    const { code, output } = await run(revision, name)
    const unmet = [...output.matchAll(/\[([\w-]+) *\] \S*FAILURE/g)].map(([, check = '']) => check)
    const isGood = code === 0 || (unmet.length > 0 && unmet.every((check) => without.has(check)))
    const told = /Passed: .*/.exec(output)?.[0] ?? output.trim().split('\n').at(-1)
    process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'} ${revision} ${name}: ${told}\n`)
    if (isGood) continue
    failed += 1
    process.stdout.write(output)
  }
proxy.close()
proxy.closeAllConnections()
await server.close()
process.exitCode = failed === 0 ? 0 : 1

function run(revision: string, scenario: string): Promise<{ code: number | null; output: string }> {
  const line = `${suite} server --url ${url} --spec-version ${revision} --scenario ${scenario}`
  const [command = '', ...args] = line.split(' ')
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
