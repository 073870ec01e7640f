import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

const apiKey = 'ok_packedServerTestKeyOfThirtyTwoLetters'
const publicKey = 'pk_packedServerTestKeyOfThirtyTwoLetters'

/** Starts the packed server as `npx` would, asks it for health, script, a query and its tools, and ends it by SIGTERM. */
export async function serve(project) {
  const server = await startServer(join(project, 'node_modules/.bin/svc-server'), [], join(project, 'data'))
  try {
    const base = server.env.SVC_BASE_URL
    await expectOk(`${base}/svc.js`)
    await expectOk(`${base}/api/tools/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'svc_query', input: { sql: 'select count(*) as events from activity' } }),
    })
    await expectTools(`${base}/mcp`, apiKey)
    await server.stop()
  } finally {
    server.kill()
  }
}

/** Asks a running server for its tools as an assistant does: what `/mcp` needs is loaded at its first request. */
export async function expectTools(url, key) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const said = await response.text()
  if (!response.ok || !said.includes('"svc_list_customers"'))
    throw new Error(`${url} answered ${response.status} without the tools: ${said.slice(0, 500)}`)
}

/**
 * Starts a server by `program … start` on a free port of loopback, and resolves when it is healthy. `env` is what an
 * SDK needs to find it, `stop` ends it by SIGTERM and expects 0, `kill` ends it where it still runs.
 *
 * @param {string} program
 * @param {string[]} args what stands before `start`
 * @param {string} dataFolder
 */
export async function startServer(program, args, dataFolder) {
  const port = await freePort()
  const env = { SVC_BASE_URL: `http://127.0.0.1:${port}`, SVC_API_KEY: apiKey, SVC_PUBLIC_KEY: publicKey }
  const keys = { SVC_INITIAL_API_KEY: apiKey, SVC_INITIAL_PUBLIC_KEY: publicKey }
  const server = spawn(program, [...args, 'start'], {
    env: {
      ...process.env,
      ...keys,
      PORT: String(port),
      HOST: '127.0.0.1',
      SVC_DATA_DIR: dataFolder,
      SVC_DRAIN_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  server.stdout.on('data', (chunk) => (output += chunk))
  server.stderr.on('data', (chunk) => (output += chunk))
  const ended = once(server, 'exit')
  const kill = () => {
    if (server.exitCode === null) server.kill('SIGKILL')
  }
  const stop = async () => {
    server.kill('SIGTERM')
    const [code, signal] = await ended
    if (code !== 0) throw new Error(`The server ended with ${code ?? signal} on SIGTERM, not 0:\n${output}`)
  }
  try {
    await waitForAnswer(`${env.SVC_BASE_URL}/health`, server)
  } catch (error) {
    kill()
    throw new Error(`The server did not start. It said:\n${output}`, { cause: error })
  }
  return { env, stop, kill }
}

async function expectOk(url, init) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}

/** Resolves once the address answers 200, and rejects when the process behind it has ended. */
export async function waitForAnswer(url, server) {
  const deadline = Date.now() + 600_000
  while (server.exitCode === null && Date.now() < deadline) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(
    server.exitCode === null
      ? `${url} did not answer 200 within ten minutes.`
      : `The process that should answer at ${url} ended with ${server.exitCode}.`,
  )
}

/** A port of loopback that is free at the moment. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
