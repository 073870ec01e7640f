import type { Listen } from './listen.ts'
import type { Page } from './page.ts'

/** When pages come and go, without loads and from the back/forward cache too. */
export interface Lifecycle {
  /** Calls back with each page shown, the first one included. */
  onShow: (callback: (page: Page) => void) => void
  /** Calls back when a page is left or hidden, while events can still be kept. */
  onLeave: (callback: () => void) => void
}

/** Watches the page. `start` shows the first one, `leave` says that it ends here. */
export const watchPages = (
  readPage: () => Page,
  listen: Listen,
  undo: (() => void)[],
): Lifecycle & { start: () => void; leave: () => void } => {
  const shown: ((page: Page) => void)[] = []
  const left: (() => void)[] = []
  let current: Page
  const leave = () => left.forEach((callback) => callback())
  const show = () => shown.forEach((callback) => callback((current = readPage())))
  const check = () => {
    if (current && readPage().address !== current.address) {
      leave()
      show()
    }
  }
  undo.push(() => (shown.length = left.length = 0))

  listen(window, 'popstate hashchange', check)
  const { navigation } = window as { navigation?: EventTarget }
  if (navigation) listen(navigation, 'currententrychange', check)
  else
    for (const name of ['pushState', 'replaceState'] as const) {
      const original = history[name]
      const patched: History['pushState'] = function (this: History, ...args) {
        original.apply(this, args)
        check()
      }
      history[name] = patched
      undo.push(() => {
        if (history[name] === patched) history[name] = original
      })
    }
  listen(document, 'visibilitychange', () => document.visibilityState === 'hidden' && leave())
  listen(window, 'pagehide', leave)
  listen(window, 'pageshow', (event: PageTransitionEvent) => event.persisted && show())

  return {
    onShow: (callback) => shown.push(callback),
    onLeave: (callback) => left.push(callback),
    start: show,
    leave,
  }
}
