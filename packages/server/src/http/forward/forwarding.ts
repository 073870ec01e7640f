import { AppError } from '../../kernel/errors.ts'
import { countOne, type Metrics } from '../../kernel/metrics/metrics.ts'
import type { LiveNodes, Peer } from '../../kernel/nodes/live-nodes.ts'
import type { Workspaces } from '../../kernel/workspace/workspace.ts'
import type { Call, Endpoint, ForwardRules } from '../endpoint.ts'
import { readBody } from '../read-body.ts'
import { type Reply, emptyReply, jsonReply } from '../reply.ts'
import { hashOfCaller } from '../session/find-caller.ts'
import { createPeerClient } from './ask-peer.ts'
import { forwardedHeader, readForwarded, writeForwarded } from './forwarded-header.ts'

/** Answers by the nodes that hold an organization. */
export interface Forwarding {
  /** The endpoint, whose requests are passed on where another node has the answer: once, the next one answers. */
  wrap(endpoint: Endpoint): Endpoint
  close(): void
}

export function createForwarding({
  nodes,
  workspaces,
  metrics,
  publicUrl,
}: {
  nodes: LiveNodes
  metrics: Pick<Metrics, 'forwarded'>
  workspaces: Pick<Workspaces, 'organizationOfKey' | 'refresh'>
  /** The server's public address; null: unknown. */
  publicUrl: string | null
}): Forwarding {
  const client = createPeerClient(nodes)

  /** Null where this node is to answer, if only that the key is unknown. */
  async function organizationOf(call: Call): Promise<string | null> {
    const hash = hashOfCaller(call, publicUrl)
    return hash === null ? null : workspaces.organizationOfKey(hash, call.sender).catch(() => null)
  }

  async function handle(endpoint: Endpoint, rules: ForwardRules, call: Call): Promise<Reply> {
    const header = call.header(forwardedHeader)
    if (header !== null) {
      const forwarded = readForwarded(header, call, nodes.secret)
      if (forwarded === null) return refused()
      // The caller sees what it has changed, on whichever node.
      workspaces.refresh(forwarded.organizationId)
      return endpoint.handle({ ...call, sender: forwarded.sender })
    }
    const organizationId = await organizationOf(call)
    const peers = organizationId === null ? [] : nodes.toAsk(organizationId)
    if (organizationId === null || peers.length === 0) return endpoint.handle(call)
    let body: Buffer = Buffer.alloc(0)
    try {
      if (rules.bodyLimitBytes !== null) body = await readBody(call.body, rules.bodyLimitBytes)
    } catch (error) {
      return rules.fail(error, call)
    }
    return askPeers(peers, organizationId, { endpoint, rules, call, body })
  }

  async function askPeers(
    peers: readonly Peer[],
    organizationId: string,
    { endpoint, rules, call, body }: { endpoint: Endpoint; rules: ForwardRules; call: Call; body: Buffer },
  ): Promise<Reply> {
    const isRepeatable = rules.isRepeatable(call, body)
    for (const peer of peers) {
      const forwarded = writeForwarded({ organizationId, sender: call.sender }, call, peer.secret)
      const answer = await client.ask(peer, { call, body, forwarded, isRepeatable })
      if (call.signal.aborted) return emptyReply(499)
      countOne(metrics.forwarded, typeof answer === 'object' ? 'answered' : answer)
      if (typeof answer === 'object') {
        if (call.method !== 'GET') workspaces.refresh(organizationId)
        return answer
      }
      if (nodes.stateOf(peer) === 'well') nodes.noteUnreached(peer)
      if (answer === 'lost' && !isRepeatable) return rules.fail(lost(), call)
    }
    return endpoint.handle({ ...call, body: { bytes: body } })
  }

  return {
    wrap(endpoint) {
      const { forward } = endpoint
      if (!nodes.isShared || forward === undefined) return endpoint
      return { ...endpoint, handle: (call) => handle(endpoint, forward, call) }
    },
    close: () => client.close(),
  }
}

function refused(): Reply {
  const error = 'X-Svc-Forwarded is for the nodes of this server alone: send the request without it'
  return jsonReply(421, { error }, { [forwardedHeader]: 'refused' })
}

function lost(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The node that worked on this request is gone, and may have done it: look whether it has, or send it again with the same Idempotency-Key',
    { retryAfterSeconds: 5 },
  )
}
