import type { Nodes } from './nodes.ts'

/** A limit of requests per second that all nodes share. */
export interface SharedRates {
  /** Counts a request of a key, admitted or not, and returns this node's part of `limit`. */
  note(key: string, limit: number): number
  close(): void
}

/** How often nodes exchange their rates, in milliseconds. */
const everyMs = 1_000
/** Rates below this part of the limit aren't exchanged: it would take many such nodes to matter. */
const minShare = 0.03
/** A rate that a node reported longer ago than this is ignored. */
const holdsForMs = 3_000

/**
 * Shares a limit by demand: a node may use what the others don't; if together they exceed the limit, each gets a part in
 * proportion to its own rate. Uses the store only once the rates matter; adapts within two seconds.
 */
export function createSharedRates(nodes: Nodes): SharedRates {
  const counting = new Map<string, { count: number; limit: number }>()
  let own = new Map<string, number>()
  let others = new Map<string, number>()
  let reported = false
  let timer: NodeJS.Timeout | null = null

  async function share(): Promise<void> {
    own = new Map([...counting].map(([key, { count }]) => [key, count]))
    const heavy = [...counting].filter(([, { count, limit }]) => count >= limit * minShare)
    counting.clear()
    if (heavy.length === 0 && !reported) {
      others = new Map()
      if (own.size === 0) stop()
      return
    }
    // While the store is away, the last known rates hold.
    const found = await nodes.others()
    const sums = new Map<string, number>()
    for (const { rates, silentMs } of found)
      for (const [key, rate] of silentMs < holdsForMs ? Object.entries(rates) : [])
        sums.set(key, (sums.get(key) ?? 0) + rate)
    others = sums
    if (found.length === 0 && !reported) return
    await nodes.report({ rates: Object.fromEntries(heavy.map(([key, { count }]) => [key, count])) })
    reported = heavy.length > 0
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

/** This node's part of a limit, from its own and the others' rates. */
export function allowanceOf(limit: number, own: number, others: number): number {
  return Math.max(1, Math.floor(Math.max(limit - others, (limit * own) / (own + others))))
}
