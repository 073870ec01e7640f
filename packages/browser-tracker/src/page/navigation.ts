import type { Listen } from './listen.ts'

/**
 * Calls `check` after every change of the page's address without a load, until `signal` aborts; with whether the entry of
 * the history was replaced.
 */
export const onNavigation = (
  listen: Listen,
  signal: AbortSignal,
  check: (isReplaced: boolean) => void,
): void => {
  const { navigation } = window as { navigation?: EventTarget }
  listen(
    'popstate currententrychange',
    ({ navigationType }: Event & { navigationType?: string }) => check(navigationType === 'replace'),
    navigation,
  )
  if (navigation) return

  // Browsers without the Navigation API don't report these calls.
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name]
    const patched: History['pushState'] = (...args) => {
      original.apply(history, args)
      check(name === 'replaceState')
    }
    history[name] = patched
    signal.addEventListener('abort', () => {
      // Unless somebody else has patched it since.
      if (history[name] === patched) history[name] = original
    })
  }
}
