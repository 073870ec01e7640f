// The script tag: `<script src="{base}/svc.js" data-public-key="pk_…" async></script>`.
import { hasKey } from './has-key.ts'
import type { TrackerOptions } from './options.ts'
import { createPageTracker } from './tracker.ts'
import { guard, warn } from './warn.ts'

/** The global `svc`: the tag's queue, and a tracker once `init` has run. */
type Global = Record<string, (...args: unknown[]) => unknown> & {
  /** Calls made before there is a tracker, in order. */
  _q?: [method: string, args: Iterable<unknown>][]
  _loaded?: unknown
}

/** A page may pass its key by `svc.init` instead of the tag: how long to wait before warning. */
const INIT_WAIT_MS = 3000

declare const window: { svc?: Global }

guard(() => {
  const svc = (window.svc = window.svc || {})
  if (svc._loaded) return
  const script = document.currentScript || document.querySelector('script[data-public-key]')
  const { src, dataset } = script as HTMLScriptElement
  const options: Record<string, unknown> = { apiHost: src.replace(/[^/]*$/, '') }
  // Each `data-` attribute is an option: `false` disables one, an empty one enables it.
  for (const name in dataset) options[name] = dataset[name] !== 'false' && (dataset[name] || true)
  /** Without a tracker the queue's methods put their calls back into the queue. */
  const replay = () => (svc._q || []).splice(0).forEach(([method, args]) => svc[method]!(...args))
  svc._loaded = svc.init = guard((given) => {
    const all = { ...options, ...(given as object) } as unknown as TrackerOptions
    Object.assign(svc, createPageTracker(all), { init: () => warn('init: called before') })
    replay()
  })
  if (options.publicKey) svc.init()
  replay()
  setTimeout(() => svc.stats || hasKey(options as unknown as TrackerOptions), INIT_WAIT_MS)
})()
