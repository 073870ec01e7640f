import type { Nodes } from './nodes.ts'

/** A limit of requests a second that all nodes keep together. */
export interface SharedRates {
  /** Counts a request of a key, admitted or not, and tells how many of `limit` a second are this node's. */
  note(key: string, limit: number): number
  close(): void
}

/** Nodes tell each other their rates, and look at the others', once in so many milliseconds. */
const everyMs = 1_000
/** Where less than this part of the limit is asked for, nothing is told: so many nodes would have to be asked to matter. */
const worthTelling = 0.03
/** What a node told longer ago, in milliseconds, holds no more. */
const holdsForMs = 3_000

/**
 * Shares a limit out by demand: what the others don't ask for is this node's, and when all together ask for more than the
 * limit, each has the part that it is asked for. Costs the store nothing until it matters; what changes is shared out anew
 * within two seconds.
 */
export function createSharedRates(nodes: Nodes): SharedRates {
  const counting = new Map<string, { count: number; limit: number }>()
  let own = new Map<string, number>()
  let others = new Map<string, number>()
  let told = false
  let timer: NodeJS.Timeout | null = null

  async function share(): Promise<void> {
    own = new Map([...counting].map(([key, { count }]) => [key, count]))
    const heavy = [...counting].filter(([, { count, limit }]) => count >= limit * worthTelling)
    counting.clear()
    if (heavy.length === 0 && !told) {
      others = new Map()
      if (own.size === 0) stop()
      return
    }
    // Where the store can't be asked, what was heard last holds.
    const found = await nodes.others()
    const sums = new Map<string, number>()
    for (const { rates, silentMs } of found)
      for (const [key, rate] of silentMs < holdsForMs ? Object.entries(rates) : [])
        sums.set(key, (sums.get(key) ?? 0) + rate)
    others = sums
    if (found.length === 0 && !told) return
    await nodes.tell({ rates: Object.fromEntries(heavy.map(([key, { count }]) => [key, count])) })
    told = heavy.length > 0
  }

  function stop(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  return {
    note(key, limit) {
      timer ??= setInterval(() => void share().catch(() => undefined), everyMs).unref()
      const counted = counting.get(key)
      if (counted === undefined) counting.set(key, { count: 1, limit })
      else counted.count += 1
      return allowanceOf(limit, Math.max(own.get(key) ?? 0, 1), others.get(key) ?? 0)
    },
    close: stop,
  }
}

/** This node's part of a limit, by what it and the others are asked for. */
export function allowanceOf(limit: number, own: number, others: number): number {
  return Math.max(1, Math.floor(Math.max(limit - others, (limit * own) / (own + others))))
}
