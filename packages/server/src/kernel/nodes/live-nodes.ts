import { randomBytes } from 'node:crypto'
import type { AnnouncedNode, NodeRegistry } from '../store/ports.ts'
import { holdersOf, rankNodes, weightOf } from './holders.ts'

/** Another node. */
export type Peer = Pick<AnnouncedNode, 'url' | 'secret'>

/** The nodes that share a store's organizations, as this one sees them. */
export interface LiveNodes {
  /** Whether nodes are shared here: this one announces itself. */
  readonly isShared: boolean
  /** By which this process recognises what others pass on to it. */
  readonly secret: string
  /** Whether it is known who holds what. */
  readonly isPlaced: boolean
  /** Whether this node holds an organization: follows its log, works for it, and answers about it. */
  holds(organizationId: string): boolean
  /** Whom to ask about an organization, best first; none: this node answers itself. */
  toAsk(organizationId: string): Peer[]
  /** `silent`: it hasn't been seen for seconds, as if it stood still; `gone`: another one has its place. */
  stateOf(peer: Peer): 'well' | 'silent' | 'gone'
  /** It couldn't be reached: others are asked for a while. */
  noteUnreached(peer: Peer): void
  /** Calls the listener when nodes have come or gone. */
  subscribe(listener: () => void): void
  /** Announces this node from now on. `isReady`: asked until it says yes. Resolves once the others are known. */
  start(isReady: () => Promise<boolean>): Promise<void>
  /** Hands over to the others. */
  stop(): Promise<void>
}

const beatMs = 1_000
/** Whoever hasn't been seen for so long isn't asked, and has no place any more. */
const silentMs = 3_000
const goneMs = 10_000
/** How long whoever couldn't be reached isn't tried. */
const unreachedMs = 5_000
/** How long those who held an organization before a change go on answering, while the next ones prepare. */
const handoverMs = 120_000

interface Member extends AnnouncedNode {
  silentMs: number
}

export interface LiveNodesOptions {
  /** Null: the store knows none. */
  registry: NodeRegistry | null
  /** Where others reach this node; null: they don't. */
  url: string | null
  /** How many nodes hold an organization. */
  replicasPerOrganization: number
}

