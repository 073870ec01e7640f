// The client on a page that the server itself serves: the browser's cookie says who it is.
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CustomerIntel } from '../src/index.ts'
import { answer } from './support/ingest-server.ts'
import { startPlatformServer, type PlatformServer } from './support/platform-server.ts'

let server: PlatformServer
beforeAll(async () => {
  server = await startPlatformServer()
})
afterAll(() => server.close())

test('with the API key null no key is sent, and an error of the server arrives as it is', async () => {
  const client = new CustomerIntel({ apiKey: null, baseUrl: server.baseUrl, maxRetries: 0 })
  server.fault = (request, response) => {
    expect(request.headers.authorization).toBeUndefined()
    return answer(response, 401, { error: 'Sign in' }, {})
  }
  await expect(client.keys.validate()).rejects.toMatchObject({
    status: 401,
    message: expect.stringMatching(/^Sign in/),
  })
})

test('the client bundles for a browser: it takes no module of Node.js', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { CustomerIntel } from './index.ts'`,
      resolveDir: fileURLToPath(new URL('../src', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    metafile: true,
  })
  expect(outputFiles[0]!.text).not.toMatch(/from\s*["']node:|require\(/)
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
})
