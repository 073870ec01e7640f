import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@customer-intel/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ImportStopped, importLines, maxLineBytes } from '../../src/program/import/import-lines.ts'
import { type ImportProgress, openImportState } from '../../src/program/import/import-state.ts'
import type { ImportAnswer, ImportTarget } from '../../src/program/import/import-target.ts'
import { intoServer } from '../../src/program/import/import-target.ts'
import { type Line, readLines } from '../../src/program/import/ndjson-lines.ts'
import { createProgressLine } from '../../src/program/import/progress-line.ts'

const beginning: ImportProgress = { offset: 0, line: 0, imported: 0, refused: 0 }

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function linesOf(bytes: Buffer, size = 7, maxBytes = 100): Promise<Line[]> {
  const lines: Line[] = []
  const options = { maxBytes, after: { line: 0, offset: 0 } }
  for await (const line of readLines(chunksOf(bytes, size), options)) lines.push(line)
  return lines
}

/** Takes everything, or answers what it is told to. */
function target(answer: (texts: string[]) => ImportAnswer = () => ({ outcome: 'imported', errors: [] })) {
  const batches: string[][] = []
  const made: ImportTarget = {
    name: 'test',
    async send(records) {
      const texts = records.map(({ text }) => text)
      batches.push(texts)
      return answer(texts)
    },
  }
  return { target: made, batches }
}

async function importText(text: string | Buffer, to: ImportTarget) {
  const waits: number[] = []
  const refused: [line: number, message: string][] = []
  const reached: ImportProgress[] = []
  const lines = readLines(chunksOf(Buffer.from(text as string), 65_536), {
    maxBytes: maxLineBytes,
    after: beginning,
  })
  const end = await importLines(lines, {
    target: to,
    from: beginning,
    onRefused: (line, message) => refused.push([line, message]),
    onProgress: async (progress) => {
      reached.push(progress)
    },
    wait: async (ms) => {
      waits.push(ms)
    },
  })
  return { end, refused, reached, waits }
}

describe('the lines of a file', () => {
  it('are what lies between line breaks, however it comes in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 1, max: 50 }),
        async (bytes, size) => {
          const whole = Buffer.from(bytes.map((byte) => (byte < 60 ? 0x0a : byte)))
          const lines = await linesOf(whole, size, 1_000)
          const parts = lines.map(({ bytes: line }) => line?.toString('latin1'))
          expect(parts.join('\n')).toBe(whole.toString('latin1').replace(/\n$/, ''))
          expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1))
          for (const { end } of lines) expect(end === whole.length || whole[end - 1] === 0x0a).toBe(true)
        },
      ),
    )
  })

  it('longer than the limit are skipped, and the next is found', async () => {
    const lines = await linesOf(Buffer.from(`a\n${'x'.repeat(101)}\nb`))
    expect(lines.map(({ bytes, end }) => [bytes?.toString() ?? null, end])).toEqual([
      ['a', 2],
      [null, 104],
      ['b', 105],
    ])
  })
})

