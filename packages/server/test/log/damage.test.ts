import { open, readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFileLog } from '../../src/drivers/file/log/file-log.ts'
import { segmentPath } from '../../src/drivers/file/log/segments.ts'
import { readAll } from './read-all.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const recordTexts = fc.array(fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }), {
  minLength: 1,
  maxLength: 12,
})

/** Writes the records and closes. Returns the end of each. */
async function write(directory: string, texts: string[], segmentBytes?: number): Promise<number[]> {
  const log = await openFileLog({ directory, sync: false, segmentBytes })
  const ends = []
  for (const text of texts) ends.push(await log.append(Buffer.from(text)))
  await log.close()
  return ends
}

test('after a crash, exactly the acknowledged records come back, wherever the unacknowledged tail was cut', async () => {
  await fc.assert(
    fc.asyncProperty(recordTexts, recordTexts, fc.nat(), async (acknowledged, lost, cut) => {
      const directory = await temporaryDirectory()
      const kept = acknowledged.map((text) => Buffer.from(text).toString())
      const durable = (await write(directory, kept)).at(-1)!
      const ends = await write(directory, lost)
      const at = durable + (cut % (ends[0]! - durable))
      await truncate(segmentPath(directory, 0), at)

      const log = await openFileLog({ directory, sync: false })
      expect(await readAll(directory, log.durable)).toMatchObject({ texts: kept, damaged: [] })
      expect(log.health.damaged).toHaveLength(at > durable ? 1 : 0)
      await log.append(Buffer.from('goes on'))
      await log.close()
      const again = await openFileLog({ directory, sync: false })
      expect(again.health.damaged).toEqual([])
      expect((await readAll(directory, again.durable)).texts).toEqual([...kept, 'goes on'])
      await again.close()
    }),
    { numRuns: 150 },
  )
})

test('any single flipped bit takes one record at most; all others come back', async () => {
  await fc.assert(
    fc.asyncProperty(
      recordTexts,
      fc.nat(),
      fc.nat(7),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 40, max: 2000 }),
      async (random, spot, bit, maxBytes, segmentBytes) => {
        const directory = await temporaryDirectory()
        const texts = random.map((text) => Buffer.from(text).toString())
        const ends = await write(directory, texts, segmentBytes)
        const position = spot % ends.at(-1)!
        await flipBit(directory, position, bit)
        const hit = ends.findIndex((end) => position < end)
        const others = texts.filter((_, index) => index !== hit)
        const range = { position: ends[hit - 1] ?? 0, bytes: ends[hit]! - (ends[hit - 1] ?? 0) }

        const met = await readAll(directory, ends.at(-1)!, { maxBytes })
        expect(met.texts).toEqual(others)
        expect(met.damaged.map(({ position }) => position)).toContain(range.position)

        const log = await openFileLog({ directory, sync: false, segmentBytes })
        expect(log.durable).toBeGreaterThanOrEqual(ends.at(-1)!)
        await log.append(Buffer.from('goes on'))
        expect((await readAll(directory, log.durable, { maxBytes })).texts).toEqual([...others, 'goes on'])
        await log.close()
      },
    ),
    { numRuns: 300 },
  )
})

test('a torn tail is saved in quarantine and told in health', async () => {
  const directory = await temporaryDirectory()
  const [first, second] = await write(directory, ['whole', 'torn apart'])
  await truncate(segmentPath(directory, 0), second! - 4)
  const torn = (await readFile(segmentPath(directory, 0))).subarray(first)
  const log = await openFileLog({ directory })
  expect(log.health.damaged).toEqual([{ position: first, bytes: torn.length, reason: 'torn tail' }])
  const [name] = await readdir(join(directory, 'quarantine'))
  expect(await readFile(join(directory, 'quarantine', name!))).toEqual(torn)
  await log.close()
})

test('positions that readers may have passed are not given to new records', async () => {
  const directory = await temporaryDirectory()
  const checkpoint = (await write(directory, ['first', 'acknowledged, then flipped'])).at(-1)!
  await flipBit(directory, checkpoint - 1, 0)
  const log = await openFileLog({ directory })
  await log.append(Buffer.from('new'))
  expect((await readAll(directory, log.durable, { from: checkpoint })).texts).toEqual(['new'])
  await log.close()
})

test('a flipped bit among valid records is quarantined at boot, and the server goes on', async () => {
  const directory = await temporaryDirectory()
  const ends = await write(directory, ['one', 'two', 'three'])
  await flipBit(directory, ends[0]! + 13, 5)
  const log = await openFileLog({ directory })
  expect(log.health.damaged).toEqual([
    { position: ends[0], bytes: ends[1]! - ends[0]!, reason: 'checksum does not match' },
  ])
  expect((await readAll(directory, log.durable)).texts).toEqual(['one', 'three'])
  await log.close()
})

test('damage in an older segment is left to readers, whose report joins health once', async () => {
  const directory = await temporaryDirectory()
  const ends = await write(directory, ['a'.repeat(80), 'b'.repeat(80), 'c'.repeat(80), 'd'.repeat(80)], 200)
  await flipBit(directory, ends[0]! + 2, 1)
  const log = await openFileLog({ directory })
  expect(log.health.damaged).toEqual([])
  for (let twice = 0; twice < 2; twice++) log.noteDamage((await readAll(directory, log.durable)).damaged)
  expect(log.health.damaged).toEqual([{ position: ends[0], bytes: 92, reason: 'checksum does not match' }])
  await log.close()
})

test('a segment that was cut short is told as missing, and the reader goes on behind it', async () => {
  const directory = await temporaryDirectory()
  const ends = await write(directory, ['a'.repeat(80), 'b'.repeat(80), 'c'.repeat(80)], 200)
  await truncate(segmentPath(directory, 0), ends[0])
  const { texts, damaged } = await readAll(directory, ends[2]!)
  expect(texts).toEqual(['a'.repeat(80), 'c'.repeat(80)])
  expect(damaged).toEqual([{ position: ends[0], bytes: 92, reason: 'missing from the directory' }])
})

async function flipBit(directory: string, position: number, bit: number): Promise<void> {
  const bases = (await readdir(directory)).filter((name) => name.endsWith('.seg')).map(Number.parseFloat)
  const base = Math.max(...bases.filter((base) => base <= position))
  const file = await open(segmentPath(directory, base), 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, position - base)
  byte[0]! ^= 1 << bit
  await file.write(byte, 0, 1, position - base)
  await file.close()
}
