import type { Listen } from './listen.ts'

/** Calls `check` after every change of the page's address without a load, until `signal` aborts. */
export const onNavigation = (listen: Listen, signal: AbortSignal, check: () => void): void => {
  const { navigation } = window as { navigation?: EventTarget }
  listen('popstate currententrychange', check, navigation)
  if (navigation) return

  // Browsers without the Navigation API don't report these calls.
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name]
    const patched: History['pushState'] = (...args) => {
      original.apply(history, args)
      check()
    }
    history[name] = patched
    signal.addEventListener('abort', () => {
      // Unless somebody else has patched it since.
      if (history[name] === patched) history[name] = original
    })
  }
}
