// The script tag: `<script src="{base}/svc.js" data-public-key="pk_…" async>`.
import type { TrackerOptions } from './options.ts'
import { createTracker } from './tracker.ts'
import { guard, warn } from './warn.ts'

/** The global `svc`: a tracker, or what takes its calls until there is one. */
interface Global {
  [method: string]: unknown
  /** Calls made before there was a tracker. */
  _q?: [method: string, args: ArrayLike<unknown>][]
  _loaded?: boolean
}

/** Each `data-` attribute is an option. Numbers, `true` and `false` are read as such, the deny list at its commas. */
const readAttributes = ({ dataset }: HTMLElement) => {
  const options: Record<string, unknown> = {}
  for (const name of Object.keys(dataset)) {
    const text = dataset[name]!
    options[name] = /^(true|false|\d+)$/.test(text)
      ? JSON.parse(text)
      : name === 'formFieldDenylist'
        ? text.split(',')
        : text || true
  }
  return options
}

guard(() => {
  const page = window as unknown as { svc?: Global }
  const { _loaded, _q: queue = [] } = page.svc || ({} as Global)
  if (_loaded) return
  const script = (document.currentScript ||
    document.querySelector('script[data-public-key]')) as HTMLScriptElement | null
  const defaults = script && { apiHost: script.src.replace(/\/[^/]*$/, ''), ...readAttributes(script) }

  const svc: Global = { _loaded: true, _q: queue }
  for (const method of [
    'track',
    'identify',
    'setUser',
    'clearUser',
    'enableTracking',
    'disableTracking',
    'revokeConsent',
  ])
    svc[method] = (...args: unknown[]) => queue.push([method, args])
  svc.user = { identify: svc.identify }
  const init = (options?: TrackerOptions) => {
    Object.assign(svc, createTracker({ ...defaults, ...options } as TrackerOptions), {
      init: () => warn('init: called before, the first tracker stays'),
    })
    for (const [method, args] of queue.splice(0)) {
      const call = svc[method.replace('user.', '')] as (...args: unknown[]) => unknown
      if (method !== 'init') call(...Array.from(args))
    }
  }
  svc.init = guard(init)
  page.svc = svc

  const queuedInit = queue.find(([method]) => method === 'init')
  if (queuedInit) init(queuedInit[1][0] as TrackerOptions)
  else if (defaults && 'publicKey' in defaults) init()
})()
