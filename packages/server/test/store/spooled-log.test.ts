import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../src/kernel/errors.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import type { Log } from '../../src/kernel/store/ports.ts'
import { spoolLog, type SpooledLog } from '../../src/drivers/spool/spooled-log.ts'

let directory: string
let isAway: boolean
let log: SpooledLog
/** What the store behind got, in its order. */
let stored: string[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-spool-'))
  isAway = false
  stored = []
  const store = memoryStore()
  const { log: inner } = store.organization('11111111-1111-4111-8111-111111111111')
  const flaky: Log = {
    ...inner,
    async append(payload) {
      // A little longer than a file takes, so that there is always somebody under way.
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (isAway) throw new AppError('LOG_UNAVAILABLE', 'away')
      stored.push(Buffer.from(payload).toString())
      return inner.append(payload)
    },
    get health() {
      return inner.health
    },
  }
  log = spoolLog(flaky, {
    directory: join(directory, 'spool'),
    budget: { maxBytes: 64 * 1024 * 1024, usedBytes: 0 },
    onProblem: () => undefined,
  })
})
afterEach(async () => {
  await log.close()
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

it('what waits is drained while more comes all the time, and each record is stored once, in the order of its sender', async () => {
  let sending = true
  const sent: string[] = []
  const senders = Array.from({ length: 32 }, async (_, sender) => {
    for (let number = 0; sending; number++) {
      const name = `${sender} ${number}`
      await log.append(Buffer.from(name))
      sent.push(name)
    }
  })
  isAway = true
  await vi.waitFor(() => expect(log.health).toHaveProperty('spooled'))
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(2_000))
  isAway = false
  await vi.waitFor(() => expect(log.health).not.toHaveProperty('spooled'))
  sending = false
  await Promise.all(senders)
  expect(stored.toSorted()).toEqual(sent.toSorted())
  for (let sender = 0; sender < 32; sender++) {
    const numbers = stored.flatMap((name) =>
      name.startsWith(`${sender} `) ? [Number(name.split(' ')[1])] : [],
    )
    expect(numbers).toEqual(numbers.toSorted((left, right) => left - right))
  }
})
