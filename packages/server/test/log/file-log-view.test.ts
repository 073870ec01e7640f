import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { openFileLog } from '../../src/drivers/file/log/file-log.ts'
import { fileLogView } from '../../src/drivers/file/log/file-log-view.ts'
import { temporaryDirectory } from './temporary-directory.ts'

let directory: string
beforeEach(async () => {
  directory = await temporaryDirectory()
})

const record = (text: string) => Buffer.from(text.padEnd(200, '.'))

it('ends where the writer does, whoever asks at the same time, over segments and beside appends', async () => {
  const log = await openFileLog({ directory, segmentBytes: 1_000 })
  const view = fileLogView({ directory })
  expect(await view.end()).toBe(0)
  for (let round = 0; round < 10; round++) {
    await log.append(record(`${round}`))
    const ends = await Promise.all([view.end(), view.end(), fileLogView({ directory }).end()])
    expect(new Set(ends)).toEqual(new Set([await log.end()]))
  }
  const { entries, damaged } = await readAll(view, await view.end())
  expect(entries.map((text) => Number.parseInt(text, 10))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(damaged).toBe(0)
  await log.close()
})

it('ends before a record that is half written, leaves it alone, and refuses to write', async () => {
  const log = await openFileLog({ directory })
  await log.append(record('whole'))
  const end = await log.end()
  await log.close()
  const [segment] = (await readdir(directory)).filter((name) => name.endsWith('.seg'))
  await appendFile(
    join(directory, segment!),
    Buffer.from([0xff, 0x43, 0x49, 0x01, 200, 0, 0, 0, 1, 2, 3, 4, 5]),
  )
  const view = fileLogView({ directory })
  expect(await view.end()).toBe(end)
  expect((await readdir(directory)).filter((name) => name !== segment)).toEqual([])
  await expect(view.append(record('more'))).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE' })
})

async function readAll(view: ReturnType<typeof fileLogView>, end: number) {
  const entries: string[] = []
  let damaged = 0
  for (let from = 0; from < end;) {
    const page = await view.read(from, end)
    entries.push(...page.entries.map(({ payload }) => Buffer.from(payload).toString()))
    damaged += page.damaged.length
    from = page.next
  }
  return { entries, damaged }
}
