// Portman makes a request of each operation of the document, by its examples, and Newman sends them.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../workspace/root.mjs'
import { step } from '../workspace/run.mjs'

// It needs tslib, and doesn't say so.
const packages = ['@apideck/portman@1.33.0', 'tslib@2.8.1']

/**
 * Sends them to a server whose workspace holds what the examples name, and throws where one isn't answered 2xx. Resolves
 * with how many were sent.
 *
 * @param {string} folder where it writes
 */
export async function runPortman(folder) {
  const { served, stop } = await serveExamples()
  try {
    const file = (name) => join(folder, name)
    const document = await (await fetch(`${served.baseUrl}/openapi.json`)).json()
    for (const path of unasked) delete document.paths[path]
    writeFileSync(file('portman-openapi.json'), JSON.stringify(document))
    writeFileSync(file('portman.json'), JSON.stringify(configOf(served)))
    const report = { reporters: ['json'], reporter: { json: { export: file('newman.json') } } }
    writeFileSync(file('newman-options.json'), JSON.stringify(report))
    const options = {
      local: file('portman-openapi.json'),
      output: file('collection.json'),
      baseUrl: served.baseUrl,
      portmanConfigFile: file('portman.json'),
      newmanOptionsFile: file('newman-options.json'),
    }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const more = ['--runNewman', '--includeTests', 'true']
    const npx = ['--yes', ...packages.flatMap((name) => ['--package', name]), 'portman']
    await step('  Portman', 'npx', [...npx, ...args, ...more], { cwd: folder })
    const { run } = JSON.parse(readFileSync(file('newman.json'), 'utf8'))
    return expectSuccess(run.executions, document)
  } finally {
    await stop()
  }
}

/** A stream doesn't end; signing in takes a person with a password or a link; and a merge is undone once it was made. */
const unasked = [
  '/api/events/stream',
  '/api/session',
  '/api/session/end',
  '/api/session/accept',
  '/api/session/password',
  '/api/identity/merge-suggestions/{id}/undo',
]

/**
 * What is made and then named by its id: its path, its name in the answer, its id's, and what is done with it.
 *
 * @type {[of: string, name: string, id: string, then: string[]][]}
 */
const made = [
  ['/api/views', 'view', 'id', ['GET', 'PATCH', 'POST archive']],
  ['/api/questions', 'question', 'id', ['GET', 'PATCH', 'POST archive']],
  ['/api/dashboards', 'dashboard', 'id', ['GET', 'PATCH', 'POST archive']],
  ['/api/workspace-users', 'user', 'id', ['PATCH', 'POST link']],
  ['/api/keys', 'key', 'id', ['POST rotate']],
  ['/api/public-keys', 'publicKey', 'key', ['POST revoke']],
]

/** Ids that only answers tell are taken from answers, and a service's webhook is signed as that service signs it. */
function configOf({ apiKey, sessionId, connectionId, webhookSecret }) {
  const capture = (openApiOperation, ...collectionVariables) => ({ openApiOperation, collectionVariables })
  const list = 'result.data'
  const path = (openApiOperation, key, name) => ({
    openApiOperation,
    overwriteRequestPathVariables: [{ key, value: `{{${name}}}`, overwrite: true }],
  })
  const query = (openApiOperation, key, value) => ({
    openApiOperation,
    overwriteRequestQueryParams: [{ key, value, overwrite: true, disable: false }],
  })
  const suggestion = '/api/identity/merge-suggestions/{id}'
  return {
    version: 1,
    globals: {
      collectionVariables: { bearerToken: apiKey },
      orderOfOperations: [
        'GET::/api/automations/{id}/skipped',
        'POST::/api/identity/separate',
        'POST::/api/identity/join',
        'GET::/api/identity/merge-suggestions',
        ...made.map(([of]) => `POST::${of}`),
      ],
    },
    assignVariables: [
      ...made.map(([of, name, id]) =>
        capture(`POST::${of}`, { responseBodyProp: `${list}.${name}.${id}`, name: `${name}Made` }),
      ),
      capture('POST::/api/keys/{id}/rotate', { responseBodyProp: `${list}.key.id`, name: 'keyRotated' }),
      capture('POST::/api/people/erase', { responseBodyProp: 'id', name: 'erasureId' }),
      capture('GET::/api/automations/{automationId}/runs', {
        responseBodyProp: `${list}.runs[0].id`,
        name: 'runId',
      }),
      capture(
        'GET::/api/identity/merge-suggestions',
        { responseBodyProp: `${list}.suggestions[0].id`, name: 'first' },
        { responseBodyProp: `${list}.suggestions[1].id`, name: 'second' },
      ),
    ],
    overwrites: [
      ...made.flatMap(([of, name, id, then]) =>
        then.map((each) => {
          const [method, action] = each.split(' ')
          const key = id === 'id' ? 'id' : name
          const below = action === undefined ? '' : `/${action}`
          return path(`${method}::${of}/{${key}}${below}`, key, `${name}Made`)
        }),
      ),
      path('POST::/api/keys/{id}/revoke', 'id', 'keyRotated'),
      path(`GET::${suggestion}/evidence`, 'id', 'first'),
      path('GET::/api/people/erasures/{id}', 'id', 'erasureId'),
      path('GET::/api/automations/{automationId}/runs/{runId}', 'runId', 'runId'),
      path(`GET::${suggestion}`, 'id', 'first'),
      path(`POST::${suggestion}/queue`, 'id', 'first'),
      path(`POST::${suggestion}/reject`, 'id', 'second'),
      query('GET::/api/integrations/connect/status', 'sessionId', sessionId),
      query('POST::/api/webhooks/{provider}', 'connection', connectionId),
    ],
    operationPreRequestScripts: [
      {
        openApiOperation: 'POST::/api/webhooks/{provider}',
        scripts: [
          `const signature = CryptoJS.HmacSHA256(pm.request.body.raw, ${JSON.stringify(webhookSecret)}).toString()`,
          "pm.request.headers.upsert({ key: 'X-Hub-Signature', value: 'sha256=' + signature })",
        ],
      },
    ],
  }
}

function expectSuccess(executions, { paths }) {
  const refused = executions
    .filter(({ response }) => response === undefined || response.code < 200 || response.code > 299)
    .map(({ item, request, response, requestError }) => {
      const said =
        response === undefined ? JSON.stringify(requestError) : Buffer.from(response.stream).toString()
      const sent = `${request.method} /${request.url.path.join('/')}`
      return `${item.name}: ${sent} ${response?.code} ${said.slice(0, 300)}`
    })
  if (refused.length > 0) throw new Error(`${refused.length} of ${executions.length}:\n${refused.join('\n')}`)
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods)).length
  if (executions.length !== operations)
    throw new Error(`Portman sent ${executions.length} requests for ${operations} operations`)
  return executions.length
}

/** Resolves once it can be asked. */
async function serveExamples() {
  const server = spawn(
    process.execPath,
    ['--conditions=customer-intel-source', '--import', 'tsx', 'tests/serve-examples.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
  }
  process.once('exit', () => server.kill('SIGKILL'))
  for await (const line of createInterface({ input: server.stdout }))
    if (line.startsWith('{')) return { served: JSON.parse(line), stop }
  throw new Error(`The server with what the examples name ended with ${await ended}`)
}
