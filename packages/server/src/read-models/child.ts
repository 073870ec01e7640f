/**
 * The process that holds the database: it applies the log and answers reads. It may be killed at any moment; whatever
 * it had not committed, its successor applies again.
 */
import { rename, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { openFileLogReader } from '../store/file/log/file-log-reader.ts'
import { createFactRefresher } from '../knowledge/behaviour/refresh-facts.ts'
import { followLog } from '../projection/follow-log.ts'
import { Projector } from '../projection/projector.ts'
import type { SqlDatabase } from './sql/database.ts'
import { createSqlCustomerReads } from './sql/sql-customer-reads.ts'
import { Engine } from './engine.ts'
import type { Reply, Request } from './protocol.ts'

const [path, logDirectory] = process.argv.slice(2) as [string, string]

function send(reply: Reply): void {
  // The server may have gone; `disconnect` below ends this process then.
  if (process.connected) process.send!(reply, undefined, undefined, () => undefined)
}

// Ctrl-C reaches the whole process group; the server decides when this process ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// Not `exit`: a running query would hold it up, and with it the database's lock.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The server may have gone while this file was being loaded, before anybody listened.
if (!process.connected) process.kill(process.pid, 'SIGKILL')

// Where processor time is short, accepting goes first: what is accepted is safe, and derived later.
setPriority(10)

const engine = await openEngine()
const facts = createFactRefresher({ reader: engine, writer: engine.writer })
const projector = await Projector.open(engine.writer, { onTouched: facts.touched })
const reader = await openFileLogReader({ directory: logDirectory })
const follower = followLog({
  projector,
  reader,
  onProjected: (position) => send({ kind: 'projected', position, duplicates: projector.takeDuplicates() }),
  onDamaged: (ranges) => send({ kind: 'damaged', ranges }),
  onStalled(reason) {
    send({ kind: 'stalled', reason })
    // An engine that has given itself up answers nothing any more: the next process opens the database anew.
    if (reason !== null && /FATAL|has been invalidated/.test(reason)) process.kill(process.pid, 'SIGKILL')
  },
  checkpoint: () => engine.checkpoint(),
})

process.on('message', (request: Request) => {
  switch (request.kind) {
    case 'durable':
      return follower.advance(request.position, request)
    case 'all':
      return answer(request.id, async () => {
        const rows = await engine.runTrusted(request.id, request.sql, request.parameters)
        return { kind: 'rows', json: JSON.stringify(rows), truncated: false }
      })
    case 'customers':
      return answer(request.id, async () => ({ kind: 'answer', value: await readCustomers(request) }))
    case 'refreshFacts':
      return answer(request.id, async () => ({ kind: 'answer', value: await refreshFacts(request) }))
    case 'untrusted':
      return answer(request.id, async () => {
        const { rows, truncated } = await engine.runUntrusted(request.id, request.sql, request.limits)
        return { kind: 'rows', json: JSON.stringify(rows), truncated }
      })
    case 'interrupt':
      return engine.interrupt(request.id)
    case 'close':
      return void close()
  }
})
send({ kind: 'open', position: projector.position })

type Answer = { kind: 'rows'; json: string; truncated: boolean } | { kind: 'answer'; value: unknown }

function answer(id: number, work: () => Promise<Answer>): void {
  work().then(
    (done) => send({ ...done, id }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      send({ kind: 'failed', id, message, syntax: /^(?:Binder|Catalog|Parser) Error/.test(message) })
    },
  )
}

function readCustomers({ id, name, values }: Extract<Request, { kind: 'customers' }>): Promise<unknown> {
  const database: SqlDatabase = {
    all: (sql, parameters = []) => engine.runTrusted(id, sql, parameters),
  }
  const read: (...values: never[]) => Promise<unknown> = createSqlCustomerReads(database, Date.now)[name]
  return read(...(values as never[]))
}

async function refreshFacts({
  customerIds,
  now,
}: Extract<Request, { kind: 'refreshFacts' }>): Promise<number> {
  if (customerIds === null) return facts.refreshSome(now)
  await facts.refresh(customerIds, now)
  return 0
}

async function close(): Promise<void> {
  await follower.close()
  await engine.close().catch(() => undefined)
  process.disconnect()
}

/**
 * Opens the database. One that another process still holds is waited for (a killed server's child ends a moment after
 * it); one that can't be read is moved aside and made anew from the log, since everything in it is derived.
 */
async function openEngine(): Promise<Engine> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await Engine.open({ path })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (/lock/i.test(reason) && attempt < 100) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        continue
      }
      if (/lock|memory|space left|permission/i.test(reason) || attempt > 0) {
        send({ kind: 'openFailed', reason })
        throw error
      }
      console.error(
        `The read models in ${path} can't be opened (${reason}). They are made anew from the log.`,
      )
      await rename(path, `${path}.broken`).catch(() => undefined)
      await rm(`${path}.wal`, { force: true })
    }
  }
}
