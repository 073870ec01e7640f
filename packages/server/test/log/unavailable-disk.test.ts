import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFileLog } from '../../src/drivers/file/log/file-log.ts'
import { failingFiles } from './failing-files.ts'
import { readAll } from './read-all.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const refusal = { code: 'LOG_UNAVAILABLE', retryAfterSeconds: 2 }

for (const call of ['write', 'sync'] as const) {
  test(`while ${call} fails, appends are refused; afterwards they go on, and nothing refused is ever read`, async () => {
    const directory = await temporaryDirectory()
    const { files, failing, state } = failingFiles()
    const log = await openFileLog({ directory, files })
    await log.append(Buffer.from('before'))
    const durable = log.durable

    failing[call] = 'ENOSPC'
    state.partialBytes = 30
    const refused = await Promise.allSettled(
      ['no 1', 'no 2', 'no 3'].map((text) => log.append(Buffer.from(text))),
    )
    for (const result of refused) expect(result).toMatchObject({ status: 'rejected', reason: refusal })
    await expect(log.append(Buffer.from('no 4'))).rejects.toMatchObject(refusal)
    expect(log.durable).toBe(durable)
    expect(log.health.unavailable).toMatch(/ENOSPC.*Free some space/)

    failing[call] = undefined
    await log.append(Buffer.from('after'))
    expect(log.health.unavailable).toBeNull()
    expect((await readAll(directory, log.durable)).texts).toEqual(['before', 'after'])
    await log.close()

    const again = await openFileLog({ directory })
    expect(again.health.damaged).toEqual([])
    expect((await readAll(directory, again.durable)).texts).toEqual(['before', 'after'])
    await again.close()
  })
}

test('after a failed write the log goes on in a segment of its own', async () => {
  const directory = await temporaryDirectory()
  const { files, failing } = failingFiles()
  const log = await openFileLog({ directory, files })
  await log.append(Buffer.from('before'))
  failing.sync = 'EIO'
  await expect(log.append(Buffer.from('lost'))).rejects.toMatchObject(refusal)
  failing.sync = undefined
  await log.append(Buffer.from('after'))
  expect(readdirSync(directory).sort()).toEqual(['00000000000000000000.seg', '00000000000000000018.seg'])
  await log.close()
})

test('a disk that fails from the first record on, and refuses to cut back too, is recovered from', async () => {
  const directory = await temporaryDirectory()
  const { files, failing } = failingFiles()
  const log = await openFileLog({ directory, files })
  for (const also of ['truncate', 'open'] as const) {
    failing.sync = 'EIO'
    failing[also] = 'EIO'
    await expect(log.append(Buffer.from('lost'))).rejects.toMatchObject(refusal)
    failing.sync = undefined
    await expect(log.append(Buffer.from('lost'))).rejects.toMatchObject(refusal)
    failing[also] = undefined
    await log.append(Buffer.from(`after ${also}`))
  }
  expect((await readAll(directory, log.durable)).texts).toEqual(['after truncate', 'after open'])
  await log.close()
})

test('what waits for the disk is bounded; beyond, appends are refused at once', async () => {
  const directory = await temporaryDirectory()
  const { files, state } = failingFiles()
  const log = await openFileLog({ directory, files, maxQueuedBytes: 1000 })
  let release = () => {}
  state.hold = new Promise((resolve) => (release = resolve))
  const fits = [log.append(Buffer.alloc(500, 97)), log.append(Buffer.alloc(500, 98))]
  await expect(log.append(Buffer.from('too much'))).rejects.toMatchObject(refusal)
  release()
  await Promise.all(fits)
  await log.append(Buffer.from('room again'))
  expect((await readAll(directory, log.durable)).texts.at(-1)).toBe('room again')
  await log.close()
})

const disk = mountSmallDisk()
test.skipIf(disk === null)('a disk that is really full (skipped where no tmpfs can be mounted)', async () => {
  const log = await openFileLog({ directory: join(disk!, 'log') })
  const kept: string[] = []
  const fill = async () => {
    for (;;) {
      const text = `${kept.length} ${'z'.repeat(50_000)}`
      await log.append(Buffer.from(text))
      kept.push(text)
    }
  }
  writeFileSync(join(disk!, 'ballast'), Buffer.alloc(300_000))
  await expect(fill()).rejects.toMatchObject(refusal)
  expect(log.health.unavailable).toMatch(/ENOSPC/)
  rmSync(join(disk!, 'ballast'))
  await expect(fill()).rejects.toMatchObject(refusal)
  await log.close()

  const again = await openFileLog({ directory: join(disk!, 'log') })
  expect(again.health.damaged).toEqual([])
  expect((await readAll(join(disk!, 'log'), again.durable)).texts).toEqual(kept)
  await again.close()
})

function mountSmallDisk(): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory], { stdio: 'ignore' })
  } catch {
    rmSync(directory, { recursive: true })
    return null
  }
  return directory
}
if (disk !== null) {
  const unmount = () => {
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  }

  afterAll(unmount)
}
