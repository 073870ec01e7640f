/** Appends numbered records, some at a time, until it is killed; prints the number of each once it is durable. */
import { openFileLog } from '../../src/drivers/file/log/file-log.ts'

const log = await openFileLog({ directory: process.argv[2]!, segmentBytes: 20_000 })
let next = Number(process.argv[3])
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (;;) {
      const number = next++
      await log.append(Buffer.from(`record ${number} ${'z'.repeat(number % 700)}`))
      process.stdout.write(`${number}\n`)
    }
  }),
)
