import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openFileLog } from '../../src/drivers/file/log/file-log.ts'
import { openFileLogReader } from '../../src/drivers/file/log/file-log-reader.ts'
import { failingFiles } from './failing-files.ts'
import { readAll } from './read-all.ts'
import { temporaryDirectory } from './temporary-directory.ts'

describe('appending', () => {
  test('an append resolves only after its write has returned', async () => {
    const directory = await temporaryDirectory()
    const { files, state } = failingFiles()
    const log = await openFileLog({ directory, files })
    let release = () => {}
    state.hold = new Promise((resolve) => (release = resolve))
    let settled = false
    const append = log.append(Buffer.from('held')).then(() => (settled = true))
    while (state.writes === 0) await new Promise(setImmediate)
    expect(settled).toBe(false)
    expect(log.durable).toBe(0)
    release()
    await append
    expect(log.durable).toBe(16)
    await log.close()
  })

  test.skipIf(process.platform !== 'linux')(
    'each segment is open for synchronous writing, unless sync is off (read from /proc: Linux alone)',
    async () => {
      for (const sync of [true, false]) {
        const directory = await temporaryDirectory()
        const log = await openFileLog({ directory, sync, segmentBytes: 64 })
        for (let count = 0; count < 3; count++) {
          await log.append(Buffer.alloc(50, 97))
          expect(await writesSynchronously(directory)).toBe(sync)
        }
        await log.close()
      }
    },
  )

  test('appends that arrive during one write share the next', async () => {
    const directory = await temporaryDirectory()
    const { files, state } = failingFiles()
    const log = await openFileLog({ directory, files })
    let release = () => {}
    state.hold = new Promise((resolve) => (release = resolve))
    const first = log.append(Buffer.from('first'))
    while (state.writes === 0) await new Promise(setImmediate)
    const rest = Array.from({ length: 100 }, (_, index) => log.append(Buffer.from(`rest ${index}`)))
    release()
    await Promise.all([first, ...rest])
    expect(state.writes).toBe(2)
    await log.close()
  })
})

test('an append under a former lease is refused, and nothing of it is read', async () => {
  const directory = await temporaryDirectory()
  const log = await openFileLog({ directory, sync: false, isCurrent: ({ fence }) => fence === 2 })
  const lease = (fence: number) => ({ name: 'work', fence, renew: async () => true, release: async () => {} })
  await log.append(Buffer.from('of the holder'), { lease: lease(2) })
  await expect(log.append(Buffer.from('of a former one'), { lease: lease(1) })).rejects.toMatchObject({
    code: 'LEASE_LOST',
  })
  await log.append(Buffer.from('of anybody'))
  expect((await readAll(directory, await log.end())).texts).toEqual(['of the holder', 'of anybody'])
  await log.close()
})

describe('segments', () => {
  test('a new segment starts where the last would outgrow its size, named by its position', async () => {
    const directory = await temporaryDirectory()
    const log = await openFileLog({ directory, sync: false, segmentBytes: 1000 })
    const texts: string[] = []
    for (let index = 0; index < 100; index++) {
      texts.push(`record ${index} ${'y'.repeat(index)}`)
      await log.append(Buffer.from(texts[index]!))
    }
    const names = (await readdir(directory)).filter((name) => name.endsWith('.seg')).sort()
    expect(names.length).toBeGreaterThan(5)
    let position = 0
    for (const name of names) {
      expect(name).toBe(`${String(position).padStart(20, '0')}.seg`)
      const { size } = await stat(join(directory, name))
      expect(size).toBeLessThanOrEqual(1000)
      position += size
    }
    expect(position).toBe(log.durable)
    expect((await readAll(directory, log.durable)).texts).toEqual(texts)
    await log.close()
  })

  test('a log that is opened again goes on where it ended', async () => {
    const directory = await temporaryDirectory()
    const texts: string[] = []
    for (let run = 0; run < 5; run++) {
      const log = await openFileLog({ directory, sync: false, segmentBytes: 300 })
      for (let index = 0; index < 7; index++) {
        texts.push(`run ${run} record ${index}`)
        await log.append(Buffer.from(texts.at(-1)!))
      }
      await log.close()
    }
    const log = await openFileLog({ directory, sync: false })
    expect((await readAll(directory, log.durable)).texts).toEqual(texts)
    expect(log.health).toEqual({ unavailable: null, damaged: [] })
    await log.close()
  })
})

describe('reading', () => {
  test('never returns a record past `until`, and takes about `maxBytes` at a time', async () => {
    const directory = await temporaryDirectory()
    const log = await openFileLog({ directory, sync: false, segmentBytes: 2000 })
    const ends: number[] = []
    for (let index = 0; index < 50; index++) ends.push(await log.append(Buffer.alloc(88, 97)))
    const reader = await openFileLogReader({ directory })
    const first = await reader.read(0, ends[9]!)
    expect(first).toMatchObject({ next: ends[9], damaged: [] })
    expect(first.entries).toHaveLength(10)
    const small = await reader.read(ends[9]!, log.durable, { maxBytes: 250 })
    expect(small.entries).toHaveLength(2)
    const single = await reader.read(ends[9]!, log.durable, { maxBytes: 1 })
    expect(single.entries).toHaveLength(1)
    expect(await reader.read(log.durable, log.durable)).toEqual({
      entries: [],
      next: log.durable,
      damaged: [],
    })
    await log.close()
  })

  test('a reader that was opened on an empty log meets segments that appear later', async () => {
    const directory = await temporaryDirectory()
    const log = await openFileLog({ directory, sync: false, segmentBytes: 100 })
    const reader = await openFileLogReader({ directory })
    let at = 0
    for (let index = 0; index < 20; index++) {
      const until = await log.append(Buffer.from(`record ${index}`))
      const { entries, next } = await reader.read(at, until)
      expect(entries.map(({ payload }) => Buffer.from(payload).toString())).toEqual([`record ${index}`])
      at = next
    }
    await log.close()
  })

  test('another process reads while this one writes', async () => {
    const directory = await temporaryDirectory()
    const log = await openFileLog({ directory, sync: false, segmentBytes: 50_000 })
    await log.append(Buffer.from('record 0'))
    const child = promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      fileURLToPath(new URL('reading-process.ts', import.meta.url)),
      directory,
      String(5000),
    ])
    for (let index = 1; index < 5000; index++) await log.append(Buffer.from(`record ${index}`))
    expect(JSON.parse((await child).stdout)).toEqual({ count: 5000, inOrder: true, damaged: 0 })
    await log.close()
  })
})

/** Whether the one segment that this process has open in the directory was opened so that writes are durable. */
async function writesSynchronously(directory: string): Promise<boolean> {
  for (const descriptor of await readdir('/proc/self/fd')) {
    const path = await readlink(`/proc/self/fd/${descriptor}`).catch(() => '')
    if (!path.startsWith(directory)) continue
    const [, flags] = /^flags:\s+(\d+)/m.exec(await readFile(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? []
    return (Number.parseInt(flags ?? '', 8) & constants.O_DSYNC) === constants.O_DSYNC
  }
  throw new Error('no file of the directory is open')
}
