import { createHash, timingSafeEqual } from 'node:crypto'
import type { Metrics } from '../kernel/metrics/metrics.ts'
import { renderMetrics } from './prometheus.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { version } from '../kernel/version.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { contentReply, jsonReply } from './reply.ts'

export interface MetricsEndpointOptions {
  metrics: Metrics
  opened: Iterable<Workspace>
  /** The folder whose disk is measured; null: none. */
  directory: string | null
  /** Unix milliseconds. */
  clock: () => number
  /** With a token, only `Authorization: Bearer …` gives access; without one, only this machine has access. */
  token: string | null
}

/** `GET /metrics`: Prometheus' text format. Names organizations by slug, and nothing else. */
export function createMetricsEndpoint({
  metrics,
  opened,
  directory,
  clock,
  token,
}: MetricsEndpointOptions): Endpoint {
  return {
    method: 'GET',
    path: '/metrics',
    handle: async (call) => {
      if (token !== null && !isToken(call.header('authorization'), token)) {
        return jsonReply(
          401,
          { error: 'Send Authorization: Bearer with the token of SVC_METRICS_TOKEN' },
          { 'www-authenticate': 'Bearer' },
        )
      }
      if (token === null && !isFromThisMachine(call)) {
        return jsonReply(403, {
          error:
            'Only this machine may read metrics, directly: set SVC_METRICS_TOKEN to let others, with that token',
        })
      }
      const text = await renderMetrics(metrics, { workspaces: opened, version, directory, now: clock() })
      return contentReply(text, 'text/plain; version=0.0.4; charset=utf-8', { 'cache-control': 'no-store' })
    },
  }
}

function isToken(authorization: string | null, token: string): boolean {
  const sent = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? ''
  // Hashed, so that both have the same length.
  return timingSafeEqual(sha256(sent), sha256(token))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Headers that proxies and CDNs add. Any `x-forwarded-…` counts. */
const forwardingHeaders =
  /^(?:x-forwarded(?:-.*)?|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-forwarded-for|x-proxyuser-ip|cf-.*|cdn-loop|true-client-ip|fastly-client-ip|fly-client-ip|x-envoy-.*|x-azure-.*|x-arr-.*|x-amzn-.*|x-amz-cf-id|akamai-.*)$/

/** A proxy on this machine forwards others' requests: those aren't from this machine. */
function isFromThisMachine(call: Call): boolean {
  const address = 'node' in call.body ? (call.body.node.socket.remoteAddress ?? '') : ''
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address)
  return isLoopback && !call.headerNames().some((name) => forwardingHeaders.test(name))
}
