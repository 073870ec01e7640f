import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFiles } from '../src/spool/files.ts'
import { directorySpool } from '../src/spool.ts'
import { Tracker, type DroppedEvent } from '../src/track.ts'
import { startIngestServer, type IngestServer } from './support/ingest-server.ts'

let server: IngestServer
let directory: string
let folder: string
let dropped: DroppedEvent[]
const trackers: Tracker[] = []

beforeEach(async () => {
  server = await startIngestServer()
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-spool-'))
  folder = join(directory, 'pk_test')
  dropped = []
  await mkdir(folder)
})
afterEach(async () => {
  await Promise.all(trackers.splice(0).map((tracker) => tracker.shutdown({ timeoutMs: 1 })))
  await server.close()
  await rm(directory, { recursive: true, force: true })
})

function createTracker(publicKey = 'pk_test'): Tracker {
  const tracker = new Tracker({
    publicKey,
    baseUrl: server.baseUrl,
    flushOnExit: false,
    spool: directorySpool(directory),
    onDrop: (event) => dropped.push(event),
    warn: () => undefined,
  })
  trackers.push(tracker)
  return tracker
}

function line(index: number): string {
  const uuid = `0197a6f0-7d3c-7b1e-9a55-${index.toString(16).padStart(12, '0')}`
  return JSON.stringify({
    type: 'custom',
    uuid,
    url: 'server://u',
    path: '/',
    eventName: 'Left',
    userId: `u-${index}`,
  })
}

/** A file that a writer on another machine left, with this many seconds since its last sign of life. */
async function leave(text: string, secondsAgo: number, name = 'elsewhere-1-1-abc.0.jsonl') {
  const file = join(folder, name)
  await writeFile(file, text)
  const time = Date.now() / 1000 - secondsAgo
  await utimes(file, time, time)
}

test('a damaged line is reported, the others of its file are delivered', async () => {
  await leave(`${line(1)}\n{"type":"custom","uui\n${line(2)}\n`, 3_600)
  expect(await createTracker().flush()).toMatchObject({ recorded: 3, acknowledged: 2, dropped: 1 })
  expect(dropped).toMatchObject([{ reason: 'unreadable', event: null }])
})

test('a last line without its end was never confirmed to the caller: it is skipped', async () => {
  await leave(`${line(1)}\n${line(2).slice(0, 40)}`, 3_600)
  expect(await createTracker().flush()).toMatchObject({ recorded: 1, acknowledged: 1, dropped: 0 })
})

test('a writer on another machine is believed to live for a minute after its last sign', async () => {
  await leave(`${line(1)}\n`, 30)
  expect(await createTracker().flush()).toMatchObject({ recorded: 0 })
  expect(await readdir(folder)).toHaveLength(1)
  await leave(`${line(1)}\n`, 90)
  expect(await createTracker().flush()).toMatchObject({ recorded: 1, acknowledged: 1 })
  expect(await readdir(folder)).toHaveLength(0)
})

test('the newest file of a writer speaks for all of its files', async () => {
  await leave(`${line(1)}\n`, 900, 'elsewhere-1-1-abc.0.jsonl')
  await leave(`${line(2)}\n`, 5, 'elsewhere-1-1-abc.1.jsonl')
  expect(await createTracker().flush()).toMatchObject({ recorded: 0 })
})

test('events of another public key are left to their own tracker', async () => {
  await leave(`${line(1)}\n`, 3_600)
  expect(await createTracker('pk_other').flush()).toMatchObject({ recorded: 0 })
  expect(await createTracker('pk_test').flush()).toMatchObject({ recorded: 1 })
})

test('a directory that is full of foreign files does no harm', async () => {
  await writeFile(join(folder, 'README.txt'), 'hands off')
  await writeFile(join(folder, 'empty.jsonl'), '')
  await leave('', 3_600)
  const tracker = createTracker()
  tracker.track({ eventName: 'Mine', userId: 'u' })
  expect(await tracker.flush()).toMatchObject({ acknowledged: 1 })
  expect(await readdir(folder)).toContain('README.txt')
})

test('a backlog larger than the queue is brought in piece by piece', async () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => line(index))
  for (let part = 0; part < 10; part++) {
    const text = `${lines.slice(part * 3_000, (part + 1) * 3_000).join('\n')}\n`
    await leave(text, 3_600, `elsewhere-1-1-abc.${part}.jsonl`)
  }
  const tracker = createTracker()
  const report = await tracker.flush()
  expect(report).toMatchObject({ recorded: 30_000, acknowledged: 30_000, waiting: 0 })
  expect(server.stored.size).toBe(30_000)
})

test('what it writes is readable by its owner only', async () => {
  const tracker = createTracker('pk_private')
  tracker.track({ eventName: 'Mine', userId: 'u' })
  const folder = join(directory, 'pk_private')
  const [file = ''] = await readdir(folder)
  expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a file is removed when none of its events waits, and a large one is followed by another', async () => {
  const files = openFiles(folder)
  const text = JSON.stringify({ uuid: 'x', text: 'x'.repeat(600_000) })
  const segments = [0, 1, 2].map(() => files.append(text, text.length))
  expect(await readdir(folder)).toHaveLength(2)
  files.release(segments[0]!)
  expect(await readdir(folder)).toHaveLength(2)
  files.release(segments[1]!)
  expect(await readdir(folder)).toHaveLength(1)
  files.release(segments[2]!)
  files.close()
  expect(await readdir(folder)).toHaveLength(0)
})

test('a living writer whose file was taken goes on in another', async () => {
  const files = openFiles(folder)
  files.append(line(1), line(1).length)
  const [taken = ''] = await readdir(folder)
  await rm(join(folder, taken))
  files.beat()
  files.append(line(2), line(2).length)
  const [next] = await readdir(folder)
  expect(next).toBeDefined()
  expect(next).not.toBe(taken)
  files.close()
})
