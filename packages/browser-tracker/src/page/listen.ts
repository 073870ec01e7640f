import { guard } from '../warn.ts'

/** Installs a listener that can't throw into the page, in the capture phase, undone with all others. */
export type Listen = <E extends Event = Event>(
  target: EventTarget,
  types: string,
  handler: (event: E) => void,
) => void

/** A `listen` function, and what undoes all that it did. */
export const createListeners = (): { listen: Listen; undo: (() => void)[] } => {
  const undo: (() => void)[] = []
  return {
    undo,
    listen(target, types, handler) {
      const safe = guard(handler) as EventListener
      for (const type of types.split(' ')) {
        // Capture: the page's own handlers may stop an event on its way.
        const options = { capture: true, passive: true }
        target.addEventListener(type, safe, options)
        undo.push(() => target.removeEventListener(type, safe, options))
      }
    },
  }
}
