import { guard } from '../warn.ts'

/** Installs a listener that can't throw into the page, for each of `types`. */
export type Listen = <E extends Event = Event>(
  types: string,
  handler: (event: E) => unknown,
  /** Default: the window, which gets all events except those that stay within a shadow root. */
  target?: EventTarget,
) => void

/** Creates a `listen` function; its listeners are removed when `signal` aborts. */
export const createListen =
  (signal: AbortSignal): Listen =>
  (types, handler, target = window) => {
    const safe = guard(handler) as (event: Event) => void
    // In the capture phase: the page's own handlers may stop an event.
    for (const type of types.split(' ')) target.addEventListener(type, safe, { capture: true, signal })
  }
