// `svc events tail`, as a process against the real server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { cleanEnv } from './support/built-cli.ts'
import { startCliAndServer } from './support/cli-and-server.ts'

const { cli, server } = await startCliAndServer()

async function tail(args: readonly string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli.main, 'events', 'tail', ...args], {
    env: cleanEnv(cli.configHome, { ...server.env, ...env }),
  })
  const told = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told.stderr += text))
  await expect.poll(() => told.stderr).toContain('Following events')
  const names = () =>
    told.stdout
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { eventName: string }).eventName]))
  return { child, told, names }
}

const send = (name: string, email = 'jane@acme.example') =>
  cli.run(['events', 'send', name, '--email', email], { env: server.env })

test('events come as they are accepted, one a line, until Ctrl-C', async () => {
  const { child, told, names } = await tail()
  await send('First')
  await send('Second')
  await expect.poll(names).toEqual(['First', 'Second'])
  child.kill('SIGINT')
  const [code] = (await once(child, 'exit')) as [number]
  expect({ code, stderr: told.stderr }).toEqual({ code: 130, stderr: 'Following events. Ctrl-C ends it.\n' })
})

test('only some events, and some fields of them', async () => {
  const { child, told } = await tail([
    '--event',
    'Wanted',
    '--customer',
    'Acme.example',
    '--fields',
    'eventName',
  ])
  await send('Unwanted')
  await send('Wanted', 'jane@globex.example')
  await send('Wanted')
  await expect.poll(() => told.stdout).toBe('{"eventName":"Wanted"}\n')
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number]
  expect(code).toBe(143)
})

test('a server that is away for a while loses nothing and doubles nothing', async () => {
  // Passes on to the real server, unless it is told not to.
  let isAway = false
  const proxy = createServer((request, response) => {
    request.resume()
    if (isAway) return void request.socket.destroy()
    void fetch(server.env.SVC_API_URL + request.url, {
      headers: { authorization: request.headers.authorization ?? '' },
    })
      .then(async (answer) => {
        const body = await answer.text()
        // An answer that gets lost is asked for again.
        if (isAway) request.socket.destroy()
        else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
      })
      .catch(() => request.socket.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const { child, told, names } = await tail([], { SVC_API_URL: `http://127.0.0.1:${port}` })
  isAway = true
  await send('While away')
  await expect.poll(() => told.stderr).toContain('Trying again')
  isAway = false
  await expect.poll(() => told.stderr).toContain('answers again')
  await send('Back')
  await expect.poll(names).toEqual(['While away', 'Back'])
  child.kill('SIGINT')
  await once(child, 'exit')
  proxy.closeAllConnections()
  proxy.close()
})

test('without a server, or with a wrong key, it ends at once', async () => {
  const gone = await cli.run(['events', 'tail'], {
    env: { ...server.env, SVC_API_URL: 'http://127.0.0.1:9' },
  })
  expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('api_unavailable') })
  const wrong = await cli.run(['events', 'tail'], {
    env: { ...server.env, SVC_API_KEY: `ok_${'x'.repeat(43)}` },
  })
  expect(wrong.code).toBe(4)
})
