// The script tag: `<script src="{base}/svc.js" data-public-key="pk_…" async>`.
import type { TrackerOptions } from './options.ts'
import { createTracker } from './tracker.ts'
import { guard, warn } from './warn.ts'

/** The global `svc`: what the stub loader made, and from `init` on a tracker. */
type Global = Record<string, (...args: unknown[]) => unknown> & {
  /** Calls made before there was a tracker. */
  _q?: [method: string, args: Iterable<unknown>][]
  _loaded?: unknown
}

declare const window: { svc?: Global }

guard(() => {
  const svc = (window.svc = window.svc || {})
  if (svc._loaded) return
  const script = (document.currentScript ||
    document.querySelector('script[data-public-key]')) as HTMLScriptElement
  const options: Record<string, unknown> = { apiHost: script.src.replace(/[^/]*$/, '') }
  // Each `data-` attribute is an option; `false` switches one off.
  for (const [name, value] of Object.entries(script.dataset))
    options[name] = value !== 'false' && (value || true)
  /** Without a tracker the stub's methods put their calls back into the queue. */
  const replay = () => (svc._q || []).splice(0).forEach(([method, args]) => svc[method]!(...args))
  svc.init = guard((given) => {
    const tracker = createTracker({ ...options, ...(given as object) } as unknown as TrackerOptions)
    Object.assign(svc, tracker, { init: () => warn('init: called before') })
    replay()
  })
  svc._loaded = svc.init
  if (options['publicKey']) svc.init()
  else replay()
})()
