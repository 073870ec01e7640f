// Preloaded into a server under test (`node --import`): kills it around a write of its own, where nobody outside can aim.
// `DIE_AT` is what, when and the how manieth, such as `page:before:2`; `DIE_NOTE` a file that is written before.
//   page    a page of a sync goes into the log, with the cursor after it
//   begun   its connection notes that a sync runs
//   ended   its connection notes what came of it
//   tokens  its connection holds other tokens
import { readFileSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const [what, when, count] = (process.env['DIE_AT'] ?? '').split(':')
let left = Number(count)

/** Runs a write, and dies before it or behind it where it is the one. */
async function write(kind, run) {
  const isNow = kind === what && --left === 0
  if (isNow && when === 'before') die()
  const result = await run()
  if (isNow) die()
  return result
}

function die() {
  writeFileSync(process.env['DIE_NOTE'], `${what}:${when}`)
  process.kill(process.pid, 'SIGKILL')
}

const handle = await promises.open('/dev/null', 'r')
const files = Object.getPrototypeOf(handle)
await handle.close()
const { writev, datasync } = files
/** Files of the log that hold a page which isn't durable yet. */
const pages = new Set()

files.writev = function (buffers, ...rest) {
  if (!buffers.some((buffer) => Buffer.from(buffer).includes('"sync":{"provider":')))
    return writev.call(this, buffers, ...rest)
  if (what === 'page' && when === 'before') return write('page', () => writev.call(this, buffers, ...rest))
  pages.add(this)
  return writev.call(this, buffers, ...rest)
}
files.datasync = function () {
  return pages.delete(this) ? write('page', () => datasync.call(this)) : datasync.call(this)
}

const { rename } = promises
promises.rename = (from, to) => {
  if (!String(to).endsWith('connections.json')) return rename(from, to)
  return write(kindOf(connectionsIn(to), connectionsIn(from)), () => rename(from, to))
}
syncBuiltinESMExports()

/** What becomes of connections by a change. */
function kindOf(before, after) {
  for (const [id, { grant, startedAt }] of Object.entries(after)) {
    const former = before[id]
    if (former === undefined) continue
    if (former.grant?.version !== grant?.version) return 'tokens'
    if (former.startedAt !== startedAt) return startedAt === null ? 'ended' : 'begun'
  }
  return null
}

function connectionsIn(path) {
  try {
    const document = JSON.parse(readFileSync(path, 'utf8'))
    return document.value ?? document
  } catch {
    return {}
  }
}
