import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MergeLimits } from '../../src/customers/identity/merge-protection.ts'
import type { LogRecord } from '../../src/kernel/log/record.ts'
import { batches, brought, decide, lastOfEach, toRecords } from '../support/generated-log.ts'
import { openProjected, readModels } from '../support/projected.ts'

/** How many times as long to search; then among other examples each time, and a failure prints their seed. */
const thoroughness = Number(process.env['SVC_TEST_THOROUGHNESS'] ?? 1)
/** Every day the same examples, so that a change is judged by itself; without a search for a smaller one, which takes minutes. */
const search = { endOnFailure: true, ...(thoroughness === 1 && { seed: 20_261_121 }) }

/** What came, in the batches in which it was projected; and the plain log that it must come to. */
interface History {
  came: LogRecord[][]
  plain: LogRecord[]
}

type Log = fc.Arbitrary<LogRecord[]>

const activation: LogRecord = { kind: 'activation', receivedAt: 0, eventName: 'project_created' }

const logs: { of: string; log: Log }[] = [
  { of: 'events', log: batches },
  {
    of: 'events and records',
    log: fc
      .tuple(batches, fc.array(brought, { minLength: 1, maxLength: 10 }))
      .map(([events, drafts]) => [...events, ...lastOfEach(drafts)]),
  },
]

const ways: { that: string; runs: number; histories: (log: Log) => fc.Arbitrary<History> }[] = [
  {
    that: 'any order of arrival and any split into micro-batches give the same',
    runs: 20,
    histories: (log) =>
      log.chain((plain) =>
        fc
          .tuple(
            fc.shuffledSubarray(plain, { minLength: plain.length }),
            fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
          )
          .map(([shuffled, sizes]) => ({ plain, came: chunked(shuffled, sizes) })),
      ),
  },
  {
    that: 'what is repeated changes nothing',
    runs: 6,
    histories: (log) => log.map((plain) => ({ plain, came: [plain, plain, [...plain, ...plain].reverse()] })),
  },
  {
    that: 'a cut that is taken back leaves no trace',
    runs: 6,
    histories: (log) => log.map((plain) => ({ plain, came: [plain, [decide('cut')], [decide('mend')]] })),
  },
  {
    that: 'a cut counts whenever it is decided',
    runs: 6,
    histories: (log) =>
      fc.tuple(log, fc.nat(20)).map(([list, place]) => ({
        plain: [decide('cut'), ...list],
        came: [list.slice(0, place), [decide('cut')], list.slice(place)],
      })),
  },
]

/** An equal record changes nothing, not even since when it is known: here all come at one time. */
const atOnce = fc.array(
  brought.map(({ record }) => ({ at: Date.UTC(2026, 0, 1), record })),
  { minLength: 1, maxLength: 8 },
)

const replacements: fc.Arbitrary<History> = fc
  .tuple(batches, atOnce, atOnce)
  .map(([events, former, latter]) => {
    const last = lastOfEach([...former, ...latter])
    return {
      plain: [...events, ...last],
      came: [events, former.map(toRecords), latter.map(toRecords), last, last],
    }
  })

describe('The read models do not depend on how the log came about', () => {
  for (const { of, log } of logs)
    for (const { that, runs, histories } of ways) compare(`of ${of}, ${that}`, runs, histories(log))

  for (const { that, runs, histories } of ways)
    compare(`of events and records that cross the limits, ${that}`, runs / 2, histories(logs[1]!.log), tight)

  compare('records that are replaced, repeated and put back leave what the last ones say', 15, replacements)
})

/** So small that histories of a few people on a few devices cross each of them. */
const tight: MergeLimits = {
  counterparts: 2,
  personKeys: 3,
  devicePeople: 2,
  deviceCombinations: 5,
  personDevices: 3,
  personAccounts: 1,
  deviceTurns: 2,
}

function compare(
  what: string,
  runs: number,
  histories: fc.Arbitrary<History>,
  mergeLimits?: MergeLimits,
): void {
  test(
    what,
    () =>
      fc.assert(
        fc.asyncProperty(histories, async ({ came, plain }) => {
          expect(await project(came, mergeLimits)).toEqual(await project([plain], mergeLimits))
        }),
        { numRuns: runs * thoroughness, ...search },
      ),
    120_000 * thoroughness,
  )
}

/** Subjects say what their contact is called. */
const misnamed = `select s.subject, s.contact_name, c.name, c.email from subjects s
  left join contacts c on c.user_id = s.user_id
  where s.contact_name is distinct from coalesce(c.name, c.email)`

async function project(chunks: LogRecord[][], mergeLimits?: MergeLimits): Promise<unknown> {
  const projected = await openProjected({ mergeLimits })
  try {
    await projected.apply([activation], ...chunks)
    expect(await projected.rows(misnamed)).toEqual([])
    return await readModels(projected)
  } finally {
    await projected.close()
  }
}

function chunked<Item>(items: readonly Item[], sizes: readonly number[]): Item[][] {
  const chunks: Item[][] = []
  for (let from = 0, i = 0; from < items.length; from += sizes[i++ % sizes.length]!) {
    chunks.push(items.slice(from, from + sizes[i % sizes.length]!))
  }
  return chunks
}
