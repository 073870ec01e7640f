// The script tag: `<script src="{base}/svc.js" data-public-key="pk_…" async>`.
import type { TrackerOptions } from './options.ts'
import { createTracker } from './tracker.ts'
import { guard, warn } from './warn.ts'

/** The global `svc`: a tracker, or what takes its calls until there is one. */
type Global = Record<string, (...args: unknown[]) => unknown> & {
  /** Calls made before there was a tracker. */
  _q?: [method: string, args: Iterable<unknown>][]
  _loaded?: boolean
  user?: object
}

/** Each `data-` attribute is an option; `false` switches one off. */
const readAttributes = ({ dataset }: HTMLElement) => {
  const options: Record<string, unknown> = {}
  for (const name of Object.keys(dataset))
    options[name] = dataset[name] !== 'false' && (dataset[name] || true)
  return options
}

guard(() => {
  const page = window as unknown as { svc?: Global }
  const { _loaded, _q: queue = [] } = page.svc || {}
  if (_loaded) return
  const script = (document.currentScript ||
    document.querySelector('script[data-public-key]')) as HTMLScriptElement | null
  const defaults = script && { apiHost: script.src.replace(/\/[^/]*$/, ''), ...readAttributes(script) }
  const svc = { _loaded: true, _q: queue } as Global
  for (const method of [
    'track',
    'identify',
    'setUser',
    'clearUser',
    'enableTracking',
    'disableTracking',
    'revokeConsent',
  ])
    svc[method] = (...args) => queue.push([method, args])
  svc.user = { identify: svc.identify! }
  /** Calls made before there is a tracker go back into the queue. */
  const replay = () => queue.splice(0).forEach(([method, args]) => svc[method]!(...args))
  svc.init = guard((options) => {
    Object.assign(svc, createTracker({ ...defaults, ...(options as TrackerOptions) }))
    svc.init = () => warn('init: the first tracker stays')
    replay()
  })
  page.svc = svc
  if (defaults && 'publicKey' in defaults) svc.init()
  else replay()
})()
