// The codes that clients of this API know, held against what the program says and what its document tells.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { buildCli } from './support/built-cli.ts'

const published =
  `not_authenticated invalid_key_format invalid_key validation_failed auth_required missing_key missing_input
  invalid_input invalid_config api_error api_unavailable write_error unlink_error exec_error file_error unknown_provider
  unknown_setup_step agent_required unknown_agent auth_request_failed auth_timeout runner_not_found skills_install_error
  unknown_installer update_check_failed upgrade_failed INVALID_SETUP_RESPONSE AUTH_TIMEOUT AUTH_FAILED
  unsupported_core_version`.split(/\s+/)

const source = new URL('../src/', import.meta.url)
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('generated'))
  .map((path) => readFileSync(new URL(path, source), 'utf8'))
  .join('\n')
const document = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8')
const [, table = ''] = /\nThe codes:\n\n([^]*?)\n\n/.exec(document) ?? []
const documented = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) =>
  [...cell!.matchAll(/`(\w+)`/g)].map(([, code]) => code!),
)

test('each published code is in use, and in the document', () => {
  expect(published.filter((code) => !documented.includes(code))).toEqual([])
  // Of these the last word is the status that the server told.
  const used = documented.filter((code) => !/^auth_(?:failed|consumed|invalid)$/.test(code))
  expect(used.filter((code) => !texts.includes(`'${code}'`))).toEqual([])
})

test('a server that lacks a tool is told so', async () => {
  const older = createServer((request, response) => {
    request.resume()
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 'TOOL_NOT_AVAILABLE', error: 'Not here', message: 'Not here' }))
  }).listen(0, '127.0.0.1')
  await once(older, 'listening')
  const cli = buildCli()
  try {
    const SVC_API_URL = `http://127.0.0.1:${(older.address() as AddressInfo).port}`
    const env = { SVC_API_URL, SVC_API_KEY: `ok_${'x'.repeat(43)}` }
    const { code, stderr } = await cli.run(['customers', 'list'], { env })
    expect({ code, told: JSON.parse(stderr) as object }).toMatchObject({
      code: 1,
      told: { code: 'unsupported_core_version', status: 404 },
    })
  } finally {
    cli.remove()
    older.close()
  }
})
