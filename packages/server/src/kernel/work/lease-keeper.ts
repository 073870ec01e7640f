import type { Lease, Leases } from '../store/ports.ts'

/** Holds an organization's lease for this process. */
export interface LeaseKeeper {
  /** Acquires the lease if it is free, and renews it from then on. Null while another process holds it. */
  hold(): Promise<HeldLease | null>
  /** Releases the lease, so that another process can take over at once. May be called again. */
  close(): Promise<void>
}

export interface HeldLease {
  /** For `log.append`, which refuses that of a former holder. */
  readonly lease: Lease
  /** Aborts when the lease was lost or released. */
  readonly lost: AbortSignal
}

/** After this time without renewal another process can acquire the lease. */
const ttlMs = 15_000
const renewEveryMs = 4_000
/** Least interval between two attempts to acquire a lease that another process holds. */
const retryEveryMs = 2_000

/**
 * Acquires the lease `name` when it is first needed, while this process `mayHold` it; else it is released within seconds.
 * Keeps no process alive.
 */
export function keepLease(leases: Leases, name: string, mayHold = (): boolean => true): LeaseKeeper {
  let held: { lease: Lease; lost: AbortController; until: number; timer: NodeJS.Timeout } | null = null
  let acquiring: Promise<HeldLease | null> | null = null
  let refusedAt = Number.NEGATIVE_INFINITY
  let closed = false

  async function acquire(): Promise<HeldLease | null> {
    if (performance.now() - refusedAt < retryEveryMs) return null
    const sentAt = performance.now()
    const lease = await leases.acquire(name, { ttlMs })
    if (lease === null) {
      refusedAt = performance.now()
      return null
    }
    if (closed) {
      await lease.release()
      return null
    }
    held = { lease, lost: new AbortController(), until: sentAt + ttlMs, timer: renewSoon() }
    return current()
  }

  /** All leases of a process are renewed at the same moments, so that a store can renew them together. */
  function renewSoon(): NodeJS.Timeout {
    return setTimeout(
      () => {
        if (held !== null) held.timer = renewSoon()
        void renew()
      },
      renewEveryMs - (performance.now() % renewEveryMs),
    ).unref()
  }

  /** Null once the last renewal is older than `ttlMs`: the process was suspended, or couldn't reach the store. */
  function current(): HeldLease | null {
    if (held !== null && performance.now() >= held.until) lose()
    return held === null ? null : { lease: held.lease, lost: held.lost.signal }
  }

  function lose(): void {
    if (held === null) return
    const { timer, lost } = held
    held = null
    clearTimeout(timer)
    lost.abort(new Error('Another process works for this organization now'))
  }

  async function renew(): Promise<void> {
    if (current() === null) return
    if (!mayHold()) return release()
    const renewed = held!
    const sentAt = performance.now()
    // An error says nothing about the lease: it is ours until it expires.
    const isOurs = await renewed.lease.renew().catch(() => null)
    if (isOurs === true) renewed.until = sentAt + ttlMs
    if (isOurs === false && held === renewed) lose()
  }

  async function release(): Promise<void> {
    const lease = held?.lease
    lose()
    // If that fails, it expires by itself.
    await lease?.release().catch(() => undefined)
  }

  return {
    async hold() {
      if (closed || !mayHold()) return null
      const known = current()
      if (known !== null) return known
      acquiring ??= acquire().finally(() => (acquiring = null))
      return acquiring
    },
    async close() {
      closed = true
      await acquiring?.catch(() => undefined)
      await release()
    },
  }
}
