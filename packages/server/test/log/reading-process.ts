/** Reads a log that another process writes, until it has seen so many records. Arguments: directory, count. */
import { stat } from 'node:fs/promises'
import { openFileLogReader } from '../../src/drivers/file/log/file-log-reader.ts'
import { scanFrames } from '../../src/drivers/file/log/frame.ts'
import { listSegments, segmentPath } from '../../src/drivers/file/log/segments.ts'
import { readFile } from 'node:fs/promises'

const directory = process.argv[2]!
const expected = Number(process.argv[3])
const reader = await openFileLogReader({ directory })
let at = 0
let count = 0
let inOrder = true
let damaged = 0
while (count < expected) {
  const read = await reader.read(at, await writtenEnd())
  for (const { payload } of read.entries) {
    inOrder &&= Buffer.from(payload).toString() === `record ${count}`
    count++
  }
  damaged += read.damaged.length
  at = read.next
}
console.log(JSON.stringify({ count, inOrder, damaged }))

/** The server tells its readers what is durable; here the last whole frame of the last segment stands for it. */
async function writtenEnd(): Promise<number> {
  const base = (await listSegments(directory)).at(-1)!
  const { size } = await stat(segmentPath(directory, base))
  const bytes = (await readFile(segmentPath(directory, base))).subarray(0, size)
  return scanFrames(bytes, base, false).next
}
