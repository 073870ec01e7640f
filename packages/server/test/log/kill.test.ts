import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFileLog } from '../../src/drivers/file/log/file-log.ts'
import { readAll } from './read-all.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const program = fileURLToPath(new URL('appending-process.ts', import.meta.url))

test('what was acknowledged before a kill -9 is there once, in order, after each of several', async () => {
  const directory = await temporaryDirectory()
  const acknowledged: number[] = []
  for (let cycle = 0; cycle < 3; cycle++) {
    const start = 1_000_000 * cycle
    const child = spawn(process.execPath, ['--import', 'tsx', program, directory, String(start)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.length > 3000) child.kill('SIGKILL')
    })
    await once(child, 'close')
    // The kill may have cut the last line.
    acknowledged.push(...printed.slice(0, printed.lastIndexOf('\n')).split('\n').map(Number))
  }

  const log = await openFileLog({ directory })
  const { texts, damaged } = await readAll(directory, log.durable)
  await log.close()
  const stored = texts.map((text) => Number(text.split(' ')[1]))
  expect(damaged).toEqual([])
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored).toEqual([...stored].sort((a, b) => a - b))
  const known = new Set(stored)
  expect(acknowledged.length).toBeGreaterThan(1000)
  expect(acknowledged.filter((number) => !known.has(number))).toEqual([])
})
