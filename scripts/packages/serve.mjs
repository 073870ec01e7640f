import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

const apiKey = 'ok_packedServerTestKeyOfThirtyTwoLetters'

/** Starts the packed server as `npx` would, asks it for health, script and a query, and ends it by SIGTERM. */
export async function serve(project) {
  const port = await freePort()
  const program = join(project, 'node_modules/.bin/svc-server')
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    SVC_DATA_DIR: join(project, 'data'),
    SVC_API_KEY: apiKey,
  }
  const server = spawn(program, ['start'], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  server.stdout.on('data', (chunk) => (output += chunk))
  server.stderr.on('data', (chunk) => (output += chunk))
  const ended = once(server, 'exit')
  try {
    const base = `http://127.0.0.1:${port}`
    await answers(`${base}/health`, server)
    await expectOk(`${base}/svc.js`)
    await expectOk(`${base}/api/tools/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'svc_query', input: { sql: 'select count(*) as events from activity' } }),
    })
  } catch (error) {
    server.kill('SIGKILL')
    throw new Error(`The packed server did not serve. It said:\n${output}`, { cause: error })
  }
  server.kill('SIGTERM')
  const [code, signal] = await ended
  if (code !== 0)
    throw new Error(`The packed server ended with ${code ?? signal} on SIGTERM, not 0:\n${output}`)
}

async function expectOk(url, init) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}

async function answers(url, server) {
  const deadline = Date.now() + 20_000
  while (server.exitCode === null && Date.now() < deadline) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url} did not answer 200 within 20 s.`)
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
