import type { TrackerScript } from './tracker-script.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { type Reply, contentReply, emptyReply, jsonReply } from './reply.ts'

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
  const encoding = chooseEncoding(call.header('accept-encoding') ?? '')
  // One per encoding, as required for a strong ETag.
  const etag = `"${script.etag}${encoding === null ? '' : `-${encoding}`}"`
  const headers: Record<string, string> = {
    'cache-control': cacheControl,
    etag,
    vary: 'Accept-Encoding',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  const known = (call.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return emptyReply(304, headers)
  if (encoding !== null) headers['content-encoding'] = encoding
  const body = encoding === 'br' ? script.brotli : encoding === 'gzip' ? script.gzip : script.body
  return contentReply(body, 'text/javascript; charset=utf-8', headers)
}

function chooseEncoding(accepted: string): 'br' | 'gzip' | null {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
  const takes = (name: string) => names.some((entry) => entry.split(';', 1)[0]?.trim() === name)
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}
