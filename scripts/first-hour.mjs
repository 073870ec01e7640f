// `npm run first-hour`: a fresh clone of the last commit in a fresh folder, and in it what README and docs say, to the
// letter, but for ports and for the keys that the server printed. Answers are compared with numbers that are computed
// apart from the product. A line a step; the first that fails ends it with 1.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askTheDemo } from './first-hour/ask-the-demo.mjs'
import { openDocuments } from './first-hour/documented.mjs'
import { blockWith, commandsOf } from './first-hour/markdown.mjs'
import { createReader } from './first-hour/run-pages.mjs'
import { npmOnceEach, openShell, startCommand } from './first-hour/shell.mjs'
import { visitWithBrowser } from './first-hour/visit-with-browser.mjs'
import { workWithSvc } from './first-hour/work-with-svc.mjs'
import { expectTools } from './packages/serve.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { root } from './workspace/root.mjs'

await ensureInstalled()
const folder = mkdtempSync(join(tmpdir(), 'first-hour-'))
const clone = join(folder, 'customer-intel')
const [port, sitePort] = await Promise.all([freePort(), freePort()])
/** The environment of a reader: nothing of this project is set. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')),
)
const env = { ...environment, PORT: String(port) }
const running = new Set()
const readme = join(clone, 'README.md')

/** As it is written, on the ports that are free here. */
const here = (text) => text.replaceAll('127.0.0.1:8787', `127.0.0.1:${port}`)
const started = performance.now()

