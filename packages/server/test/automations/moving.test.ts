// What was done in one store is done in the one it is moved to: nothing is told again, and what comes is told once.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyStore } from '../../src/program/copying/copy-store.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import { memoryStore } from '../../src/drivers/memory/memory-store.ts'
import { openAutomationServer } from './automation-server.ts'

test.each(['migrate', 'restore'] as const)(
  '%s: a run stays one run, and what waited is sent once',
  async (purpose) => {
    const directory = await mkdtemp(join(tmpdir(), 'customer-intel-moving-'))
    const key = randomBytes(32)
    const secretKeys = async () => [key]
    const openStore = () => fileStore({ directory, sync: false })
    const first = await openAutomationServer({ store: openStore(), secretKeys })
    const { agentId, signalIds } = await first.prepare('upgraded')
    const automation = await first.createAutomation({ agentId, signalIds })
    await first.track('jane@globex.com', 'upgraded')
    const told = await first.waitForRuns(automation.id, 1)
    first.answers.push(503, 503, 503)
    await first.track('joe@initech.com', 'upgraded')
    await first.waitForRuns(automation.id, 1, 'PENDING_DELIVERY')
    await first.running.server.close()
    first.answers.length = 0
    const sent = first.received.length

    const to = memoryStore()
    await copyStore(openStore(), to, { purpose, fromPlace: directory, toPlace: 'memory' })
    const second = await openAutomationServer({ store: to, secretKeys })
    try {
      second.speakFor(first.running)
      second.later = 60_000
      const runs = await second.waitForRuns(automation.id, 2)
      expect(runs).toContainEqual(told[0])
      await second.track('jim@umbrella.com', 'upgraded')
      await second.waitForRuns(automation.id, 3)
      const ids = first.received.map(({ headers }) => headers['webhook-id'])
      expect(ids.slice(0, sent)).not.toContain(ids.at(-1))
      expect(new Set(ids).size).toBe(3)
      expect(ids.filter((id) => id === told[0]!.deliveries[0]!.id)).toHaveLength(1)
    } finally {
      await second.close()
      await first.close()
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  },
)
