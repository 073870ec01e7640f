import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Holder, holdersOf, rankNodes } from '../../src/kernel/nodes/holders.ts'

const nodes = fc
  .uniqueArray(fc.webUrl(), { minLength: 1, maxLength: 8 })
  .chain((urls) =>
    fc.tuple(...urls.map((url) => fc.record({ url: fc.constant(url), ready: fc.boolean() }))),
  ) as fc.Arbitrary<Holder[]>
const count = fc.integer({ min: 1, max: 4 })
const urls = (list: readonly Holder[]) => list.map(({ url }) => url)

describe('who holds an organization', () => {
  it('is the same for everybody, in whatever order they know each other', () => {
    fc.assert(
      fc.property(fc.uuid(), nodes, fc.infiniteStream(fc.nat()), (id, all, chance) => {
        const others = all
          .map((node) => ({ node, at: chance.next().value as number }))
          .sort((left, right) => left.at - right.at)
          .map(({ node }) => node)
        expect(urls(rankNodes(id, others))).toEqual(urls(rankNodes(id, all)))
      }),
    )
  })

  it('changes by one node when a node comes or goes, and only where that one is concerned', () => {
    fc.assert(
      fc.property(fc.uuid(), nodes, count, (id, all, replicas) => {
        const ready = all.map((node) => ({ ...node, ready: true }))
        const before = holdersOf(rankNodes(id, ready), replicas)
        for (const gone of ready) {
          const after = holdersOf(
            rankNodes(
              id,
              ready.filter((node) => node !== gone),
            ),
            replicas,
          )
          const stayed = before.filter((node) => node !== gone)
          expect(after.slice(0, stayed.length)).toEqual(stayed)
          expect(after.length).toBe(Math.min(replicas, ready.length - 1))
        }
      }),
    )
  })

  it('are as many as are wanted and can answer, and those who prepare to', () => {
    fc.assert(
      fc.property(fc.uuid(), nodes, count, (id, all, replicas) => {
        const holders = holdersOf(rankNodes(id, all), replicas)
        const ready = all.filter((node) => node.ready)
        expect(holders.filter((node) => node.ready).length).toBeGreaterThanOrEqual(
          Math.min(replicas, ready.length),
        )
        expect(holders.filter((node) => !node.ready).length).toBeLessThanOrEqual(replicas)
      }),
    )
  })

  it('is spread evenly', () => {
    const three = ['a', 'b', 'c'].map((name) => ({ url: `http://${name}:8787`, ready: true }))
    const counts = new Map(three.map(({ url }) => [url, 0]))
    for (let index = 0; index < 3_000; index++)
      for (const { url } of holdersOf(rankNodes(`organization-${index}`, three), 2))
        counts.set(url, counts.get(url)! + 1)
    for (const held of counts.values()) expect(Math.abs(held - 2_000)).toBeLessThan(120)
  })
})
