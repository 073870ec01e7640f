// The tests of the client once more, of the SDK as it is published; and what a person sees when it fails.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'

const built = vi.hoisted(() => ({ folder: '' }))

vi.mock('../src/index.ts', () => {
  built.folder = build()
  return import(pathToFileURL(join(built.folder, 'index.js')).href) as Promise<object>
})
afterAll(() => rmSync(built.folder, { recursive: true, force: true }))

function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'customer-intel-bundled-'))
  const tsup = fileURLToPath(new URL('../node_modules/tsup/dist/cli-default.js', import.meta.url))
  execFileSync(process.execPath, [tsup, '--format', 'esm', '--no-dts', '--out-dir', folder], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'pipe',
  })
  return folder
}

await import('./client.test.ts')
await import('./lists.test.ts')
await import('./methods.test.ts')

test('an uncaught error prints its name, the field, the remedy and where it was called, and no more', async () => {
  await import('../src/index.ts')
  const script = join(built.folder, 'shop.mjs')
  writeFileSync(
    script,
    `import { createServer } from 'node:http'
import { CustomerIntel } from './index.js'
const details = [{ path: ['limit'], message: 'limit must be at most 1000' }]
const refusal = { error: 'Invalid tool input', code: 'INVALID_TOOL_INPUT', retryable: false, details }
const server = createServer((_, response) => response.writeHead(400).end(JSON.stringify(refusal)))
server.listen(0, '127.0.0.1', async () => {
  const baseUrl = 'http://127.0.0.1:' + server.address().port
  const client = new CustomerIntel({ apiKey: 'ok_test', baseUrl })
  await showCustomers(client)
})
async function showCustomers(client) {
  await client.tools.listCustomers({ limit: 5_000 })
}
`,
  )
  const { stderr, status } = spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 60_000 })
  expect(status).toBe(1)
  expect(stderr).toContain(
    'ValidationError: Invalid tool input; limit must be at most 1000 (svc_list_customers',
  )
  expect(stderr).toMatch(/at showCustomers \(.*shop\.mjs:\d+:/)
  expect(stderr.length).toBeLessThan(2_500)
  expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(250)
})
