import * as v from 'valibot'
import type { Documents } from '../store/ports.ts'
import { reasonOf } from '../reason-of.ts'

/** How much an organization has used the server. */
export interface Usage {
  /** By the API key's id. */
  keys: Record<string, KeyUsage>
  /** Tool calls of one billing cycle: a calendar month in UTC. */
  apiCalls: {
    /** `2026-11`; empty before the first call. */
    month: string
    count: number
  }
}

export interface KeyUsage {
  /** ISO 8601, UTC. */
  lastUsedAt: string
  totalRequests: number
}

/** Usage of one organization, counted in memory and stored within a second: a request costs no write. */
export interface UsageBook {
  /** This process's counts are current, those of others as of the last write. */
  readonly usage: Readonly<Usage>
  /** `at`: ISO 8601, UTC. */
  countRequest(apiKeyId: string, at: string): void
  /**
   * Counts a tool call of a `month` (`2026-11`), unless its `limit` is reached: then resolves false. Near the limit each
   * call is a write, so that it holds for all processes together.
   */
  takeApiCall(month: string, limit: number | null): Promise<boolean>
  /** Stores the counts, and stops. */
  close(): Promise<void>
}

const name = 'usage'
const maxAttempts = 20
/** So many calls before a limit, and this part of it, are counted exactly: more than others may have counted in half a second. */
const exactCalls = 100
const exactPart = 0.01

const UsageSchema = v.object({
  keys: v.record(v.string(), v.object({ lastUsedAt: v.string(), totalRequests: v.number() })),
  apiCalls: v.object({ month: v.string(), count: v.number() }),
}) satisfies v.GenericSchema<Usage>

/**
 * Usage in a document. Counts since the last write are added to the stored ones, so that any number of processes can
 * count; a crash loses the counts of the last second. A document that can't be read is reported, and counting goes on in
 * memory.
 */
export async function openUsage(
  documents: Documents,
  options: {
    /** Called when the document can't be read or written. */
    onProblem: (problem: string) => void
    /** How long a count may wait to be stored. Default 500. */
    writeAfterMs?: number
  },
): Promise<UsageBook> {
  const { onProblem, writeAfterMs = 500 } = options
  /** The stored usage plus `unstored`. */
  let usage = await readUsage(documents).catch((error: unknown) => {
    onProblem(
      `The counts of usage can't be read: ${reasonOf(error)}. Correct or remove it; until then counts are in memory alone`,
    )
    return noUsage()
  })
  let unstored = noUsage()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  function count(counted: Usage): void {
    usage = add(usage, counted)
    unstored = add(unstored, counted)
    timer ??= setTimeout(() => void write(), writeAfterMs).unref()
  }

  const callsLeft = ({ apiCalls }: Usage, month: string, limit: number) =>
    limit - (apiCalls.month === month ? apiCalls.count : 0)

  /** `take`: a call that counts if its limit isn't reached. Resolves with whether it was. */
  async function store(take?: { month: string; limit: number }): Promise<boolean> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const found = await documents.read(name)
      const storing = unstored
      unstored = noUsage()
      let next = add(found === null ? noUsage() : parse(found.value), storing)
      const isTaken = take !== undefined && callsLeft(next, take.month, take.limit) > 0
      if (isTaken) next = add(next, oneCall(take.month))
      const written = await documents
        .write(name, next, { expected: found?.version ?? null })
        .catch((error: unknown) => {
          unstored = add(storing, unstored)
          throw error
        })
      if (written !== null) {
        usage = add(next, unstored)
        return isTaken
      }
      unstored = add(storing, unstored)
    }
    throw new Error(`${documents.place(name)} is changed again and again by others`)
  }

  function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing
      .then(() => store())
      .then(() => undefined)
      .catch((error: unknown) =>
        onProblem(`The counts of usage can't be stored, and are with the next: ${reasonOf(error)}`),
      )
    return writing
  }

  return {
    get usage() {
      return usage
    },
    countRequest: (apiKeyId, at) =>
      count({ ...noUsage(), keys: { [apiKeyId]: { lastUsedAt: at, totalRequests: 1 } } }),
    async takeApiCall(month, limit) {
      if (limit !== null) {
        const left = callsLeft(usage, month, limit)
        if (left <= 0) return false
        if (left <= limit * exactPart + exactCalls) {
          // While it can't be stored, calls are counted in memory.
          const taking = writing.then(() => store({ month, limit })).catch(() => null)
          writing = taking.then(() => undefined)
          const isTaken = await taking
          if (isTaken !== null) return isTaken
        }
      }
      count(oneCall(month))
      return true
    },
    async close() {
      if (timer !== null) await write()
      await writing
    },
  }
}

/** The usage as last stored. Rejects when it can't be read. */
export async function readUsage(documents: Documents): Promise<Usage> {
  const found = await documents.read(name)
  return found === null ? noUsage() : parse(found.value)
}

/** An invalid document counts as empty. */
function parse(value: unknown): Usage {
  const parsed = v.safeParse(UsageSchema, value)
  return parsed.success ? parsed.output : noUsage()
}

function oneCall(month: string): Usage {
  return { keys: {}, apiCalls: { month, count: 1 } }
}

function noUsage(): Usage {
  return { keys: {}, apiCalls: { month: '', count: 0 } }
}

/** The sum of both; of the calls only the later month's. */
function add(usage: Usage, more: Usage): Usage {
  const keys = { ...usage.keys }
  for (const [id, counted] of Object.entries(more.keys)) {
    const known = keys[id] ?? { lastUsedAt: '', totalRequests: 0 }
    keys[id] = {
      lastUsedAt: counted.lastUsedAt > known.lastUsedAt ? counted.lastUsedAt : known.lastUsedAt,
      totalRequests: known.totalRequests + counted.totalRequests,
    }
  }
  const [earlier, later] = [usage.apiCalls, more.apiCalls].sort((left, right) =>
    left.month < right.month ? -1 : 1,
  ) as [Usage['apiCalls'], Usage['apiCalls']]
  const count = later.count + (earlier.month === later.month ? earlier.count : 0)
  return { keys, apiCalls: { month: later.month, count } }
}
