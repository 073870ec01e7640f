import assert from 'node:assert/strict'
import { maxPayloadBytes, type Position } from '../store/ports.ts'
import { decodeRecord, encodeRecord } from '../log/record.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { awkwardText } from './entries.ts'
import { readBetween, readWhole } from './read-log.ts'
import { type Check, make, type OpenedStore } from './suite-case.ts'

/** The log: what was appended is durable, and is read as it was appended. */
export const logCases: Check<OpenedStore>[] = [
  {
    name: 'gives back every record of the log byte for byte, in the order of the appends, also of those that wait together',
    async check({ store }) {
      const { workspace } = await make(store)
      const { log } = workspace
      assert.equal(await log.end(), 0)
      const payloads = Array.from({ length: 200 }, (_, index) => payloadOf(`${index}`, index * 40))
      const positions = [await log.append(payloads[0]!)]
      assert.equal(await log.end(), positions[0])
      positions.push(...(await Promise.all(payloads.slice(1).map((payload) => log.append(payload)))))
      assert.equal(await log.end(), positions.at(-1))
      const entries = await readWhole(workspace)
      assert.deepEqual(
        entries.map(({ payload }) => Buffer.from(payload)),
        payloads.map((payload) => Buffer.from(payload)),
      )
      assert.deepEqual(
        entries.map(({ next }) => next),
        positions,
      )
      assert.deepEqual(
        entries.map(({ position }) => position),
        [0, ...positions.slice(0, -1)],
      )
      assert.ok(positions.every((position) => Number.isSafeInteger(position)))
    },
  },
  {
    name: 'reads the log from the start of any record, never past the end it is given, and about as much as it is told',
    async check({ store }) {
      const { workspace } = await make(store)
      const ends = await append(workspace, 30)
      {
        const reader = workspace.log
        const middle = await readBetween(reader, ends[9]!, ends[19]!)
        assert.deepEqual(
          middle.map(({ next }) => next),
          ends.slice(10, 20),
        )
        const one = await reader.read(ends[4]!, await workspace.log.end(), { maxBytes: 1 })
        assert.deepEqual([one.entries.length, one.next], [1, ends[5]])
        assert.equal((await readBetween(reader, 0, await workspace.log.end(), 200)).length, 30)
        assert.deepEqual(await reader.read(await workspace.log.end(), await workspace.log.end()), {
          entries: [],
          next: await workspace.log.end(),
          damaged: [],
        })
      }
    },
  },
  {
    name: 'shows an open reader what is appended later',
    async check({ store }) {
      const { workspace } = await make(store)
      {
        const reader = workspace.log
        let at: Position = 0
        for (let index = 0; index < 5; index++) {
          const until = await workspace.log.append(payloadOf(`${index}`))
          const entries = await readBetween(reader, at, until)
          assert.deepEqual(entries.map(nameOf), [`${index}`])
          at = until
        }
      }
    },
  },
  {
    name: 'opens the log where at least the last bytes that are asked for will be read',
    async check({ store }) {
      const { workspace } = await make(store)
      const { log } = workspace
      const ends = await append(workspace, 30)
      for (const bytes of [0, 1, log.durable - ends[19]!, log.durable, log.durable + 1]) {
        const start = await log.startOfLast(bytes)
        assert.ok(start >= 0 && start <= Math.max(0, log.durable - bytes))
        const entries = await readBetween(log, start, log.durable)
        const expected = ends.filter((end) => end > start)
        assert.deepEqual(
          entries.map(({ next }) => next),
          expected,
        )
      }
    },
  },
  {
    name: 'takes the largest record into the log, refuses an empty or larger one, and reads nothing of what it refused',
    async check({ store }) {
      const { workspace } = await make(store)
      const { log } = workspace
      await assert.rejects(log.append(new Uint8Array()), RangeError)
      await assert.rejects(log.append(new Uint8Array(maxPayloadBytes + 1)), RangeError)
      assert.equal(await log.end(), 0)
      const largest = Buffer.alloc(maxPayloadBytes, 0x20)
      largest.set(payloadOf('largest'))
      await log.append(largest)
      const [entry, ...others] = await readWhole(workspace)
      assert.ok(entry && Buffer.compare(entry.payload, largest) === 0, 'the largest record is read')
      assert.deepEqual(others, [])
    },
  },
  {
    name: 'tells whoever listens to the log of each durable position, until they stop',
    async check({ store }) {
      const { log } = (await make(store)).workspace
      const heard: { position: Position; durable: Position }[] = []
      const stop = log.subscribe((position) => heard.push({ position, durable: log.durable }))
      const position = await log.append(payloadOf('a'))
      stop()
      await log.append(payloadOf('b'))
      assert.deepEqual(heard, [{ position, durable: position }])
    },
  },
  {
    name: 'changes records of the log in their places, takes others away, and leaves the rest and what is appended meanwhile',
    async check({ store }) {
      const { workspace } = await make(store)
      const { log } = workspace
      const ends = await append(workspace, 30)
      const rewriting = log.rewrite({
        payload(payload) {
          const name = nameOf({ payload })
          if (name.endsWith('3')) return null
          return name.endsWith('7') ? payloadOf('-') : payload
        },
        isUnwanted: () => true,
      })
      ends.push(await log.append(payloadOf('meanwhile')))
      assert.ok(Number.isSafeInteger(await rewriting))
      ends.push(await log.append(payloadOf('after')))
      const expected = ends.flatMap((next, index) => {
        const name = index === 30 ? 'meanwhile' : index === 31 ? 'after' : `${index}`
        return /^\d*3$/.test(name) ? [] : [{ name: /^\d*7$/.test(name) ? '-' : name, next }]
      })
      const entries = await readWhole(workspace)
      assert.deepEqual(
        entries.map((entry) => ({ name: nameOf(entry), next: entry.next })),
        expected,
      )
    },
  },
  {
    name: 'counts a damaged range of the log once in its health, however often it is told',
    async check({ store }) {
      const { log } = (await make(store)).workspace
      assert.deepEqual(log.health, { unavailable: null, damaged: [] })
      const range = { position: 8, bytes: 24, reason: 'checksum' }
      log.noteDamage([range])
      log.noteDamage([range, { ...range, position: 64 }])
      assert.deepEqual(log.health.damaged, [range, { ...range, position: 64 }])
    },
  },
]

/** A record of which nothing follows but its own name, and at least that many bytes. */
function payloadOf(name: string, bytes = 0): Uint8Array {
  const eventName = `${name}|${awkwardText}${'x'.repeat(bytes)}`
  return encodeRecord({ kind: 'activation', receivedAt: 1, eventName })
}

function nameOf({ payload }: { payload: Uint8Array }): string {
  const record = decodeRecord(payload)
  assert.equal(record.kind, 'activation')
  return (record as { eventName: string }).eventName.split('|')[0]!
}

/** Appends records that are named by their number, one after another. Returns the position after each. */
async function append({ log }: Workspace, count: number): Promise<Position[]> {
  const ends: Position[] = []
  for (let index = 0; index < count; index++) ends.push(await log.append(payloadOf(`${index}`)))
  return ends
}
