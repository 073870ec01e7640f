// A login that the system's keyring keeps. Where there is no such keyring, one in a file stands for it.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startCliAndServer } from './support/cli-and-server.ts'

const { cli, server } = await startCliAndServer()
mkdirSync(cli.configHome, { recursive: true })

const { SVC_API_KEY: key, SVC_API_URL: url } = server.env
const credentials = join(cli.configHome, 'svc', 'credentials.json')

test('without a keyring nothing is kept, and the remedy is told', async () => {
  // No bus, so no Secret Service; no other system than Linux is asked here.
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' }
  const login = await cli.run(['auth', 'login', '--url', url, '--key', key, '--keyring'], { env })
  expect(login).toMatchObject({ code: 1, stdout: '' })
  expect(JSON.parse(login.stderr)).toMatchObject({
    code: 'keyring_error',
    error: expect.stringMatching(/log in without --keyring/) as string,
  })
  expect(existsSync(credentials)).toBe(false)
})

test('the key is in the keyring alone, used from there, and taken away by logging out', async () => {
  const keyring = join(cli.configHome, 'keyring.json')
  const library = pathToFileURL(new URL('support/keyring.mjs', import.meta.url).pathname).href
  const hooks = `export const resolve = (name, context, next) =>
    name === '@napi-rs/keyring' ? { url: '${library}', shortCircuit: true } : next(name, context)`
  const asData = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(asData(hooks))})`
  const env = { NODE_OPTIONS: `--import=${asData(register)}`, SVC_TEST_KEYRING: keyring }
  const kept = () => Object.values(JSON.parse(readFileSync(keyring, 'utf8')) as Record<string, string>)

  const login = await cli.run(['auth', 'login', '--url', url, '--key', key, '--keyring'], { env })
  expect(login).toMatchObject({ code: 0, stderr: '' })
  expect(kept()).toEqual([key])
  expect(JSON.parse(readFileSync(credentials, 'utf8'))).toEqual({ keyring: true, baseUrl: url })
  const listed = await cli.run(['customers', 'list'], { env })
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(await cli.run(['auth', 'logout'], { env })).toMatchObject({ code: 0, stderr: '' })
  expect(kept()).toEqual([])
  expect(existsSync(credentials)).toBe(false)
  expect(await cli.run(['customers', 'list'], { env })).toMatchObject({ code: 4 })
})
