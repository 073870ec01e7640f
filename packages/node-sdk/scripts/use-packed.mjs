// Uses the packed SDK as strangers do: `use-packed.mjs <project>`, where the tarball is installed in the project's
// node_modules. Both module systems in one process, a server of its own, no dependency to be found.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import assert from 'node:assert/strict'

const project = process.argv[2]
if (!project) throw new Error('Give the folder of a project in which the tarball is installed.')
const name = '@customer-intel/node-sdk'
const require = createRequire(join(project, 'package.json'))
const installed = join(project, 'node_modules', name)
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))

assert.equal(manifest.dependencies, undefined, 'nothing is installed with it')
for (const file of readdirSync(join(installed, 'dist')).filter((file) => file.endsWith('.js'))) {
  const code = readFileSync(join(installed, 'dist', file), 'utf8')
  const named = [
    ...code.matchAll(/(?:^\s*(?:import|export)\b[^'"`;()]*|\bimport\s*\(\s*)["']([^"'./\s][^"'\s]*)["']/gm),
  ].map((match) => match[1])
  assert.deepEqual(named, [], `${file} imports nothing from outside, so that every runtime loads it`)
}

const copies = {
  ESM: (entry) => import(pathToFileURL(join(installed, manifest.exports[entry].import.default)).href),
  CommonJS: (entry) => require(entry === '.' ? name : `${name}${entry.slice(1)}`),
}

let stored = 0
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const isIngest = request.url?.startsWith('/api/i/')
  const { events = [] } = JSON.parse(body || '{}')
  stored += events.length
  response.writeHead(isIngest ? 200 : 404, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify(isIngest ? { success: true, processed: events.length } : { error: 'No such customer' }),
  )
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const baseUrl = `http://127.0.0.1:${server.address().port}`
const directory = mkdtempSync(join(tmpdir(), 'customer-intel-packed-'))

try {
  const errors = []
  for (const load of Object.values(copies)) {
    const { CustomerIntel } = await load('.')
    const { Tracker } = await load('./track')
    const { directorySpool } = await load('./spool')
    const client = new CustomerIntel({ apiKey: 'ok_test', baseUrl })
    errors.push(await client.tools.getCustomer({ customer: 'acme.example' }).catch((error) => error))
    const tracker = new Tracker({ publicKey: 'pk_test', baseUrl, spool: directorySpool(directory) })
    for (let index = 0; index < 150; index++) tracker.track({ eventName: 'Packed', userId: `u-${index}` })
    const report = await tracker.shutdown()
    assert.equal(report.acknowledged, 150)
  }
  assert.equal(stored, 300, 'each copy of the tracker delivers')
  for (const load of Object.values(copies)) {
    const { NotFoundError, ConflictError } = await load('.')
    for (const error of errors) {
      assert.ok(error instanceof NotFoundError, 'errors are recognised across ESM and CommonJS')
      assert.ok(!(error instanceof ConflictError))
    }
  }
  await useOnEdge()
  process.stdout.write('The packed SDK works as ESM and as CommonJS.\n')
} finally {
  server.close()
  rmSync(directory, { recursive: true, force: true })
}

/** A runtime with what the web has and nothing of Node's: no process, no Buffer, no require. */
async function useOnEdge() {
  const { AbortController, AbortSignal, Headers, Request, Response, TextEncoder, URL, crypto } = globalThis
  const web = { AbortController, AbortSignal, Headers, Request, Response, TextEncoder, URL, crypto }
  const context = createContext({
    ...web,
    fetch,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    console,
  })
  const load = (entry) => {
    const code = readFileSync(join(installed, manifest.exports[entry].require.default), 'utf8')
    const module = { exports: {} }
    runInContext(`(function (module, exports) {${code}\n})`, context)(module, module.exports)
    return module.exports
  }
  const { Tracker } = load('./track')
  const deliveries = []
  const tracker = new Tracker({
    publicKey: 'pk_edge',
    baseUrl,
    serverless: true,
    waitUntil: (delivery) => deliveries.push(delivery),
  })
  tracker.track({ eventName: 'Packed', userId: 'ü-1' })
  await Promise.all(deliveries)
  assert.equal(tracker.stats().acknowledged, 1)
  const { CustomerIntel } = load('.')
  const call = new CustomerIntel({ apiKey: 'ok_test', baseUrl }).keys.validate()
  const error = await call.then(null, (reason) => reason)
  assert.equal(error.name, 'NotFoundError')
  const { directorySpool } = load('./spool')
  assert.throws(
    () => new Tracker({ publicKey: 'pk_edge', spool: directorySpool('/spool') }),
    /needs a runtime with files/,
  )
}
