import assert from 'node:assert/strict'
import { type Log, maxPayloadBytes, type Position } from '../../kernel/store/ports.ts'
import { readBetween, readWhole, payloadText } from './read-log.ts'
import { awkwardText, type Check, eventually, newOrganization, type StoreUnderTest } from './suite-case.ts'

/** The log: what was appended is durable, and is read as it was appended. */
export const logCases: Check<StoreUnderTest>[] = [
  {
    name: 'gives back every record of the log byte for byte, in the order of the appends, also of those that wait together',
    async check({ store }) {
      const { log } = newOrganization(store)
      assert.equal(await log.end(), 0)
      const payloads = Array.from({ length: 200 }, (_, index) => payloadOf(`${index}`, index * 40))
      const positions = [await log.append(payloads[0]!)]
      assert.equal(await log.end(), positions[0])
      positions.push(...(await Promise.all(payloads.slice(1).map((payload) => log.append(payload)))))
      assert.equal(await log.end(), positions.at(-1))
      const entries = await readWhole(log)
      assert.deepEqual(
        entries.map(({ payload }) => Buffer.from(payload)),
        payloads,
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
    name: 'reads the log from the start of any record, never past the end it is given, and about as much as it is asked for',
    async check({ store }) {
      const { log } = newOrganization(store)
      const ends = await append(log, 30)
      const end = await log.end()
      const middle = await readBetween(log, ends[9]!, ends[19]!)
      assert.deepEqual(
        middle.map(({ next }) => next),
        ends.slice(10, 20),
      )
      const one = await log.read(ends[4]!, end, { maxBytes: 1 })
      assert.deepEqual([one.entries.length, one.next], [1, ends[5]])
      assert.equal((await readBetween(log, 0, end, 200)).length, 30)
      assert.deepEqual(await log.read(end, end), { entries: [], next: end, damaged: [] })
    },
  },
  {
    name: 'says where to start to read at least the last bytes that are asked for',
    async check({ store }) {
      const { log } = newOrganization(store)
      const ends = await append(log, 30)
      const end = await log.end()
      for (const bytes of [0, 1, end - ends[19]!, end, end + 1]) {
        const start = await log.startOfLast(bytes)
        assert.ok(start >= 0 && start <= end)
        const read = await readBetween(log, start, end)
        assert.ok(
          read.reduce((sum, { payload }) => sum + payload.length, 0) >= Math.min(bytes, 30) || start === 0,
        )
        assert.deepEqual(
          read.map(({ next }) => next),
          ends.filter((next) => next > start),
        )
      }
      assert.equal(await log.startOfLast(Number.MAX_SAFE_INTEGER), 0)
    },
  },
  {
    name: 'takes the largest record into the log, refuses an empty or larger one, and reads nothing of what it refused',
    async check({ store }) {
      const { log } = newOrganization(store)
      await assert.rejects(log.append(new Uint8Array()), RangeError)
      await assert.rejects(log.append(new Uint8Array(maxPayloadBytes + 1)), RangeError)
      assert.equal(await log.end(), 0)
      const largest = Buffer.alloc(maxPayloadBytes, 0x20)
      largest.set(payloadOf('largest'))
      await log.append(largest)
      const [entry, ...others] = await readWhole(log)
      assert.ok(entry && Buffer.compare(entry.payload, largest) === 0, 'the largest record is read')
      assert.deepEqual(others, [])
    },
  },
  {
    name: 'tells whoever listens to the log that its end has moved, until they stop',
    async check({ store }) {
      const { log } = newOrganization(store)
      const positions: Position[] = []
      const stop = log.subscribe((end) => positions.push(end))
      const position = await log.append(payloadOf('a'))
      await eventually('the listener is called', async () => positions.includes(position))
      stop()
      const count = positions.length
      await log.append(payloadOf('b'))
      assert.equal(positions.length, count)
    },
  },
  {
    name: 'changes records of the log in their places, takes others away, and leaves the rest and what is appended meanwhile',
    async check({ store }) {
      const { log } = newOrganization(store)
      const ends = await append(log, 30)
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
      const entries = await readWhole(log)
      assert.deepEqual(
        entries.map((entry) => ({ name: nameOf(entry), next: entry.next })),
        expected,
      )
    },
  },
  {
    name: 'has nothing to tell of the health of a log that is well',
    async check({ store }) {
      const { log } = newOrganization(store)
      await append(log, 3)
      await readWhole(log)
      assert.deepEqual(log.health, { unavailable: null, damaged: [] })
    },
  },
]

/** A record of which nothing follows but its own name, and at least that many bytes. JSON, as all records are. */
function payloadOf(name: string, bytes = 0): Buffer {
  return Buffer.from(JSON.stringify({ name, text: `${awkwardText}${'x'.repeat(bytes)}` }))
}

function nameOf(entry: { payload: Uint8Array }): string {
  return (JSON.parse(payloadText(entry)) as { name: string }).name
}

/** Appends records that are named by their number, one after another. Returns the position after each. */
async function append(log: Log, count: number): Promise<Position[]> {
  const ends: Position[] = []
  for (let index = 0; index < count; index++) ends.push(await log.append(payloadOf(`${index}`)))
  return ends
}
