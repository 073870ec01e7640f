import { guard } from '../warn.ts'

/** Installs a listener that can't throw into the page, for each of `types`. */
export type Listen = <E extends Event = Event>(
  target: EventTarget,
  types: string,
  handler: (event: E) => unknown,
) => void

/** Gives a `listen` function; what it installs goes when `signal` aborts. */
export const createListen =
  (signal: AbortSignal): Listen =>
  (target, types, handler) => {
    const safe = guard(handler) as (event: Event) => void
    // In the capture phase, as the page's own handlers may stop an event on its way.
    for (const type of types.split(' ')) target.addEventListener(type, safe, { capture: true, signal })
  }