try {
  await step('git clone', 60, () => void execFileSync('git', ['clone', '--quiet', root, clone]))
  const documents = openDocuments(clone)
  const runPage = createReader({ documents, here, step })
  const shell = keep(openShell({ cwd: clone, env: { ...env, PORT: undefined } }))
  await shell.run(npmOnceEach)

  const [npmStart] = documents.block('README.md', 'npm test').split('\n')
  const first = await step(npmStart, 420, () => start(npmStart))
  const keys = await step('the start prints keys and the tag', 1, () => readKeys(first.output))
  await step('export …', 5, () =>
    shell.run(
      documents
        .block('README.md', 'export SVC_PUBLIC_KEY=pk_…')
        .replace('ok_…', keys.apiKey)
        .replace('pk_…', keys.publicKey),
    ),
  )
  // What clients read; a reader's server stands where they look without it.
  await shell.run(`export SVC_BASE_URL=http://127.0.0.1:${port}`)

  await step('an assistant asks /mcp for its tools', 10, () =>
    expectTools(`http://127.0.0.1:${port}/mcp`, keys.apiKey),
  )

  const tag = here(blockWith(readme, 'html', 'svc.js')).replace('pk_…', keys.publicKey)
  const site = { shell, cwd: clone, env: { ...env, PORT: String(sitePort), SVC_PUBLIC_KEY: keys.publicKey } }
  site.env.SVC_BASE_URL = `http://127.0.0.1:${port}`
  const website = documents.block('README.md', 'npm run example:website').trim()
  const pages = await step(`a page with the tag; ${website}; its form`, 240, () =>
    visitWithBrowser({ tag, start: () => keep(startCommand(website, site)), sitePort }),
  )
  if (pages === null) say('left out', 0, 'the browser: no Chromium in PATH, none in SVC_CHROMIUM')

  await step('curl: who was there, and what they did', 30, async () => {
    const expected = pages?.events ?? {}
    const total = (events) => Object.values(events).reduce((sum, count) => sum + count, 0)
    const block = documents.block('README.md', 'svc_list_customers"}')
    // What the last page sends as it is left comes when it comes.
    const deadline = Date.now() + 300_000
    let customers
    let seen
    do {
      const [listed, counts] = await run(shell, block)
      customers = listed
      seen = Object.fromEntries(counts.data.map((row) => [row.event_name, Number(row.events)]))
    } while (total(seen) < total(expected) && Date.now() < deadline)
    equal(seen, expected, 'events by name')
    const domains = customers.items.map(({ domain }) => domain)
    equal(domains, pages === null ? [] : [pages.domain], 'customers')
  })

  await step('npm run example:backend', 90, async () => {
    const { stdout } = await shell.run(documents.block('README.md', 'npm run example:backend'))
    const { customer, counts } = JSON.parse(stdout.slice(stdout.indexOf('\n{')))
    equal(customer.domain, 'acme.example', 'the customer')
    equal(counts.find((row) => row.event_name === 'subscription_started')?.events, 1, 'what they did')
  })

  await step('organization create, organization list', 120, async () => {
    const said = await shell.run(documents.block('README.md', 'organization create'))
    if (!/pk_\S+/.test(said.stdout) || !said.stdout.includes('Acme')) throw new Error(said.stdout)
  })
  // There are two organizations by now.
  const more = (command) =>
    /^(?:npx svc-server (?:keys|limits|members|public-keys|retention|import))/.test(command) &&
    !command.includes('--url')
      ? `--organization ${keys.slug}`
      : ''
  await runPage('docs/configuration.md', { shell, more })
  await runPage('docs/console.md', { shell, more })
  await runPage('docs/mcp.md', { shell, more })
  await runPage('docs/idempotency.md', { shell })

  const baseUrl = `http://127.0.0.1:${port}`
  await workWithSvc({ folder, env: { ...env, PORT: undefined }, server: { baseUrl, ...keys }, runPage, keep })
  const line = (value) => `${JSON.stringify(value)}\n`
  const timestamp = '2024-06-01T12:00:00Z'
  writeFileSync(
    join(clone, 'events.jsonl'),
    line({ uuid: randomUUID(), event: 'Signed up', distinct_id: 'kim@globex.example', timestamp }),
  )
  writeFileSync(
    join(clone, 'segment.ndjson'),
    line({ type: 'track', event: 'Signed up', messageId: 'm-1', userId: 'u-1', timestamp }),
  )
  writeFileSync(
    join(clone, 'records.ndjson'),
    line({ kind: 'member', email: 'sam@team.example', name: 'Sam Poe' }),
  )
  await runPage('docs/records.md', { shell })
  await runPage('docs/bringing-history.md', { shell, only: /--url/ })
  await runPage('docs/privacy.md', {
    shell,
    // The command before it has erased the person: there is nobody any more.
    special: [
      [
        /people\/erase/,
        async (text) => {
          const { stdout } = await shell.run(text)
          if (JSON.parse(stdout).error === undefined) throw new Error(stdout)
        },
      ],
    ],
  })

  await step('Ctrl-C, and a rebuild of all answers from the log', 120, async () => {
    await first.stop()
    await shell.run(documents.block('README.md', 'rebuild'))
  })

  // No server runs: the commands look into the folder themselves.
  const alone = keep(openShell({ cwd: clone, env: { ...env, PORT: undefined } }))
  await alone.run(npmOnceEach)
  await runPage('docs/bringing-history.md', {
    shell: alone,
    only: /^(?!.*--url)/,
    more,
    slowAfterSeconds: 120,
  })
  await runPage('docs/operations.md', { shell: alone, more, slowAfterSeconds: 180 })
  await step('the copy is whole', 60, () => alone.run('npx svc-server verify --store restored'))

  await step('npm run demo', 420, async () => {
    const { stdout } = await shell.run(documents.block('README.md', 'npm run demo'), { limitMs: 1_800_000 })
    const [, command] = /^ +(SVC_DATA_DIR=\S+ npm start)$/m.exec(stdout) ?? []
    const [, exported] = /^ +(export SVC_API_KEY=ok_\S+)$/m.exec(stdout) ?? []
    if (!command || !exported) throw new Error(`it doesn't say how to go on:\n${stdout}`)
    await shell.run(exported)
    await start(command)
  })
  await askTheDemo({ shell, documents, here, step, equal })

  const { run: ranInAll, left } = documents.counts
  await step(
    `${ranInAll} commands of the documents were run, ${left} were left out with a reason`,
    1,
    async () => {
      const leftOut = documents.leftOut().map(({ file, command }) => `${file}: ${command}`)
      if (leftOut.length > 0) throw new Error(`nobody ran\n${leftOut.join('\n')}`)
    },
  )
  process.stdout.write(
    `The first hour took ${((performance.now() - started) / 60_000).toFixed(1)} minutes.\n`,
  )
} finally {
  for (const command of running) command.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function keep(command) {
  running.add(command)
  return command
}

async function start(command) {
  const server = keep(startCommand(command, { cwd: clone, env }))
  await server.says(/Customer Intel is running at (\S+)/, { limitMs: 1_800_000 })
  return server
}

function readKeys(output) {
  const publicKey = /Public key +(pk_\S+)/.exec(output)?.[1]
  const apiKey = /API key +(ok_\S+)/.exec(output)?.[1]
  if (!publicKey || !apiKey || !output.includes(`data-public-key="${publicKey}"`)) throw new Error(output)
  return { publicKey, apiKey, slug: 'my-workspace' }
}

/** Runs a block's commands and resolves with the JSON that each printed. */
async function run(shell, block) {
  const answers = []
  for (const { command } of commandsOf(here(block))) {
    const { stdout } = await shell.run(command)
    const answer = JSON.parse(stdout)
    if (answer.error !== undefined) throw new Error(`${command}\n${stdout}`)
    answers.push(answer)
  }
  return answers
}

/** Does a step and tells of it: as slow after so many seconds. A step that fails ends everything. */
async function step(name, slowAfterSeconds, work) {
  const begun = performance.now()
  try {
    const result = await work()
    const seconds = (performance.now() - begun) / 1_000
    // How fast this machine is says nothing about the documents.
    say(seconds > slowAfterSeconds ? 'slow' : 'ok', seconds, name)
    return result
  } catch (error) {
    say('FAILED', (performance.now() - begun) / 1_000, name)
    throw error
  }
}

function say(outcome, seconds, name) {
  process.stdout.write(`${outcome.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s  ${name}\n`)
}

function equal(seen, expected, what) {
  const [left, right] = [seen, expected].map((value) => JSON.stringify(sorted(value)))
  if (left !== right) throw new Error(`${what}: answered ${left}, where ${right} is true`)
}

function sorted(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

async function freePort() {
  const probe = createServer()
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
