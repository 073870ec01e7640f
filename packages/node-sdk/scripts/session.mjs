// A session with a real server, on whichever runtime runs this: `session.mjs <project>`, where the packed SDK is
// installed. SVC_BASE_URL, SVC_API_KEY and SVC_PUBLIC_KEY say which server; the last argument names the session.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const [project, session] = process.argv.slice(2)
if (!project || !session)
  throw new Error('Give the folder of a project with the SDK, and a name for the session.')
const name = '@customer-intel/node-sdk'
const { exports } = JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8'))
const require = createRequire(join(project, 'package.json'))
const systems = {
  esm: (entry) =>
    import(pathToFileURL(join(project, 'node_modules', name, exports[entry].import.default)).href),
  cjs: (entry) => require(entry === '.' ? name : `${name}${entry.slice(1)}`),
}

for (const [system, load] of Object.entries(systems)) {
  const { CustomerIntel, NotFoundError } = await load('.')
  const { Tracker } = await load('./track')
  const { directorySpool } = await load('./spool')
  const directory = mkdtempSync(join(tmpdir(), 'customer-intel-session-'))
  const eventName = `Session ${session} ${system}`
  try {
    const tracker = new Tracker({ spool: directorySpool(directory) })
    tracker.identify({ userId: `${session}-${system}`, email: `${system}@${session}.example` })
    for (let index = 0; index < 150; index++) tracker.track({ eventName, userId: `${session}-${system}` })
    const { acknowledged, waiting, dropped } = await tracker.shutdown()
    assert.deepEqual({ acknowledged, waiting, dropped }, { acknowledged: 151, waiting: 0, dropped: 0 })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  const client = new CustomerIntel()
  const sql = `select count(*) as events from activity where event_name = '${eventName}'`
  const deadline = Date.now() + 15_000
  let events = 0
  while (events < 150 && Date.now() < deadline) {
    const rows = await client.query(sql)
    events = Number(rows[0].events)
    if (events < 150) await pause(50)
  }
  assert.equal(events, 150, 'a query finds every event once')
  const page = await client.tools.listCustomers({ limit: 1 })
  assert.ok(Array.isArray(page.items))
  await assert.rejects(async () => {
    await client.tools.getCustomer({ customer: 'nobody.example' })
  }, NotFoundError)
}
process.stdout.write(`The session ${session} tracked and queried.\n`)
