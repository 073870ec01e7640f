import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFileLog } from '../../src/drivers/file/log/file-log.ts'
import type { Log } from '../../src/kernel/store/ports.ts'
import { readAll } from './read-all.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import { withoutSecrets } from './without-secrets.ts'

const program = fileURLToPath(new URL('rewriting-process.ts', import.meta.url))

/** Everything in the directory and its folders, as one text. */
async function allBytes(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(
    files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
  )
  return texts.join('\n')
}

async function fill(log: Log, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const word = number % 10 === 3 ? 'gone' : number % 10 === 7 ? 'secret' : 'kept'
    await log.append(Buffer.from(`{"n":${number},"word":"${word}"}`))
  }
}

test('a rewritten record keeps its place, one that goes leaves none, and others stay byte for byte', async () => {
  const directory = await temporaryDirectory()
  const log = await openFileLog({ directory, segmentBytes: 2_000, sync: false })
  await fill(log, 200)
  const before = await readAll(directory, log.durable)
  expect(await log.rewrite(withoutSecrets)).toBeGreaterThan(3)
  const after = await readAll(directory, log.durable)
  await log.close()

  const expected = before.texts.map((text, index) => ({ text, next: before.positions[index] }))
  expect(after.damaged).toEqual([])
  expect(after.texts.map((text, index) => ({ text: text.trimEnd(), next: after.positions[index] }))).toEqual(
    expected
      .filter(({ text }) => !text.includes('gone'))
      .map(({ text, next }) => ({ text: text.replace('secret', ''), next })),
  )
  expect(await allBytes(directory)).not.toMatch(/secret|gone/)
})

test('what is appended meanwhile is left alone, and is there once', async () => {
  const directory = await temporaryDirectory()
  const log = await openFileLog({ directory, segmentBytes: 2_000, sync: false })
  await fill(log, 500)
  let stop = false
  const appended: number[] = []
  const appending = (async () => {
    for (let number = 1000; !stop; number++) {
      await log.append(Buffer.from(`{"n":${number},"word":"kept"}`))
      appended.push(number)
    }
  })()
  await log.rewrite(withoutSecrets)
  await expect.poll(() => appended.length).toBeGreaterThan(50)
  stop = true
  await appending
  const { texts, damaged } = await readAll(directory, log.durable)
  await log.close()
  const numbers = texts.map((text) => (JSON.parse(text) as { n: number }).n)
  expect(damaged).toEqual([])
  expect(numbers.filter((number) => number >= 1000)).toEqual(appended)
  expect(numbers.filter((number) => number < 1000)).toHaveLength(450)
})

test('torn, damaged and quarantined bytes that hold the words go as well', async () => {
  const directory = await temporaryDirectory()
  const log = await openFileLog({ directory, sync: false })
  await fill(log, 20)
  await log.close()
  const path = join(directory, `${'0'.repeat(20)}.seg`)
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  // A flipped bit in a record that holds the word, and a torn tail that does.
  await file.write('S', (await readFile(path, 'latin1')).indexOf('"secret"') - 3)
  await file.write('half a record with a secret', size)
  await file.close()

  const reopened = await openFileLog({ directory, sync: false })
  const before = await readAll(directory, reopened.durable)
  expect(await allBytes(directory)).toContain('half a record with a secret')
  await reopened.rewrite(withoutSecrets)
  const after = await readAll(directory, reopened.durable)
  const position = await reopened.append(Buffer.from('{"n":99}'))
  await reopened.close()
  expect(await allBytes(directory)).not.toMatch(/secret|gone/)
  expect(after.damaged).toEqual([])
  expect(after.texts).toHaveLength(before.texts.length - 2)
  expect(position).toBe(reopened.durable)
})

test('a record that would become longer is refused, and everything stays', async () => {
  const directory = await temporaryDirectory()
  const log = await openFileLog({ directory, sync: false })
  await fill(log, 5)
  const before = await readAll(directory, log.durable)
  const longer = {
    payload: (payload: Uint8Array) => Buffer.concat([payload, payload]),
    isUnwanted: () => false,
  }
  await expect(log.rewrite(longer)).rejects.toThrow(/can't become one of/)
  expect(await readAll(directory, log.durable)).toEqual(before)
  await log.append(Buffer.from('{"n":6}'))
  await log.close()
})

test('killed at any moment each segment is whole, and the next run completes', async () => {
  const directory = await temporaryDirectory()
  const log = await openFileLog({ directory, segmentBytes: 20_000, sync: false })
  await fill(log, 4_000)
  await log.close()
  for (let run = 0; run < 5; run++) {
    const child = spawn(process.execPath, ['--import', 'tsx', program, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // It may be done before it is killed.
    const closed = once(child, 'close')
    await once(child.stdout, 'data')
    child.stdout.resume()
    await setTimeout(run * 4)
    child.kill('SIGKILL')
    await closed
    const opened = await openFileLog({ directory, sync: false })
    const { texts, damaged } = await readAll(directory, opened.durable)
    await opened.close()
    expect(damaged).toEqual([])
    expect(texts.filter((text) => text.includes('kept'))).toHaveLength(3_200)
  }
  const opened = await openFileLog({ directory, sync: false })
  await opened.rewrite(withoutSecrets)
  await opened.close()
  expect(await allBytes(directory)).not.toMatch(/secret|gone/)
  expect((await readdir(directory)).filter((name) => !name.endsWith('.seg'))).toEqual([])
})
