import { createHash } from 'node:crypto'

/** A node, as far as it matters for who holds what. */
export interface Holder {
  /** Names it. */
  url: string
  /** Whether its answers are complete. */
  ready: boolean
}

/**
 * Nodes in the order in which an organization falls to them (rendezvous hashing): each node knows it without asking, and
 * when one comes or goes the order of the others stays.
 */
export function rankNodes<Node extends Pick<Holder, 'url'>>(
  organizationId: string,
  nodes: readonly Node[],
): Node[] {
  return nodes
    .map((node) => ({ node, weight: weightOf(`${node.url} ${organizationId}`) }))
    .sort((left, right) => right.weight - left.weight || left.node.url.localeCompare(right.node.url))
    .map(({ node }) => node)
}

/** Those of the ranked ones that hold an organization: the first `count`, and while some of them prepare, so many that are ready. */
export function holdersOf<Node extends Holder>(ranked: readonly Node[], count: number): Node[] {
  const answering = ranked.filter(({ ready }) => ready).slice(0, count)
  return ranked.filter((node, index) => index < count || answering.includes(node))
}

/** Of a text, evenly distributed: 0 to 2^48. */
export function weightOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6)
}