describe('an import', () => {
  it('sends at most 1,000 records and about 1 MB at once, in order, and tells where it is after each', async () => {
    const { target: to, batches } = target()
    const small = Array.from({ length: 2_500 }, (_, index) => `{"a":${index}}`)
    const large = Array.from({ length: 4 }, () => JSON.stringify('x'.repeat(600_000)))
    const text = [...small, ...large].join('\n')
    const { end, reached } = await importText(text, to)
    expect(batches.map(({ length }) => length)).toEqual([1_000, 1_000, 501, 1, 1, 1])
    expect(batches.flat()).toEqual([...small, ...large])
    expect(end).toEqual({ offset: text.length, line: 2_504, imported: 2_504, refused: 0 })
    for (const { offset, line } of reached) {
      expect(text.slice(0, offset).split('\n').filter(Boolean)).toHaveLength(line)
    }
  })

  it('refuses what is no record by its line, and sends the rest', async () => {
    const { target: to, batches } = target(() => ({
      outcome: 'imported',
      errors: [{ index: 1, message: 'records[1].customer.id names no customer.' }],
    }))
    const { refused, end } = await importText(
      Buffer.concat([
        Buffer.from('\uFEFF{"a":1}\r\n\r\n  \n{"a":2}\n{"a":\n'),
        Buffer.from([0x22, 0xff, 0x22, 0x0a]),
        Buffer.from(`"${'x'.repeat(maxLineBytes)}"\n{"a":3}`),
      ]),
      to,
    )
    expect(batches).toEqual([['{"a":1}', '{"a":2}', '{"a":3}']])
    expect(refused).toEqual([
      [5, 'is not JSON: write one record a line, as an object'],
      [6, 'is not UTF-8: save the file as UTF-8'],
      [7, `is longer than ${maxLineBytes} bytes: shorten its text`],
      [4, 'customer.id names no customer.'],
    ])
    expect(end).toMatchObject({ line: 8, imported: 2, refused: 4 })
  })

  it('finds the record that spoils a whole batch', async () => {
    const { target: to } = target((texts) =>
      texts.includes('13')
        ? { outcome: 'refused', message: 'has too many fields' }
        : { outcome: 'imported', errors: [] },
    )
    const { refused, end } = await importText(
      Array.from({ length: 20 }, (_, index) => String(index)).join('\n'),
      to,
    )
    expect(refused).toEqual([[14, 'has too many fields']])
    expect(end).toMatchObject({ imported: 19, refused: 1 })
  })

  it('waits for a target that can’t now, and stops at one that never will', async () => {
    let left = 2
    const later = target(() => {
      left -= 1
      return left >= 0
        ? { outcome: 'later', message: 'busy', retryAfterMs: left * 5_000 }
        : { outcome: 'imported', errors: [] }
    })
    const { end, waits } = await importText('1', later.target)
    expect(end).toMatchObject({ imported: 1 })
    expect(waits).toEqual([5_000, 1_000])
    expect(later.batches).toHaveLength(3)
    const never = target(() => ({ outcome: 'failed', message: 'no such route' }))
    await expect(importText('1', never.target)).rejects.toThrow(new ImportStopped('no such route'))
  })

  it('knows a server that isn’t there from one that refuses', async () => {
    const to = intoServer(new URL('http://127.0.0.1:1/base'), 'ok_x')
    expect(to.name).toBe('http://127.0.0.1:1/base/api/records')
    expect(await to.send([{ text: '1', value: 1 }])).toMatchObject({ outcome: 'later' })
    const long = JSON.stringify('x'.repeat(limits.records.bodyBytes))
    expect(await to.send([{ text: long, value: '' }])).toMatchObject({ outcome: 'refused' })
  })
})

describe('the state of an import', () => {
  it('goes on with the same file into the same target, and with no other', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'customer-intel-state-'))
    const file = join(directory, 'f.ndjson')
    await writeFile(file, '1\n2\n')
    const open = (target: string, restart = false) => openImportState(file, { target, restart })
    const progress = { offset: 2, line: 1, imported: 1, refused: 0 }
    const first = await open('a')
    expect(first.found).toBeNull()
    await first.save(progress)
    expect((await open('a')).found).toMatchObject(progress)
    expect((await open('b')).found).toBeNull()
    expect((await open('a', true)).found).toBeNull()
    await utimes(file, 1, 1)
    expect((await open('a')).found).toBeNull()
    await first.remove()
    await rm(directory, { recursive: true })
  })
})

describe('the progress of an import', () => {
  function show(isTTY: boolean, totalBytes: number | null): string {
    let text = ''
    let now = 0
    const stream = { isTTY, write: (part: string) => (text += part) } as unknown as NodeJS.WriteStream
    const line = createProgressLine(stream, { totalBytes, clock: () => now })
    line.show(beginning)
    now = 10_000
    line.show({ offset: 50, line: 5, imported: 5_000, refused: 2 })
    line.show({ offset: 51, line: 6, imported: 5_001, refused: 2 })
    line.say('Line 7: no')
    line.end()
    return text
  }

  it('is a bar in a terminal', () => {
    const text = show(true, 100)
    expect(text).toContain('[##############--------------] 50 %  5000 imported, 2 refused, 500/s')
    expect(text).not.toContain('5001')
    expect(text.endsWith('\r\u001b[KLine 7: no\n\r\u001b[K')).toBe(true)
  })

  it('is a line now and then elsewhere, and knows no share of what has no end', () => {
    expect(show(false, null)).toBe('5000 imported, 2 refused, 500/s\nLine 7: no\n')
  })
})
