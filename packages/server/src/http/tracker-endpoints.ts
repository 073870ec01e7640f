import type { TrackerScript } from './tracker-script.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { type Reply, jsonReply } from './reply.ts'
import { serveFile } from './static-file.ts'

/**
 * `GET /svc.js`, which changes with an upgrade, and `GET /svc-<version>.js`, which never changes and can be pinned by its
 * integrity hash. Any site may load them. Without a built script, `/svc.js` says how to build it.
 */
export function createTrackerEndpoints(script: TrackerScript | null): Endpoint[] {
  const missing = {
    error: 'The tracker script is not built: run pnpm build and start again, or install the packed server',
  }
  const current: Endpoint = {
    method: 'GET',
    path: '/svc.js',
    handle: async (call) =>
      script === null ? jsonReply(404, missing) : serve(call, script, 'public, max-age=600'),
  }
  if (script === null) return [current]
  const pinned: Endpoint = {
    method: 'GET',
    path: `/svc-${script.version}.js`,
    handle: async (call) => serve(call, script, 'public, max-age=31536000, immutable'),
  }
  return [current, pinned]
}

function serve(call: Call, script: TrackerScript, cacheControl: string): Reply {
  return serveFile(call, script, 'text/javascript; charset=utf-8', {
    'cache-control': cacheControl,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
}
