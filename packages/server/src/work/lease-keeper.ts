import type { Lease, Leases } from '../store/ports.ts'

/** Whether this process is the one that works for an organization. */
export interface LeaseKeeper {
  /** The lease, acquired where it is free, and renewed from then on; null while another process holds it. */
  hold(): Promise<HeldLease | null>
  /** Lets go, so that another process can begin at once. May be called again; nothing is held afterwards. */
  close(): Promise<void>
}

export interface HeldLease {
  /** For `log.append`: what a former holder appends is refused. */
  readonly lease: Lease
  /** Aborts when the lease was lost or let go of: then stop. */
  readonly lost: AbortSignal
}

/** A holder that was killed is followed after so long, and after the rest of whatever asks next, in milliseconds. */
const ttlMs = 15_000
const renewEveryMs = 4_000
/** Whether it has become free is asked at most so often, in milliseconds. */
const askEveryMs = 2_000

/** Keeps the lease `name` from the first time that somebody needs it. Keeps no process alive. */
export function keepLease(leases: Leases, name: string): LeaseKeeper {
  let held: { lease: Lease; lost: AbortController; until: number; timer: NodeJS.Timeout } | null = null
  let asking: Promise<HeldLease | null> | null = null
  let refusedAt = Number.NEGATIVE_INFINITY
  let closed = false

  async function acquire(): Promise<HeldLease | null> {
    if (performance.now() - refusedAt < askEveryMs) return null
    const askedAt = performance.now()
    const lease = await leases.acquire(name, { ttlMs })
    if (lease === null) {
      refusedAt = performance.now()
      return null
    }
    if (closed) {
      await lease.release()
      return null
    }
    const timer = setInterval(() => void renew(), renewEveryMs).unref()
    held = { lease, lost: new AbortController(), until: askedAt + ttlMs, timer }
    return current()
  }

  /** Null once nobody knows that it still holds: this process may have stood still, or not reached the store. */
  function current(): HeldLease | null {
    if (held !== null && performance.now() >= held.until) lose()
    return held === null ? null : { lease: held.lease, lost: held.lost.signal }
  }

  function lose(): void {
    if (held === null) return
    const { timer, lost } = held
    held = null
    clearInterval(timer)
    lost.abort(new Error('Another process works for this organization now'))
  }

  async function renew(): Promise<void> {
    if (current() === null) return
    const renewed = held!
    const askedAt = performance.now()
    // Where the store can't be asked it may be ours still: the next renewal tells, until time has run out.
    const isOurs = await renewed.lease.renew().catch(() => null)
    if (isOurs === true) renewed.until = askedAt + ttlMs
    if (isOurs === false && held === renewed) lose()
  }

  return {
    async hold() {
      if (closed) return null
      const known = current()
      if (known !== null) return known
      asking ??= acquire().finally(() => (asking = null))
      return asking
    },
    async close() {
      closed = true
      await asking?.catch(() => undefined)
      const lease = held?.lease
      lose()
      // Where that fails it expires by itself.
      await lease?.release().catch(() => undefined)
    },
  }
}