export function createLiveNodes({ registry, url, replicasPerOrganization }: LiveNodesOptions): LiveNodes {
  const secret = randomBytes(32).toString('base64url')
  if (registry === null || url === null) return alone(secret)
  const self: Member = { url, secret, ready: false, silentMs: 0 }
  const listeners = new Set<() => void>()
  const unreachedUntil = new Map<string, number>()
  /** All that have a place, this one included; empty before they are known, without this one after `stop`. */
  let members: Member[] = []
  /** Those before the last change. */
  let former: { members: readonly Member[]; until: number } = { members: [], until: 0 }
  /** By organization, for these members. */
  const ranks = new Map<string, Member[]>()
  let seenAt: number | null = null
  /** Since when the store has been answering. */
  let watchingSince = Number.NEGATIVE_INFINITY
  let isStarted = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> = Promise.resolve()

  async function beat(): Promise<void> {
    const { ready } = self
    const found = await registry!.announce({ url: self.url, secret, ready })
    if (isStopped) return
    const now = performance.now()
    // After an outage of the store, or of this node, nobody has been seen: that says nothing about the others.
    if (seenAt !== null && now - seenAt > silentMs) watchingSince = now
    seenAt = now
    const seen = found.map((node) => {
      const isKnown = members.some((member) => member.url === node.url)
      return { ...node, silentMs: isKnown ? Math.min(node.silentMs, now - watchingSince) : node.silentMs }
    })
    place([{ ...self, ready }, ...seen.filter((node) => node.silentMs < goneMs)])
  }

  function place(next: Member[]): void {
    const [before, after] = [members, next].map((list) =>
      list
        .map((node) => `${node.url} ${node.ready}`)
        .sort()
        .join('\n'),
    )
    if (before === after) {
      for (const member of members)
        Object.assign(
          member,
          next.find(({ url }) => url === member.url),
        )
      return
    }
    const previous = members
    members = next
    ranks.clear()
    const now = performance.now()
    former = { members: now < former.until ? former.members : previous, until: now + handoverMs }
    for (const listener of listeners) listener()
  }

  function ranked(organizationId: string): Member[] {
    let found = ranks.get(organizationId)
    if (found === undefined) ranks.set(organizationId, (found = rankNodes(organizationId, members)))
    return found
  }

  const isSelf = (node: Pick<Member, 'url'>) => node.url === self.url
  const isSilent = (node: Member) => !isSelf(node) && node.silentMs > silentMs

  /** Who can be asked. While nobody is ready, those who prepare answer as well as they can. */
  function canAnswer(node: Member): boolean {
    if (isSilent(node) || (unreachedUntil.get(node.url) ?? 0) > performance.now()) return false
    return node.ready || !members.some(({ ready }) => ready)
  }

  /** Those that held it before the last change, as far as they are there. */
  function formerHolders(organizationId: string): Member[] {
    if (performance.now() >= former.until) return []
    const holders = holdersOf(rankNodes(organizationId, former.members), replicasPerOrganization)
    return holders.flatMap(({ url }) => members.filter((member) => member.url === url))
  }

  function beatSoon(isReady: () => Promise<boolean>): void {
    timer = setTimeout(() => {
      if (!self.ready && members.length > 0)
        void isReady().then(
          (ready) => (self.ready ||= ready),
          () => undefined,
        )
      // While the store is away the nodes that were there are asked.
      beating = beat()
        .catch(() => undefined)
        .finally(() => {
          if (!isStopped) beatSoon(isReady)
        })
    }, beatMs).unref()
  }

  return {
    isShared: true,
    secret,
    get isPlaced() {
      return seenAt !== null
    },
    holds: (organizationId) => holdersOf(ranked(organizationId), replicasPerOrganization).some(isSelf),
    toAsk(organizationId) {
      const all = ranked(organizationId)
      const before = formerHolders(organizationId).filter(canAnswer)
      const holders = (before.length > 0 ? before : holdersOf(all, replicasPerOrganization)).filter(canAnswer)
      if (holders.some(isSelf)) return []
      // Each node asks one of them, always the same, so that it sees what it has changed.
      const first = holders.length === 0 ? 0 : weightOf(`${self.url} ${organizationId}`) % holders.length
      const others = all.filter((node) => !holders.includes(node) && (canAnswer(node) || isSelf(node)))
      const list = [...holders.slice(first), ...holders.slice(0, first), ...others]
      const own = list.findIndex((node) => isSelf(node) && canAnswer(node))
      return list
        .slice(0, own === -1 ? undefined : own)
        .filter((node) => !isSelf(node))
        .slice(0, replicasPerOrganization + 1)
        .map((node) => ({ url: node.url, secret: node.secret }))
    },
    stateOf(peer) {
      const known = members.find((node) => node.url === peer.url && node.secret === peer.secret)
      if (known === undefined) return 'gone'
      return isSilent(known) ? 'silent' : 'well'
    },
    noteUnreached: ({ url }) => void unreachedUntil.set(url, performance.now() + unreachedMs),
    subscribe: (listener) => void listeners.add(listener),
    async start(isReady) {
      if (isStarted || isStopped) return
      isStarted = true
      beating = beat().catch(() => undefined)
      await beating
      if (!isStopped) beatSoon(isReady)
    },
    async stop() {
      if (isStopped) return
      isStopped = true
      clearTimeout(timer)
      await beating
      place(members.filter((node) => !isSelf(node)))
      await registry.withdraw({ url: self.url, secret }).catch(() => undefined)
    },
  }
}

/** A node by itself. */
function alone(secret: string): LiveNodes {
  return {
    isShared: false,
    secret,
    isPlaced: true,
    holds: () => true,
    toAsk: () => [],
    stateOf: () => 'gone',
    noteUnreached: () => undefined,
    subscribe: () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
  }
}
