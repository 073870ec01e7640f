/**
 * The process that holds the database: applies the log and answers reads. It may be killed at any moment; its successor
 * goes on from the last committed checkpoint.
 */
import { rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { escapeControls } from '@customer-intel/contract/terminal-text'
import type { ErrorCode } from '@customer-intel/contract'
import { caretPosition } from './caret-position.ts'
import { isAppError } from '../../kernel/errors.ts'
import { createFactRefresher } from '../../facts/behaviour/refresh-facts.ts'
import { evaluateSignal } from '../../signals/evaluate-signal.ts'
import { indexFacts } from '../../search/index-artifacts.ts'
import { followLog } from '../follow-log.ts'
import { Projector } from '../projector.ts'
import { Engine } from './engine.ts'
import type { QueryAnswer, ProcessReply, Request } from './protocol.ts'
import type { Reads } from '../../kernel/read-models/read-models.ts'
import { createRemoteLog } from './remote-log.ts'
import { removeSavedPosition, writeSavedPosition } from './saved-position.ts'
import type { SqlDatabase } from '../../kernel/sql/database.ts'
import { createSqlReads } from '../schema.ts'
import { messageOf, reasonOf } from '../../kernel/reason-of.ts'

const [path] = process.argv.slice(2) as [string]
/** A lock on the database that is held for longer than this is reported while we wait for it. */
const reportLockAfterMs = 2_000
const lockWaitMs = 10_000

function send(reply: ProcessReply): void {
  // The server may be gone; `disconnect` below ends this process then.
  if (process.connected) process.send!(reply, undefined, undefined, () => undefined)
}

// Ctrl-C reaches the whole process group; the server decides when this process ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// Not `exit`: it would wait for running queries, and the database would stay locked meanwhile.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The server may have gone while this file was loading, before there was a listener.
if (!process.connected) process.kill(process.pid, 'SIGKILL')

// Low priority: ingest goes first, since accepted events are durable and can be projected later.
setPriority(10)

const engine = await openEngine()
const facts = createFactRefresher({
  reader: engine,
  writer: engine.writer,
  index: indexFacts,
  onFault: (customerId, reason) =>
    console.error(
      escapeControls(
        `The behavioural facts of ${customerId} can't be computed, and stay as they are: ${reason}.`,
      ),
    ),
})
const projector = await Projector.open(engine.writer, { onTouched: facts.touched })
// If it fails, the follower tries again and reports it.
await projector.countDue().catch(() => undefined)
const log = createRemoteLog(send)
const follower = followLog({
  projector,
  reader: log,
  onProjected: (position, fullTookMs) =>
    send({
      kind: 'projected',
      position,
      fullTookMs,
      duplicates: projector.takeDuplicates(),
      quarantined: projector.quarantined,
      occurrences: projector.occurrences,
    }),
  onQuarantined(items) {
    const { position, index, name, reason } = items[0]!
    const first = name ?? (index === null ? 'a record' : `number ${index} of a record`)
    console.error(
      escapeControls(
        `${items.length} accepted events or records can't be applied, and are quarantined: ${first}, at ${position} of the log: ${reason}. svc-server quarantine list shows them all.`,
      ),
    )
  },
  onStalled(reason) {
    send({ kind: 'stalled', reason })
    // After a fatal error the engine answers nothing: a new process opens the database again.
    if (reason !== null && /FATAL|has been invalidated/.test(reason)) process.kill(process.pid, 'SIGKILL')
  },
  checkpoint: () => engine.checkpoint(),
})

/** Running requests by id. */
const answering = new Map<number, AbortController>()

process.on('message', (request: Request) => {
  switch (request.kind) {
    case 'durable':
      return follower.advance(request.position, request)
    case 'entries':
    case 'entriesFailed':
      return log.receive(request)
    case 'read':
      return answer(request.id, (signal) => read(request, signal))
    case 'query':
      return answer(
        request.id,
        async (signal): Promise<QueryAnswer> => {
          const { rows, ...rest } = await engine.runUntrusted(request.sql, request.limits, signal)
          return { json: JSON.stringify(rows), ...rest }
        },
        request.sql,
      )
    case 'interrupt':
      return answering.get(request.id)?.abort()
    case 'close':
      return void close()
  }
})
send({
  kind: 'open',
  position: projector.position,
  quarantined: projector.quarantined,
  occurrences: projector.occurrences,
})

/** `sql`: the user's, where it is theirs. */
function answer(id: number, work: (signal: AbortSignal) => Promise<unknown>, sql?: string): void {
  const stopping = new AbortController()
  answering.set(id, stopping)
  work(stopping.signal)
    .then(
      (value) => send({ kind: 'answer', id, value }),
      (error: unknown) => send({ kind: 'failed', id, ...describe(error, sql) }),
    )
    .finally(() => answering.delete(id))
}

function read({ name, values }: Extract<Request, { kind: 'read' }>, signal: AbortSignal): Promise<unknown> {
  const database: SqlDatabase = {
    all: <Row>(sql: string, parameters = [], options = {}) =>
      engine.all<Row>(sql, parameters, { ...options, signal }),
  }
  const reads: Reads = {
    ...createSqlReads(database, Date.now),
    evaluateSignal: (request) => evaluateSignal(database, request),
    async refreshFacts(customerIds, now) {
      if (customerIds === null) return facts.refreshSome(now)
      await facts.refresh(customerIds, now)
      return 0
    },
  }
  const operation: (...values: never[]) => Promise<unknown> = reads[name]
  return operation(...(values as never[]))
}

function describe(
  error: unknown,
  sql: string | undefined,
): Pick<Extract<ProcessReply, { kind: 'failed' }>, 'code' | 'message' | 'position'> {
  const message = messageOf(error)
  if (isAppError(error)) return { code: error.code as ErrorCode, message }
  const isSyntax = /^(?:Binder|Catalog|Parser) Error/.test(message)
  // What fails as it runs may stand in one of our views.
  const position = isSyntax && sql !== undefined ? caretPosition(message, sql) : undefined
  return {
    code: isSyntax ? 'SYNTAX_ERROR' : 'EXECUTION_ERROR',
    message: message.split('\n\n')[0]!,
    ...(position && { position }),
  }
}

async function close(): Promise<void> {
  await follower.close()
  await engine.close().then(
    () => writeSavedPosition(path, projector.position).catch(() => undefined),
    () => undefined,
  )
  process.disconnect()
}

/**
 * Opens the database. Waits while another process holds it (the child of a killed server ends a moment later). One that
 * can't be read is removed and rebuilt from the log, since everything in it is derived.
 */
async function openEngine(): Promise<Engine> {
  const begun = performance.now()
  for (let isAnew = false; ;) {
    try {
      await removeSavedPosition(path)
      return await Engine.open({ path })
    } catch (error) {
      const reason = reasonOf(error)
      const waitedMs = performance.now() - begun
      const isHeld = /lock/i.test(reason) && waitedMs < lockWaitMs
      const isFinal = isAnew || /lock|memory|space left|permission|read-only/i.test(reason)
      if (isHeld ? waitedMs > reportLockAfterMs : isFinal)
        send({ kind: 'openFailed', reason: remedyOf(reason) })
      if (isHeld) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        continue
      }
      if (isFinal) throw error
      console.error(`The read models in ${path} can't be opened (${reason}). They are rebuilt from the log.`)
      for (const file of [path, `${path}.wal`]) await rm(file, { force: true, recursive: true })
      isAnew = true
    }
  }
}

/** The error for callers: the engine's own message names local paths. */
function remedyOf(reason: string): string {
  const known: [RegExp, string][] = [
    [/lock/i, 'another process holds their file: end the other server, or give each a folder of its own'],
    [/space left/i, 'the disk is full: make room'],
    [/memory/i, 'there is not enough memory for the engine: free some'],
    [/permission|read-only/i, 'their file can not be written: let the server write its data folder'],
  ]
  const [, remedy] = known.find(([pattern]) => pattern.test(reason)) ?? []
  return `Their database can not be opened: ${remedy ?? 'the server’s log says why'}.`
}
