import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveNodes, type LiveNodes } from '../../src/kernel/nodes/live-nodes.ts'
import type { AnnouncedNode, NodeRegistry } from '../../src/kernel/store/ports.ts'

/** A store's registry with a clock that the test moves. */
let rows: Map<string, AnnouncedNode & { seenAt: number }>
let isAway: boolean
const registry: NodeRegistry = {
  async announce(node) {
    if (isAway) throw new Error('The database is away')
    rows.set(node.url, { ...node, seenAt: Date.now() })
    return [...rows.values()]
      .filter(({ url }) => url !== node.url)
      .map(({ seenAt, ...other }) => ({ ...other, silentMs: Date.now() - seenAt }))
  },
  async withdraw({ url }) {
    rows.delete(url)
  },
}

const names = ['a', 'b', 'c', 'd']
const urlOf = (name: string) => `http://${name}:1`
const organizations = Array.from({ length: 40 }, (_, index) => `organization-${index}`)
const started = new Map<string, LiveNodes>()

async function start(name: string): Promise<LiveNodes> {
  const nodes = createLiveNodes({ registry, url: urlOf(name), replicasPerOrganization: 2 })
  started.set(name, nodes)
  await nodes.start(async () => true)
  return nodes
}

/** It hears and says nothing any more. */
async function freeze(name: string): Promise<void> {
  const row = rows.get(urlOf(name))!
  await started.get(name)!.stop()
  rows.set(row.url, row)
  started.delete(name)
}

/** After it those that hold answer, and no longer those that held before the last change. */
const afterChangeMs = 130_000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const holdersOf = (organization: string) =>
  [...started].filter(([, nodes]) => nodes.holds(organization)).map(([name]) => name)
const askedBy = (name: string, organization: string) =>
  started
    .get(name)!
    .toAsk(organization)
    .map(({ url }) => names.find((each) => urlOf(each) === url)!)

beforeEach(async () => {
  vi.useFakeTimers()
  rows = new Map()
  isAway = false
  for (const name of names) await start(name)
  // All are ready, and nothing has changed for long.
  await pass(afterChangeMs)
})
afterEach(async () => {
  for (const nodes of started.values()) await nodes.stop()
  started.clear()
  vi.useRealTimers()
})

describe('nodes that share organizations', () => {
  it('agree on two holders of each, who answer themselves, and whom the others ask', () => {
    for (const organization of organizations) {
      const holders = holdersOf(organization)
      expect(holders).toHaveLength(2)
      for (const name of names)
        if (holders.includes(name)) expect(askedBy(name, organization)).toEqual([])
        else expect(askedBy(name, organization).slice(0, 2).sort()).toEqual(holders)
    }
  })

  it('ask the other holder as soon as one is silent, and give its place to the next once it is gone', async () => {
    const before = new Map(organizations.map((each) => [each, holdersOf(each)]))
    await freeze('b')
    await pass(5_000)
    for (const organization of organizations) {
      for (const name of ['a', 'c', 'd']) expect(askedBy(name, organization)).not.toContain('b')
      expect(holdersOf(organization)).toEqual(before.get(organization)!.filter((name) => name !== 'b'))
    }
    await pass(7_000)
    for (const organization of organizations) {
      const stayed = before.get(organization)!.filter((name) => name !== 'b')
      const holders = holdersOf(organization)
      expect(holders).toHaveLength(2)
      expect(holders).toEqual(expect.arrayContaining(stayed))
      // Who has just begun to prepare is asked last, and asks itself.
      for (const name of ['a', 'c', 'd']) {
        const asked = askedBy(name, organization)
        if (stayed.includes(name)) expect(asked).toEqual([])
        else expect(stayed).toContain(asked[0])
      }
    }
    await pass(afterChangeMs)
    for (const organization of organizations)
      for (const name of holdersOf(organization)) expect(askedBy(name, organization)).toEqual([])
  })

  it('leave to one that starts what it needs to get ready, and ask it nothing before', async () => {
    await started.get('d')!.stop()
    started.delete('d')
    await pass(afterChangeMs)
    const slow = createLiveNodes({ registry, url: urlOf('d'), replicasPerOrganization: 2 })
    started.set('d', slow)
    let isReady = false
    await slow.start(async () => isReady)
    await pass(afterChangeMs)
    const mine = organizations.filter((each) => slow.holds(each))
    expect(mine.length).toBeGreaterThan(0)
    for (const organization of mine) {
      expect(holdersOf(organization)).toHaveLength(3)
      for (const name of names) expect(askedBy(name, organization)).not.toContain('d')
      expect(askedBy('d', organization).length).toBeGreaterThan(0)
    }
    isReady = true
    await pass(afterChangeMs)
    for (const organization of mine) {
      expect(holdersOf(organization)).toHaveLength(2)
      expect(askedBy('d', organization)).toEqual([])
    }
  })

  it('stay who they are while the store is away, and after that', async () => {
    const before = organizations.map(holdersOf)
    isAway = true
    await pass(120_000)
    expect(organizations.map(holdersOf)).toEqual(before)
    isAway = false
    for (let turn = 0; turn < 20; turn++) {
      await pass(250)
      expect(organizations.map(holdersOf)).toEqual(before)
    }
  })

  it('ask somebody else for a while where one can not be reached', async () => {
    const [organization] = organizations
    const asking = names.find((name) => !holdersOf(organization!).includes(name))!
    const [first, second] = started.get(asking)!.toAsk(organization!)
    started.get(asking)!.noteUnreached(first!)
    expect(started.get(asking)!.toAsk(organization!)[0]).toEqual(second)
    await pass(6_000)
    expect(started.get(asking)!.toAsk(organization!)[0]).toEqual(first)
  })

  it('know a process that was started again under the address of another one', async () => {
    const peer = started.get('a')!.toAsk(organizations.find((each) => !started.get('a')!.holds(each))!)[0]!
    expect(started.get('a')!.stateOf(peer)).toBe('well')
    const name = names.find((each) => urlOf(each) === peer.url)!
    await started.get(name)!.stop()
    await start(name)
    await pass(2_000)
    expect(started.get('a')!.stateOf(peer)).toBe('gone')
  })
})

it('a node that nobody reaches holds all organizations, and asks nobody', async () => {
  const nodes = createLiveNodes({ registry, url: null, replicasPerOrganization: 2 })
  await nodes.start(async () => true)
  expect(nodes.isShared).toBe(false)
  for (const organization of organizations) {
    expect(nodes.holds(organization)).toBe(true)
    expect(nodes.toAsk(organization)).toEqual([])
  }
  expect([...rows.keys()].sort()).toEqual(names.map(urlOf))
})
